import KernelSupport
import LockStore
import StoreSupport
import Synchronization
import Testing

@Suite(.inGuest) struct PowerCutTests {
  /// What a cut finds on the disk.
  enum Keeping: CaseIterable {
    /// What was synced.
    case synced
    /// The names too of files that were not, since another program syncs whenever one is renamed.
    case names
  }

  @Test(arguments: CutScenario.all, Keeping.allCases)
  func `on ext4 a cut of the power leaves a store whole, with all that was charged`(
    _ scenario: CutScenario, _ keeping: Keeping
  ) throws {
    let disk = try Ext4Disk.make()
    let cuts = Mutex<[(point: CutScenario.Point, image: Result<DiskImage, any Error>)]>([])
    try scenario.play(on: KernelDisk(), at: disk.folder + "/store") { point in
      if keeping == .names {
        guard case .renamed = point.step else { return }
      }
      let image = Result {
        if keeping == .names { try disk.syncNeighbour() }
        return try disk.image()
      }
      cuts.withLock { $0.append((point, image)) }
    }
    var last: (image: DiskImage, look: StoreLook)?
    for (point, image) in cuts.withLock({ $0 }) {
      let image = try image.get()
      let look = try last?.image == image ? last?.look : look(at: image)
      let found = try #require(look)
      #expect(scenario.leaves(at: point.moment).contains(found), "\(point): \(found)")
      last = (image, found)
    }
  }

  private func look(at image: DiskImage) throws -> StoreLook {
    let disk = try Ext4Disk.mount(image)
    return CutScenario.look(at: disk.folder + "/store", on: KernelDisk())
  }
}

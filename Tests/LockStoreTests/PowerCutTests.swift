import LockStore
import StoreSupport
import Synchronization
import Testing

struct PowerCutTests {
  typealias Seen = [CutScenario.Moment: Set<StoreLook>]

  @Test(arguments: CutScenario.all)
  func `a cut of the power leaves a store whole, with all that was charged`(
    _ scenario: CutScenario
  ) throws {
    let disk = PromisedDisk()
    let seen = Mutex<Seen>([:])
    try scenario.play(on: disk, at: "/store") { point in
      for left in disk.cuts() {
        let look = CutScenario.look(at: "/store", on: left)
        #expect(scenario.leaves(at: point.moment).contains(look), "\(point): \(look)")
        seen.withLock { _ = $0[point.moment, default: []].insert(look) }
      }
    }
    // Or the scenario would allow what cannot be.
    for (moment, looks) in seen.withLock({ $0 }) {
      #expect(looks == scenario.leaves(at: moment), "\(moment)")
    }
  }

  @Test func `the folder above a new store is synced before anything is put into the store`() throws
  {
    let store = StoreFixture()
    let syncs = Mutex<[String]>([])
    _ = try SyncLog.observing(store.scratchFolder) { path in
      syncs.withLock { $0.append("\(path.dropFirst(store.scratchFolder.count))") }
      return nil
    } during: {
      try store.enrol()
    }
    #expect(
      syncs.withLock { $0 } == [
        "", "/store/attempts.new", "/store", "/store/credential.new", "/store",
      ])
  }

  @Test func `what a cut left half done goes with the last name`() throws {
    let store = try StoreFixture.enrolled()
    for file in [store.credentialFile, store.attemptsFile] {
      Files.write("swipelock".utf8, to: "\(file).new")
    }
    try store.store.remove(.standard)
    #expect(Files.names(in: store.path) == [])
  }
}

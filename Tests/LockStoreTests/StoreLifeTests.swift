import LockStore
import Testing

/// Random lives of a store; `Tests/Lives/run` leads a hundred thousand, optimised.
struct StoreLifeTests {
  @Test(arguments: 0..<10)
  func `no life of a store has a free guess, or a store that is lost`(_ part: UInt64) throws {
    let newborn = try StoreLife.newborn()
    for seed in (part * 50)..<(part * 50 + 50) {
      #expect(StoreLife.fault(ofSeed: seed, on: newborn) == nil)
    }
  }

  @Test func `a store that charges nothing, or forgets to sync, does not live long`() throws {
    // The double of the disk, with a flaw each: what the lives are to find.
    for flaw in [SimulatedDisk.Flaw.fileSync, .folderSync] {
      let newborn = try StoreLife.newborn()
      newborn.flaw = flaw
      #expect((0..<200).contains { StoreLife.fault(ofSeed: $0, on: newborn) != nil })
    }
  }
}

import LockStore
import Synchronization
import TestSupport

/// A disk in memory that can lose its power at any step: what was not synced is then there in part,
/// or not at all.
///
/// Names change in the order in which they were changed, as far as that got; the bytes of a file that
/// was not synced are cut off anywhere, even under a new name, as on UBIFS and XFS.
final class SimulatedDisk: Disk {
  struct Failure: Equatable {
    var steps: Int
    /// Whether the power goes; else that one step fails, and nothing else.
    var isCut: Bool
  }

  fileprivate struct State {
    var files: [Int: (bytes: [UInt8], isSynced: Bool)] = [:]
    var names: [String: Int] = [:]
    var durableNames: [String: Int]?
    var changes: [Change] = []
    var written: Int?
    var hasFolder = false
    var isOff = false
    var failure: Failure?
    var flaw: Flaw?
    private var newest = 0

    /// A number that no file had before.
    mutating func newFile() -> Int {
      newest += 1
      return newest
    }
  }

  fileprivate enum Change {
    case put(String, Int)
    case rename(String, String)
    case remove(String)

    func apply(to names: inout [String: Int]) {
      switch self {
      case .put(let name, let file): names[name] = file
      case .rename(let name, let newName): names[newName] = names.removeValue(forKey: name)
      case .remove(let name): names[name] = nil
      }
    }
  }

  fileprivate let state: Mutex<State>

  init() { state = Mutex(State()) }

  private init(_ other: SimulatedDisk) {
    state = Mutex(other.state.withLock { $0 })
  }

  /// What a disk lies about, to see that the lives find it out.
  enum Flaw {
    case fileSync
    case folderSync
  }

  var flaw: Flaw? {
    get { state.withLock { $0.flaw } }
    set { state.withLock { $0.flaw = newValue } }
  }

  /// Another disk with the same on it.
  func copy() -> SimulatedDisk { SimulatedDisk(self) }

  /// Lets the step fail that comes after so many.
  func fail(after failure: Failure?) { state.withLock { $0.failure = failure } }

  var isOff: Bool { state.withLock { $0.isOff } }

  /// What would be left of a file if the power went now, in the worst case: nil if that is not known
  /// for sure.
  func durable(_ name: String) -> [UInt8]? {
    state.withLock { state in
      guard let file = (state.durableNames ?? [:])[name].flatMap({ state.files[$0] }), file.isSynced
      else { return nil }
      return file.bytes
    }
  }

  func bytes(_ name: String) -> [UInt8]? {
    state.withLock { state in state.names[name].flatMap { state.files[$0] }?.bytes }
  }

  /// Puts bytes in the place of a file, as a disk that rots would.
  func put(_ bytes: [UInt8], as name: String) {
    state.withLock { state in
      let file = state.newFile()
      state.files[file] = (bytes, true)
      state.names[name] = file
      state.durableNames?[name] = file
    }
  }

  /// Comes back with what was left.
  func restart(_ random: inout SeededRandom) {
    var bits = random
    state.withLock { state in
      var names = state.durableNames ?? [:]
      for change in state.changes.prefix(.random(in: 0...state.changes.count, using: &bits)) {
        change.apply(to: &names)
      }
      var kept: [Int: (bytes: [UInt8], isSynced: Bool)] = [:]
      for file in names.values.sorted() {
        guard let old = state.files[file] else { continue }
        let length = old.isSynced ? old.bytes.count : .random(in: 0...old.bytes.count, using: &bits)
        kept[file] = (Array(old.bytes.prefix(length)), true)
      }
      state.files = kept
      state.names = names
      state.hasFolder = state.durableNames != nil
      if state.hasFolder { state.durableNames = names }
      (state.changes, state.written, state.isOff, state.failure) = ([], nil, false, nil)
    }
    random = bits
  }

  func lock(_ path: String) throws(StoreError) -> (any DiskFolder)? {
    guard state.withLock({ $0.hasFolder }) else { return nil }
    return SimulatedFolder(path: path, disk: self)
  }

  func make(_ path: String) throws(StoreError) -> any DiskFolder {
    try step { state in
      state.hasFolder = true
      // Made and synced is one step here: a folder that is gone again is no store.
      if state.durableNames == nil { state.durableNames = [:] }
    }
    return SimulatedFolder(path: path, disk: self)
  }

  /// Does one step, unless the disk is off or the step is one that fails.
  fileprivate func step<Result: Sendable>(
    _ body: (inout sending State) -> sending Result
  ) throws(StoreError) -> Result {
    let result: Result? = state.withLock { state in
      guard !state.isOff else { return nil }
      if let failure = state.failure {
        if failure.steps == 0 {
          state.failure = nil
          state.isOff = failure.isCut
          return nil
        }
        state.failure?.steps -= 1
      }
      return body(&state)
    }
    guard let result else { throw .system(path: "simulated", FailedCall("step", errno: 5)) }
    return result
  }
}

private final class SimulatedFolder: DiskFolder {
  let path: String
  private let disk: SimulatedDisk

  init(path: String, disk: SimulatedDisk) {
    (self.path, self.disk) = (path, disk)
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    try disk.step { state in state.names[name].flatMap { state.files[$0] }?.bytes }
  }

  func write(_ bytes: [UInt8], as name: String) throws(StoreError) {
    try disk.step { state in
      let file = state.newFile()
      state.files[file] = (bytes, false)
      state.names[name] = file
      state.changes.append(.put(name, file))
      state.written = file
    }
  }

  func syncWritten() throws(StoreError) {
    try disk.step { state in
      guard state.flaw != .fileSync, let file = state.written else { return }
      state.files[file]?.isSynced = true
    }
  }

  func rename(_ name: String, to newName: String) throws(StoreError) {
    try change(.rename(name, newName))
  }

  func remove(_ name: String) throws(StoreError) { try change(.remove(name)) }

  private func change(_ change: SimulatedDisk.Change) throws(StoreError) {
    try disk.step { state in
      change.apply(to: &state.names)
      state.changes.append(change)
    }
  }

  func sync() throws(StoreError) {
    try disk.step { state in
      guard state.flaw != .folderSync else { return }
      state.durableNames = state.names
      state.changes = []
    }
  }
}

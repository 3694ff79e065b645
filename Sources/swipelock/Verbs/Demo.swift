import Glibc
import LockCore
import LockStore
import TouchCaptures
import TouchCore

/// `demo`: the whole job with no hardware.
struct Demo: Verb {
  static let name = "demo"
  static let summary = "the whole job with no hardware: a bundled swipe unlocks a throw-away store"
  static let explanation = """
    Enrols a bundled swipe in a throw-away store, replays it at the speed at which it was drawn, shows \
    it in the terminal as it goes, has it judged, and tells how long that took.
    """
  static let options = [Option("fast", nil, "as fast as possible, not as it was drawn")]

  private var isFast = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    isFast = true
  }

  func run() throws(Failure) -> ExitStatus {
    let folder = try ScratchFolder()
    let capture = try folder.write(PackageResources.demo_evemu, as: "swipe.evemu")
    let store = Store(path: folder.path + "/store")
    var output = Output()
    try output.say("A throw-away store; the swipe that comes with the program is enrolled.")
    try enroll(capture, in: store)
    try output.say("Now the same swipe, on the locked grid, as it was drawn.\n")
    var performance = try Performance(capture, pace: isFast ? .unpaced : .realTime)
    try performance.play(to: &output)
    let decision = performance.decide(by: store)
    try performance.finish(decision, to: &output)
    return decision.isRight ? .done : .denied
  }

  private func enroll(_ capture: String, in store: Store) throws(Failure) {
    var feed = try CaptureContacts.open([capture], ReadOptions(), GridOptions(), .standard)
    var session = LockSession(on: feed.grid, into: Pattern())
    while case .contact(let change, let point, _) = try feed.next(until: nil) {
      if session.take(change, at: point).outcome == .complete { break }
    }
    guard session.pattern.count >= PatternRules.standard.minimum else {
      throw Failure(.badData, "\(capture): the bundled swipe is no pattern")
    }
    do throws(StoreError) {
      _ = try store.enrol(
        session.pattern, as: .standard, drawnBy: .standard, created: Int64(time(nil)))
    } catch {
      throw Failure(error)
    }
  }
}

/// A folder for the time that the demo takes.
private final class ScratchFolder {
  let path: String

  init() throws(Failure) {
    let base = Terminal.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(base)/swipelock-demo-XXXXXX".utf8CString)
    guard let path = unsafe mkdtemp(&template).map({ unsafe String(cString: $0) }) else {
      let reason = unsafe String(cString: strerror(errno))
      throw Failure(.inputOutput, "\(base): no folder can be made there: \(reason); set TMPDIR")
    }
    self.path = path
  }

  deinit {
    for file in ["store/credential", "store/attempts", "swipe.evemu"] {
      unsafe unlink("\(path)/\(file)")
    }
    unsafe rmdir("\(path)/store")
    unsafe rmdir(path)
  }

  func write(_ bytes: [UInt8], as name: String) throws(Failure) -> String {
    let file = "\(path)/\(name)"
    let stream = unsafe fopen(file, "w")
    let written = unsafe stream.map { unsafe fwrite(bytes, 1, bytes.count, $0) }
    let isClosed = unsafe stream.map { unsafe fclose($0) == 0 }
    guard written == bytes.count, isClosed == true else {
      throw Failure(.inputOutput, "\(file): cannot be written; make room, or set TMPDIR")
    }
    return file
  }
}

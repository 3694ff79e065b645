import CSignal
import Glibc
import LockCore
import LockScreen
import TouchCore

/// What the lock would show, as JSON Lines on a descriptor that was inherited: for a program that
/// draws by itself.
///
/// Whoever reads slowly misses what was between, never the newest state; the lock waits for nobody.
struct FeedbackLines: ~Copyable {
  private let descriptor: Int32
  /// What of a line could not be handed over yet: the rest of it must come before any other.
  private var rest: [UInt8] = []
  /// The newest line, if it could not be begun yet.
  private var next: [UInt8] = []
  private var isGone = false

  static let version = 1

  /// - Throws: `Failure` with 64 if the descriptor is not open for writing.
  init(on descriptor: Int32, for verb: String) throws(Failure) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw Failure(
        usageOf: verb, "--feedback-fd \(descriptor) is not open for writing; hand one down: 3>FILE")
    }
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    // Not for the command that comes after.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Whether it waits for the reader.
  private var isPending: Bool { !rest.isEmpty || !next.isEmpty }

  mutating func tell(_ line: String, by wakes: borrowing Wakes) {
    guard !isGone else { return }
    let wasPending = isPending
    next = Array(line.utf8)
    flush()
    if isPending != wasPending { wakes.watch(writable: descriptor, isPending) }
  }

  /// The reader may have made room.
  mutating func process(by wakes: borrowing Wakes) {
    guard isPending else { return }
    flush()
    if !isPending { wakes.watch(writable: descriptor, false) }
  }

  private mutating func flush() {
    while isPending {
      if rest.isEmpty { swap(&rest, &next) }
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest.removeFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: return
      default:
        warn("nobody reads the feedback any more; the lock goes on without")
        isGone = true
        (rest, next) = ([], [])
      }
    }
  }
}

extension FeedbackLines {
  /// Where the dots are: the first line, and again when they are put elsewhere.
  static func grid(_ grid: DotGrid, of view: ViewSize) -> String {
    var line = JSONLine()
    line.add("type", "grid")
    line.add("version", version)
    line.add("view", view)
    line.add("rows", grid.rules.rows)
    line.add("columns", grid.rules.columns)
    let centers = (0..<grid.rules.dotCount).map { point(grid.center(of: Dot($0))) }
    line.add("centers", json: "[\(centers.joined(separator: ","))]")
    return line.line
  }

  /// What is to be seen now.
  static func feedback(
    _ sight: Faces.Sight, _ scene: Scene, _ pattern: borrowing Pattern, at time: Timestamp
  ) -> String {
    let feedback = sight.feedback
    var line = JSONLine()
    line.add("type", "feedback")
    line.add("time", time.microseconds)
    line.add("state", feedback.message.name)
    line.add(
      "dots",
      json: "[\((0..<pattern.count).map { "\(pattern[$0].number)" }.joined(separator: ","))]")
    line.add("look", feedback.dots.rawValue)
    line.add("line", json: scene.lineEnd.map(point) ?? "null")
    line.add("takesInput", feedback.takesInput)
    line.add("until", json: feedback.deadline.map { "\($0.microseconds)" } ?? "null")
    line.add("words", scene.words)
    if let name = sight.name { line.add("name", name) }
    return line.line
  }

  private static func point(_ point: ViewPoint) -> String {
    "[\(Decimal.text(point.x)),\(Decimal.text(point.y))]"
  }
}

extension Feedback {
  /// When the state ends by itself: of a lock-out, its end.
  fileprivate var deadline: Timestamp? {
    if case .lockedOut(let until) = message { return until }
    return until
  }
}

extension Feedback.Message {
  /// What a program knows the state by.
  fileprivate var name: String {
    switch self {
    case .idle(let entry): entry == .current ? "idle" : entry == .new ? "idleNew" : "idleAgain"
    case .drawing: "drawing"
    case .asking: "asking"
    case .tooShort: "tooShort"
    case .wrong: "wrong"
    case .alreadyTried: "alreadyTried"
    case .differs: "differs"
    case .refused: "refused"
    case .lockedOut: "lockedOut"
    case .failed: "failed"
    case .unavailable: "unavailable"
    case .right: "right"
    case .enrolled: "enrolled"
    case .removed: "removed"
    case .givenUp: "givenUp"
    }
  }
}

import Glibc
import LockCore
import LockStore

/// What whoever runs the machine sees of a lock: a line in the journal for each transition, and the
/// state as a file, which is there before the line is. Never a dot.
final class Bulletin {
  /// What is promised of a whole kiosk and does not hold here, by the name that the state has it by.
  enum Weakness: String, CaseIterable {
    /// There is no touch panel.
    case noPanel
    /// A panel's touches reach others.
    case panelNotGrabbed
    /// A key reaches others.
    case keyboardNotGrabbed
    /// Terminals can be switched, and the display's holder was not asked to let it go.
    case noTerminal
    /// Nothing is shown, and nothing is covered.
    case noScreen
    /// If the lock dies, touches and picture are free until it is back.
    case notKept
  }

  private let path: String?
  private var state = LockState()
  private var hasFailed = false

  init(stateFile: String?) { path = stateFile }

  func locked() {
    (state.isLocked, state.since) = (true, Self.now)
    write()
    let list = state.weaknesses.map(\.rawValue).joined(separator: ", ")
    Journal.tell(.notice, "locked\(list.isEmpty ? "" : "; not so: \(list)")")
  }

  /// The lock ends, and nothing of it is held on: whoever comes next is not locked out by anybody.
  func gone() {
    guard state.isLocked else { return }
    (state.isLocked, state.since) = (false, Self.now)
    write()
    Journal.tell(.error, "the lock ends, and is open")
  }

  func unlocked(as name: String) {
    (state.isLocked, state.since) = (false, Self.now)
    (state.failures, state.lockedOutUntil) = (0, nil)
    write()
    Journal.tell(.notice, "unlocked as \(name)")
  }

  func denied(_ why: String, failures: UInt32?) {
    if let failures { state.failures = failures }
    write()
    let count = failures.map { ", \($0) in a row" } ?? ""
    Journal.tell(.warning, "denied: \(why)\(count)")
  }

  func lockedOut(milliseconds: Int64, failures: UInt32) {
    let until = Self.now + Decimal.wholeSeconds(milliseconds: milliseconds)
    (state.failures, state.lockedOutUntil) = (failures, until)
    write()
    Journal.tell(.warning, "locked out until \(Self.text(of: until)), after \(failures) failures")
  }

  func lockoutIsOver(failures: UInt32?) {
    (state.failures, state.lockedOutUntil) = (failures ?? state.failures, nil)
    write()
    Journal.tell(.notice, "not locked out any more")
  }

  /// What every state begins with.
  static let start = #"{"type":"state""#

  /// A panel is there; `isNew` if nobody was waiting for it.
  func panelCame(_ name: String, isNew: Bool) {
    state.panel = name
    hold(.noPanel)
    if !isNew { Journal.tell(.notice, "panel back: \(name)") }
  }

  func panelLost(_ why: String, isLast: Bool) {
    if isLast {
      state.panel = nil
      lose(.noPanel)
    }
    Journal.tell(.error, "panel lost (\(why)); still locked")
  }

  /// Something that is promised does not hold.
  func lose(_ weakness: Weakness) {
    guard !state.weaknesses.contains(weakness) else { return }
    state.weaknesses = Weakness.allCases.filter { $0 == weakness || state.weaknesses.contains($0) }
    write()
  }

  /// It holds again.
  func hold(_ weakness: Weakness) {
    state.weaknesses.removeAll { $0 == weakness }
    write()
  }

  private func write() {
    // Before it is locked there is nothing to tell, and what was told last still holds.
    guard let path, state.since > 0 else { return }
    do throws(Failure) {
      try WholeFile.write(
        Array(state.line.utf8), to: path, mode: 0o644, remedy: "choose another by --state")
      hasFailed = false
    } catch {
      if !hasFailed { warn(error.message) }
      hasFailed = true
    }
  }

  private static var now: Int64 { Int64(time(nil)) }

  /// The moment as ISO 8601 has it, in UTC.
  private static func text(of seconds: Int64) -> String {
    var seconds = time_t(seconds)
    var parts = unsafe tm()
    var text = [CChar](repeating: 0, count: 32)
    unsafe gmtime_r(&seconds, &parts)
    let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// How a lock stands, for monitoring.
struct LockState {
  var isLocked = false
  /// Since when, in seconds since 1970.
  var since: Int64 = 0
  /// In a row, as the lock saw them last.
  var failures: UInt32 = 0
  /// In seconds since 1970.
  var lockedOutUntil: Int64?
  /// The stable name of the panel that came last.
  var panel: String?
  var weaknesses: [Bulletin.Weakness] = []

  var line: String {
    var line = JSONLine()
    line.add("type", "state")
    line.add("version", 1)
    line.add("locked", isLocked)
    line.add("since", since)
    line.add("failures", failures)
    if let lockedOutUntil { line.add("lockedOutUntil", lockedOutUntil) }
    if let panel { line.add("panel", panel) }
    line.add("degraded", json: "[\(weaknesses.map { "\"\($0)\"" }.joined(separator: ","))]")
    return line.line
  }
}

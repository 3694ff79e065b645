import CTerminal
import Glibc

/// Why there is no virtual terminal of our own.
enum TerminalError: Error {
  /// The kernel has none, or none is free.
  case missing
  case noPermission(String)
  /// Whoever shows something on the terminal in front does not let it go.
  case holderStays(terminal: Int32)
  case system(call: String, errno: Int32)
}

extension TerminalError: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing: "no virtual terminal can be had: the kernel has none, or all are taken"
    case .noPermission(let file):
      "\(file): permission denied: no virtual terminal; run as root, or with CAP_SYS_TTY_CONFIG and "
        + "in the group tty, as the unit of 'swipelock setup' does"
    case .holderStays(let terminal):
      "what is shown on /dev/tty\(terminal) is not let go of; end it, or lock the touch alone with "
        + "--no-screen or --feedback-fd"
    case .system(let call, let code): "\(call): \(unsafe String(cString: strerror(code)))"
    }
  }
}

/// A virtual terminal of our own, in front and locked there. Whoever had the display is told so by
/// the kernel, logind or seatd, and has let it go.
struct VirtualTerminal: ~Copyable {
  private let descriptor: Int32
  /// The terminal that was in front before, and will be again.
  private let before: Int32
  private let number: Int32
  private static let patience: Int32 = 5_000

  /// Takes a terminal that is free to the front, or the one that a lock that died has there: a note
  /// says which, and which was in front before.
  static func take() throws(TerminalError) -> VirtualTerminal {
    let console = try open("/dev/tty0")
    defer { close(console) }
    let before = try inFront(console)
    if let note = TerminalNote.read(), note.own == before {
      let terminal = VirtualTerminal(
        try open("/dev/tty\(note.own)"), number: note.own, before: note.before)
      try terminal.lockSwitch()
      return terminal
    }
    var number: Int32 = -1
    try ask("VT_OPENQRY", console, VT_OPENQRY, &number)
    guard number > 0 else { throw .missing }
    let terminal = VirtualTerminal(
      try open("/dev/tty\(number)"), number: number, before: before)
    // The picture of before stays until ours is there, and no key reaches a terminal that nobody reads.
    try terminal.set("KDSETMODE", KDSETMODE, KD_GRAPHICS)
    try terminal.set("KDSKBMODE", KDSKBMODE, K_OFF)
    TerminalNote(own: number, before: before).write()
    guard try terminal.activate(number) else {
      // The kernel would still switch once the holder lets go.
      _ = try? terminal.activate(before)
      terminal.free()
      TerminalNote.remove()
      throw .holderStays(terminal: before)
    }
    try terminal.lockSwitch()
    return terminal
  }

  private init(_ descriptor: Int32, number: Int32, before: Int32) {
    (self.descriptor, self.number, self.before) = (descriptor, number, before)
  }

  deinit { close(descriptor) }

  /// Lets terminals be switched again, and puts the one of before to the front.
  consuming func giveBack() {
    _ = try? set("VT_UNLOCKSWITCH", VT_UNLOCKSWITCH, 1)
    free()
    _ = try? activate(before)
    TerminalNote.remove()
  }

  private borrowing func lockSwitch() throws(TerminalError) {
    try set("VT_LOCKSWITCH", VT_LOCKSWITCH, 1)
  }

  /// The kernel switches away from no terminal that is in graphics mode by itself.
  private borrowing func free() {
    _ = try? set("KDSKBMODE", KDSKBMODE, K_UNICODE)
    _ = try? set("KDSETMODE", KDSETMODE, KD_TEXT)
  }

  /// Returns whether it came to the front.
  private borrowing func activate(_ wanted: Int32) throws(TerminalError) -> Bool {
    try set("VT_ACTIVATE", VT_ACTIVATE, wanted)
    for _ in 0..<(Self.patience / 10) {
      if try Self.inFront(descriptor) == wanted { return true }
      usleep(10_000)
    }
    return false
  }

  private static func inFront(_ terminal: Int32) throws(TerminalError) -> Int32 {
    var state = vt_stat()
    try ask("VT_GETSTATE", terminal, VT_GETSTATE, &state)
    return Int32(state.v_active)
  }

  private static func open(_ path: String) throws(TerminalError) -> Int32 {
    // The group tty may write, and that is enough to ask.
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor < 0 else { return descriptor }
    switch errno {
    case ENOENT, ENXIO, ENODEV: throw .missing
    case EACCES, EPERM: throw .noPermission(path)
    case let code: throw .system(call: path, errno: code)
    }
  }

  private borrowing func set(_ name: String, _ request: Int32, _ value: Int32) throws(TerminalError)
  {
    guard ioctl(descriptor, UInt(request), value) != 0 else { return }
    throw Self.error(name, "/dev/tty\(number)")
  }

  private static func ask<Answer: BitwiseCopyable>(
    _ name: String, _ descriptor: Int32, _ request: Int32, _ answer: inout Answer
  ) throws(TerminalError) {
    guard unsafe ioctl(descriptor, UInt(request), &answer) != 0 else { return }
    throw error(name, "/dev/tty0")
  }

  private static func error(_ call: String, _ file: String) -> TerminalError {
    switch errno {
    case EPERM, EACCES: .noPermission(file)
    case let code: .system(call: call, errno: code)
    }
  }
}

/// Which terminal is ours, for a lock that follows one that died: the kernel keeps it in front, and
/// locked, and cannot say whose it was.
private struct TerminalNote {
  let own: Int32
  let before: Int32

  /// Beside the state of a service; where only root writes, for root; else nowhere.
  private static var path: String? {
    let folder = Terminal.environment("RUNTIME_DIRECTORY")?.split(separator: ":").first
    if let folder { return "\(folder)/terminal" }
    return geteuid() == 0 ? "/run/swipelock-terminal" : nil
  }

  static func read() -> TerminalNote? {
    guard let path, let bytes = WholeFile.bytes(ofFile: path, atMost: 16) else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { Int32($0) }
    guard numbers.count == 2, numbers.allSatisfy({ 1...63 ~= $0 }) else { return nil }
    return TerminalNote(own: numbers[0], before: numbers[1])
  }

  func write() {
    guard let path = Self.path else { return }
    // Without it a lock after a crash ends with 69, and the terminal stays locked.
    try? WholeFile.write(Array("\(own) \(before)\n".utf8), to: path)
  }

  static func remove() {
    if let path { unsafe unlink(path) }
  }
}

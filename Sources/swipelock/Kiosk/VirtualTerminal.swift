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
  let descriptor: Int32
  /// The terminal that was in front before, and will be again.
  let before: Int32
  private let number: Int32
  private static let patience: Int32 = 5_000

  /// Takes a terminal that is free to the front.
  static func take() throws(TerminalError) -> VirtualTerminal {
    let console = try open("/dev/tty0")
    defer { close(console) }
    var number: Int32 = -1
    try ask("VT_OPENQRY", console, VT_OPENQRY, &number)
    guard number > 0 else { throw .missing }
    let terminal = VirtualTerminal(
      try open("/dev/tty\(number)"), number: number, before: try inFront(console))
    // The picture of before stays until ours is there, and no key reaches a terminal that nobody reads.
    try terminal.set("KDSETMODE", KDSETMODE, KD_GRAPHICS)
    try terminal.set("KDSKBMODE", KDSKBMODE, K_OFF)
    guard try terminal.activate(number) else {
      // The kernel would still switch once the holder lets go.
      _ = try? terminal.activate(terminal.before)
      let before = terminal.before
      terminal.free()
      throw .holderStays(terminal: before)
    }
    try terminal.set("VT_LOCKSWITCH", VT_LOCKSWITCH, 1)
    return terminal
  }

  /// Takes a terminal over that an earlier process had in front; nil if it is there no more.
  static func adopt(_ descriptor: Int32, before: Int32) -> VirtualTerminal? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    // The minor numbers of the major 4 are those of the terminals.
    let terminal = VirtualTerminal(
      descriptor, number: Int32(status.st_rdev & 0xff), before: before)
    guard (try? inFront(descriptor)) == terminal.number else { return nil }
    try? terminal.set("VT_LOCKSWITCH", VT_LOCKSWITCH, 1)
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

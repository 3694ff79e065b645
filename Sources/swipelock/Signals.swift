import CSignal
import Glibc

/// SIGINT, SIGTERM and SIGHUP as something to wait for, so that all is given back before the command
/// dies of one.
struct Signals: ~Copyable {
  /// Readable when one came.
  let descriptor: Int32
  private let set: sigset_t
  private let before: sigset_t

  /// Blocks the three, and those that are given; from now on they only make the descriptor readable.
  init(and more: [Int32] = []) throws(Failure) {
    var set = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] + more { unsafe sigaddset(&set, signal) }
    unsafe sigprocmask(SIG_BLOCK, &set, &before)
    descriptor = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw Failure(.inputOutput, "signalfd: \(unsafe String(cString: strerror(errno)))")
    }
    self.set = set
    self.before = before
  }

  deinit {
    close(descriptor)
    restore()
  }

  /// The signal that came, if one did.
  func received() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard unsafe read(descriptor, &info, size) == size else { return nil }
    return Int32(info.ssi_signo)
  }

  /// Lets signals do again what they did before: for a program that takes over.
  func restore() {
    var before = before
    unsafe sigprocmask(SIG_SETMASK, &before, nil)
  }

  /// Dies by the signal, as if it had never been held back.
  static func die(by signal: Int32) -> Never {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
    // Not reached, unless something keeps the signal from killing.
    exit(128 + signal)
  }
}

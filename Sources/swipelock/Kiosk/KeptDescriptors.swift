import Glibc

/// What the service manager kept of a lock that died, by the names it was kept under.
struct KeptDescriptors {
  static let panel = "panel"
  static let keyboard = "keyboard"
  static let display = "display"

  private(set) var panels: [Int32] = []
  private(set) var keyboards: [Int32] = []
  private(set) var display: Int32?

  /// Takes what sd_listen_fds(3) tells of; the variables are nobody else's then.
  init() {
    let process = Terminal.environment("LISTEN_PID").flatMap { Int32($0) }
    let count = Terminal.environment("LISTEN_FDS").flatMap { Int32($0) } ?? 0
    let names = (Terminal.environment("LISTEN_FDNAMES") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
    guard process == getpid(), 1...1024 ~= count else { return }
    for place in 0..<count {
      // The first is 3, by definition.
      let descriptor = 3 + place
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      take(descriptor, Int(place) < names.count ? String(names[Int(place)]) : "")
    }
  }

  private mutating func take(_ descriptor: Int32, _ name: String) {
    if name == Self.panel {
      panels.append(descriptor)
    } else if name == Self.keyboard {
      keyboards.append(descriptor)
    } else if name == Self.display, display == nil {
      display = descriptor
    } else {
      close(descriptor)
    }
  }
}

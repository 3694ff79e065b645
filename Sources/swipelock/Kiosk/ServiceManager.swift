import Glibc

/// The service manager that started this process: it is told how the lock stands, and keeps
/// descriptors while no process is there. The protocol is sd_notify(3)'s, one datagram a word.
struct ServiceManager {
  private let socket: String
  /// How often it wants to hear that the lock still runs, in microseconds; nil if it does not.
  let watchdogPeriod: Int64?
  /// Whether it keeps descriptors over a crash: `FDSTORE` in the environment, as systemd 254 sets it
  /// and the unit of `setup` does.
  let keepsDescriptors: Bool

  /// Nil if there is none that listens.
  init?() {
    guard let socket = Terminal.environment("NOTIFY_SOCKET"),
      socket.hasPrefix("/") || socket.hasPrefix("@")
    else { return nil }
    self.socket = socket
    keepsDescriptors = (Terminal.environment("FDSTORE").flatMap { Int($0) } ?? 0) > 0
    let isOurs =
      Terminal.environment("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    // Twice as often as it must be, as sd_watchdog_enabled(3) advises.
    watchdogPeriod =
      isOurs ? Terminal.environment("WATCHDOG_USEC").flatMap { Int64($0) }.map { $0 / 2 } : nil
  }

  /// The lock holds, and is to be seen.
  func tellReady(_ status: String) { send("READY=1\nSTATUS=\(status)") }
  func feedWatchdog() { send("WATCHDOG=1") }
  /// Not before COMMAND: that would be given as long as a stop may take.
  func tellStopping() { send("STOPPING=1") }

  /// Hands a copy of the descriptor over, to be given to the next process under that name.
  func keep(_ descriptor: Int32, as name: String) {
    guard keepsDescriptors else { return }
    send("FDSTORE=1\nFDNAME=\(name)", with: descriptor)
  }

  /// Has it close all that it keeps under that name.
  func drop(_ name: String) {
    guard keepsDescriptors else { return }
    send("FDSTOREREMOVE=1\nFDNAME=\(name)")
  }

  /// Waits until all that was sent is done, at most 2 s: what it hears of a process that is gone it
  /// does not heed.
  func settle() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    send("BARRIER=1", with: ends[1])
    close(ends[1])
    var entry = pollfd(fd: ends[0], events: 0, revents: 0)
    _ = unsafe poll(&entry, 1, 2_000)
    close(ends[0])
  }

  /// A manager that cannot be reached is no reason to stop: the lock decides nothing by it.
  private func send(_ text: String, with descriptor: Int32? = nil) {
    let file = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return }
    defer { close(file) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(socket.utf8)
    let size = MemoryLayout<sa_family_t>.size + path.count
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path)
      // An abstract name begins with a zero.
      if path[0] == UInt8(ascii: "@") { unsafe bytes[0] = 0 }
    }
    var bytes = Array(text.utf8)
    var rights = Rights(descriptor: descriptor ?? -1)
    unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe withUnsafeMutableBytes(of: &rights) { rights in
          var part = unsafe iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
          unsafe withUnsafeMutablePointer(to: &part) { part in
            var message = unsafe msghdr()
            unsafe message.msg_name = UnsafeMutableRawPointer(address)
            unsafe message.msg_namelen = socklen_t(size)
            unsafe message.msg_iov = part
            unsafe message.msg_iovlen = 1
            if descriptor != nil {
              unsafe message.msg_control = rights.baseAddress
              unsafe message.msg_controllen = rights.count
            }
            _ = unsafe sendmsg(file, &message, Int32(MSG_NOSIGNAL))
          }
        }
      }
    }
  }

  /// A control message with one descriptor: a `cmsghdr`, then the data, filled up to a whole word.
  private struct Rights {
    var header = cmsghdr()
    var descriptor: Int32
    var filling: Int32 = 0

    init(descriptor: Int32) {
      header.cmsg_len = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
      header.cmsg_level = SOL_SOCKET
      header.cmsg_type = Int32(SCM_RIGHTS)
      self.descriptor = descriptor
    }
  }
}

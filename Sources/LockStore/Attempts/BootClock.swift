internal import Glibc

/// A time that cannot be set: microseconds since the machine started, and which start that was.
public struct BootClock: Hashable, Sendable {
  public let boot: BootID
  /// Microseconds since the start, those asleep included; 0 or more.
  public let microseconds: Int64

  public init(boot: BootID, microseconds: Int64) {
    precondition(microseconds >= 0, "\(microseconds) µs is before the start of the machine")
    self.boot = boot
    self.microseconds = microseconds
  }

  /// The kernel's: CLOCK_BOOTTIME and `/proc/sys/kernel/random/boot_id`. Throws if either can't be
  /// had, as in a container without `/proc`.
  public static func current() throws(StoreError) -> BootClock {
    let path = "/proc/sys/kernel/random/boot_id"
    do throws(FailedCall) {
      let bytes = try Descriptor.file(path).read(atMost: BootID.length)
      guard let boot = BootID(String(decoding: bytes, as: UTF8.self)) else {
        throw FailedCall("read", errno: EINVAL)
      }
      var time = timespec()
      try check("clock_gettime") { unsafe clock_gettime(CLOCK_BOOTTIME, &time) }
      return BootClock(
        boot: boot, microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    } catch {
      throw .system(path: path, error)
    }
  }
}

/// Which start of the machine it is.
public struct BootID: Hashable, Sendable, CustomStringConvertible {
  static let length = 36

  public let description: String

  /// Takes 36 digits, letters a–f and hyphens, as the kernel writes them.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length,
      text.utf8.allSatisfy({ "0123456789abcdef-".utf8.contains($0) })
    else { return nil }
    description = String(text)
  }
}

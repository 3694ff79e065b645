internal import Glibc

/// How much work yescrypt makes of one run: cost n takes 2ⁿ⁺¹⁹ bytes, and each is twice the time of
/// the one before.
public struct VerifierCost: Hashable, Sendable {
  /// 3 to 11.
  public let number: Int

  /// 6: 34 MB, and 50 ms on one core of 2026.
  public static let standard = VerifierCost(number: Verifier.standardCost)

  package init(number: Int) {
    precondition(Verifier.costs.contains(number), "yescrypt has no cost \(number)")
    self.number = number
  }

  /// The largest cost whose run takes at most so many milliseconds on this machine, and at most a
  /// quarter of the memory that is there; at least the smallest.
  ///
  /// Finds out by running, which takes about as long as the target. Throws if not even the smallest
  /// can be run.
  public static func measured(milliseconds target: Int) throws(FailedCall) -> VerifierCost {
    try largest(within: target, memory: Memory.available()) { cost throws(FailedCall) in
      try seconds(of: cost) * 1_000
    }
  }

  package static func largest(
    within target: Int, memory: UInt64, _ milliseconds: (Int) throws(FailedCall) -> Double
  ) throws(FailedCall) -> VerifierCost {
    var cost = Verifier.costs.lowerBound
    // The next has twice the memory and twice the time.
    while cost < Verifier.costs.upperBound, memory / 4 >= bytes(of: cost + 1),
      try milliseconds(cost) * 2 <= Double(target)
    {
      cost += 1
    }
    return VerifierCost(number: cost)
  }

  /// The memory of a run, in bytes.
  package static func bytes(of cost: Int) -> UInt64 { 1 << UInt64(cost + 19) }

  private static func seconds(of cost: Int) throws(FailedCall) -> Double {
    let phrase = try LockedMemory(byteCount: Phrase.longest + 1)
    guard let setting = Yescrypt.setting(cost: cost) else {
      throw FailedCall("crypt_gensalt_rn", errno: errno)
    }
    let start = try now()
    guard Yescrypt.crypt(phrase, setting) != nil else {
      throw FailedCall("crypt_rn", errno: ENOMEM)
    }
    return try now() - start
  }

  private static func now() throws(FailedCall) -> Double {
    var time = timespec()
    try check("clock_gettime") { unsafe clock_gettime(CLOCK_MONOTONIC, &time) }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// What memory a process may still take.
enum Memory {
  /// The least of what the kernel calls available, of the control group's limit, and of the
  /// process's own, in bytes. What cannot be read limits nothing.
  static func available() -> UInt64 {
    let kernel = text("/proc/meminfo", atMost: 4_096).flatMap(kilobytesAvailable).map { $0 * 1_024 }
    var limit = rlimit()
    let isLimited = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    let own = isLimited ? UInt64(limit.rlim_cur) : .max
    return min(kernel ?? .max, groupLimit() ?? .max, own)
  }

  /// `MemAvailable:    1234 kB`
  static func kilobytesAvailable(_ text: String) -> UInt64? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    let words = line?.split(separator: " ") ?? []
    return words.count > 1 ? UInt64(words[1]) : nil
  }

  /// The least `memory.max` of the process's control group and those above it.
  private static func groupLimit() -> UInt64? {
    guard
      let line = text("/proc/self/cgroup", atMost: 4_096)?.split(separator: "\n")
        .first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    var path = "/sys/fs/cgroup\(line.dropFirst(3))"
    var least: UInt64?
    while path.hasPrefix("/sys/fs/cgroup") {
      let limit = text("\(path)/memory.max", atMost: 64)?.split(separator: "\n").first
      if let limit = limit.flatMap({ UInt64($0) }) { least = min(least ?? .max, limit) }
      guard let slash = path.lastIndex(of: "/") else { break }
      path = String(path[..<slash])
    }
    return least
  }

  private static func text(_ path: String, atMost limit: Int) -> String? {
    guard let bytes = try? Descriptor.file(path).read(atMost: limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

internal import Glibc
public import LockCore

/// Zeroed memory for a secret: kept out of swap where the system allows it, out of core dumps and
/// out of child processes, and zeroed before it is given back.
@safe
package struct LockedMemory: ~Copyable {
  package let byteCount: Int
  /// Why it may be swapped out; nil if it can't be. It is usable either way: a limit that is too low
  /// (RLIMIT_MEMLOCK) must not lock people out, and what else protects the secret still holds.
  package var swappable: FailedCall? { lockError.map { FailedCall("mlock", errno: $0) } }
  private let lockError: CInt?
  private let address: UnsafeMutableRawPointer

  package init(byteCount: Int) throws(FailedCall) {
    let address = unsafe try checkPointer("mmap", unless: MAP_FAILED) {
      unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    }
    // Both are advice, refused only by kernels older than they are. A child sees zeroes: were the
    // memory not there at all, one that gives it back would be killed.
    unsafe madvise(address, byteCount, MADV_DONTDUMP)
    unsafe madvise(address, byteCount, MADV_WIPEONFORK)
    do throws(FailedCall) {
      try check("mlock") { unsafe mlock(address, byteCount) }
      lockError = nil
    } catch {
      lockError = error.errno
    }
    unsafe self.address = address
    self.byteCount = byteCount
  }

  deinit { unsafe Self.release(address, byteCount) }

  /// Lends the bytes. They must not be kept.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(UnsafeMutableRawBufferPointer(start: address, count: byteCount))
  }

  fileprivate static func release(_ address: UnsafeMutableRawPointer, _ byteCount: Int) {
    unsafe explicit_bzero(address, byteCount)
    unsafe munmap(address, byteCount)
  }

  fileprivate consuming func relinquish() -> UnsafeMutableRawPointer {
    let address = unsafe address
    discard self
    return unsafe address
  }
}

extension Pattern {
  /// An empty pattern in memory that is locked, undumped and zeroed when it goes.
  ///
  /// Calls `warn` with the call that failed if the memory may be swapped out (mostly mlock and
  /// RLIMIT_MEMLOCK); the pattern is usable all the same. Throws if there is no memory.
  public static func locked(
    warn: (FailedCall) -> Void = { _ in }
  ) throws(FailedCall) -> Pattern {
    let memory = try LockedMemory(byteCount: capacity)
    if let reason = memory.swappable { warn(reason) }
    let bytes = unsafe memory.relinquish().bindMemory(to: UInt8.self, capacity: capacity)
    return unsafe Pattern(memory: bytes) { bytes in
      unsafe LockedMemory.release(UnsafeMutableRawPointer(bytes), capacity)
    }
  }
}

internal import Glibc

/// A value that threads share under a lock, and wait on for a change.
@safe
final class Monitor<Value: ~Copyable>: @unchecked Sendable {
  // Only ever touched by who holds the mutex, which is why the class may be shared.
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: consuming Value) {
    self.value = value
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(mutex)
    unsafe changed.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the value, and wakes whoever waits.
  func change<Result: ~Copyable>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until `body` has a result.
  func wait<Result: ~Copyable>(for body: (inout Value) -> Result?) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(changed, mutex)
    }
  }
}

/// A thread that gets no signal: those are for who waits for them.
struct QuietThread: ~Copyable {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Runs `body` in a new thread; throws if there can be none.
  static func start(_ body: @escaping @Sendable () -> Void) throws(FailedCall) -> QuietThread {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw FailedCall("pthread_create", errno: code)
    }
    return QuietThread(thread: thread)
  }

  private init(thread: pthread_t) { self.thread = thread }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }
}

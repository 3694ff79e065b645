import Glibc
import Synchronization

/// Threads of our own: tasks may all be given to one.
enum Threads {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private final class Results<Result: Sendable>: Sendable {
    let all = Mutex<[Result]>([])
  }

  /// Runs `body` in so many threads at once, and gives what each returned.
  static func run<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () -> Result
  ) -> [Result] {
    let results = Results<Result>()
    let threads = (0..<count).map { _ in
      start {
        let result = body()
        results.all.withLock { $0.append(result) }
      }
    }
    for thread in threads { pthread_join(thread, nil) }
    return results.all.withLock { $0 }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { work in
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      }, work)
    precondition(code == 0, "no thread can be started")
    return thread
  }
}

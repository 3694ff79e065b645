import Glibc
public import TouchCore

extension LivePanel {
  /// The frames as an asynchronous sequence, for programs that are built on tasks: a thread of its own
  /// waits for the panel, since a wait must not block a task's thread.
  ///
  /// Frames that nobody takes wait. When `capacity` of them do, the sequence gives these and then
  /// throws `SourceError.overflow`: frames are never left out. The panel is closed when the sequence's
  /// task is cancelled, or when the sequence goes.
  ///
  /// - Parameter capacity: at least 1. Each frame that waits costs some hundred bytes.
  public consuming func frames(capacity: Int = 1024) -> LiveFrames {
    precondition(capacity > 0)
    return LiveFrames(self, capacity: capacity)
  }
}

/// The frames of a `LivePanel` as they happen, for one loop; it ends when the panel is gone.
public struct LiveFrames: AsyncSequence {
  public typealias Element = Frame
  public typealias Failure = SourceError

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var iterator: AsyncStream<Result<Frame, SourceError>>.Iterator

    public mutating func next() async throws(SourceError) -> Frame? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SourceError) -> Frame? {
      try await iterator.next(isolation: actor)?.get()
    }
  }

  private let results: AsyncStream<Result<Frame, SourceError>>

  fileprivate init(_ panel: consuming LivePanel, capacity: Int) {
    // One place more, for the error.
    let policy = AsyncStream<Result<Frame, SourceError>>.Continuation.BufferingPolicy
      .bufferingOldest(capacity + 1)
    let (results, continuation) = AsyncStream.makeStream(
      of: Result<Frame, SourceError>.self, bufferingPolicy: policy)
    self.results = results
    ReadingThread(panel, capacity, continuation).start()
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(iterator: results.makeAsyncIterator())
  }
}

/// The thread that waits for a panel and hands its frames on.
private final class ReadingThread {
  private var panel: LivePanel
  private let capacity: Int
  private let continuation: AsyncStream<Result<Frame, SourceError>>.Continuation
  /// The end of a pipe that is hung up on when nobody listens any more.
  private var stop: CInt = -1

  init(
    _ panel: consuming LivePanel, _ capacity: Int,
    _ continuation: AsyncStream<Result<Frame, SourceError>>.Continuation
  ) {
    self.panel = panel
    self.capacity = capacity
    self.continuation = continuation
  }

  func start() {
    do throws(SystemError) {
      var ends: [CInt] = [-1, -1]
      try check("pipe") { unsafe pipe(&ends) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      stop = ends[0]
      let hangUp = ends[1]
      continuation.onTermination = { _ in close(hangUp) }
      var thread = pthread_t()
      let code = unsafe pthread_create(
        &thread, nil,
        { argument in
          guard let argument = unsafe argument else { return nil }
          unsafe Unmanaged<ReadingThread>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
      guard code == 0 else {
        unsafe Unmanaged.passUnretained(self).release()
        throw SystemError(errno: code, call: "pthread_create")
      }
      pthread_detach(thread)
    } catch {
      continuation.yield(.failure(.system(error, node: panel.device.node)))
      continuation.finish()
    }
  }

  private func run() {
    do throws(SourceError) {
      reading: while true {
        switch try panel.next(orReadable: stop) {
        case .frame(let frame):
          guard case .enqueued(let places) = continuation.yield(.success(frame)) else {
            break reading
          }
          if places <= 1 { throw .overflow(frames: capacity) }
        case .woken, .ended: break reading
        case .deadlinePassed: continue
        }
      }
    } catch {
      continuation.yield(.failure(error))
    }
    continuation.finish()
  }

  deinit {
    if stop >= 0 { close(stop) }
  }
}

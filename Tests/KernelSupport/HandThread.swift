internal import Glibc

/// A thread that plays on a panel while the test reads it.
package final class HandThread {
  private final class Work {
    var panel: UinputPanel?
    let body: (consuming UinputPanel) -> Void

    init(_ panel: consuming UinputPanel, _ body: @escaping (consuming UinputPanel) -> Void) {
      self.panel = consume panel
      self.body = body
    }
  }

  private var thread = pthread_t()
  private var isJoined = false

  /// Starts the thread, and gives it the panel.
  package init(
    _ panel: consuming UinputPanel, _ body: @escaping (consuming UinputPanel) -> Void
  ) throws {
    let work = unsafe Unmanaged.passRetained(Work(panel, body)).toOpaque()
    let result = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        if let panel = work.panel.take() { work.body(panel) }
        return nil
      }, work)
    guard result == 0 else { throw SystemFailure(call: "pthread_create", number: result) }
  }

  /// Waits for its end.
  package func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }

  deinit { join() }
}

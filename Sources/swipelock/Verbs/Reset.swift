import Glibc
import LockStore

/// `reset`: forgets failures, and with them a lock-out.
struct Reset: Verb {
  static let name = "reset"
  static let summary = "clear a lock-out and all failures; for the store's owner"
  static let explanation = """
    Forgets all failures, and says so in the system's log. Only the user whom the store belongs to \
    can do so. Patterns stay as they are.
    """
  static let options = StoreOptions.all

  private var given = StoreOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    _ = try given.take(option, value)
  }

  func run() throws(Failure) -> ExitStatus {
    let store = try given.open().store
    do throws(StoreError) { try store.reset() } catch { throw Failure(error) }
    let sentence = "\(store.path): all failures were forgotten by user \(getuid())"
    SystemLog.notice(sentence)
    var output = Output()
    try output.say("All failures are forgotten.")
    return .done
  }
}

/// The system's log.
enum SystemLog {
  /// Writes one line for whoever looks after the machine.
  static func notice(_ sentence: String) {
    // The name is kept by the C library.
    let name = unsafe strdup("swipelock")
    unsafe openlog(name, LOG_PID, LOG_AUTH)
    unsafe "%s".withCString { format in
      unsafe sentence.withCString { text in
        unsafe withVaList([text]) { unsafe vsyslog(LOG_NOTICE, format, $0) }
      }
    }
    closelog()
  }
}

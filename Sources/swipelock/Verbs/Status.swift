import LockCore
import LockStore

/// `status`: who is enrolled, and how the attempts stand.
struct Status: Verb {
  static let name = "status"
  static let summary = "who is enrolled, failures, and how long until the next attempt"
  static let options = [Option("json", nil, "one JSON object")] + StoreOptions.all

  private var isJSON = false
  private var store = StoreOptions()

  mutating func take(option: String, _ value: String) throws(UsageError) {
    if option == "json" { isJSON = true }
    _ = try store.take(option, value)
  }

  func run() throws(Failure) -> ExitStatus {
    let opened = try store.open().store
    let status: StoreStatus
    do throws(StoreError) {
      status = try opened.status()
    } catch {
      throw Failure(error)
    }
    var output = Output()
    try output.write(isJSON ? json(status) : text(status))
    try output.flush()
    return .done
  }

  private func json(_ status: StoreStatus) -> String {
    var line = JSONLine()
    line.add("type", "status")
    line.add("version", 1)
    let credentials = status.enrolled.map { enrolled in
      var credential = JSONLine()
      credential.add("name", enrolled.name.description)
      credential.add("kind", enrolled.kind.rawValue)
      credential.add("created", enrolled.created)
      credential.add("changed", enrolled.changed)
      credential.add("owner", enrolled.isOwner)
      return credential.object
    }
    line.add("credentials", json: "[\(credentials.joined(separator: ","))]")
    line.add("rows", status.rules.rows)
    line.add("columns", status.rules.columns)
    line.add("fill", status.rules.fillsPassedDots)
    line.add("minimum", status.rules.minimum)
    if let maximum = status.rules.maximum { line.add("maximum", maximum) }
    line.add("pepper", status.hasPepper)
    line.add("cost", status.cost)
    line.add("backOff", status.policy.name)
    line.add("failures", status.failures)
    line.add("ownerFailures", status.ownerFailures)
    line.add("secondsUntilNextAttempt", seconds(status))
    line.add("lockedOut", status.isLockedOut)
    return line.line
  }

  private func text(_ status: StoreStatus) -> String {
    var text = ""
    for enrolled in status.enrolled {
      text += "\(enrolled.name): \(enrolled.kind.rawValue)\(enrolled.isOwner ? ", owner" : "")\n"
    }
    let rules = status.rules
    text += "grid: \(rules.rows) × \(rules.columns), at least \(rules.minimum) dots"
    text += rules.fillsPassedDots ? "\n" : ", no fill\n"
    text += "pepper: \(status.hasPepper ? "needed" : "none")\n"
    text += "back-off: \(status.policy.name)\n"
    text += "failures: \(status.failures), and \(status.ownerFailures) since the owner's last "
    text += "right attempt\n"
    text += status.isLockedOut ? "locked out: \(seconds(status)) s more\n" : "locked out: no\n"
    return text
  }

  private func seconds(_ status: StoreStatus) -> Int64 {
    guard case .wait(let milliseconds) = status.standing else { return 0 }
    return Decimal.wholeSeconds(milliseconds: milliseconds)
  }
}

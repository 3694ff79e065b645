import Glibc
import LockStore

/// The options of every verb that touches a store.
struct StoreOptions {
  var path: String?
  var configurationPath: String?
  var pepperPath: String?

  static let all = [
    Option(
      "store", "DIR",
      "the store's folder (default $STATE_DIRECTORY, else /var/lib/swipelock for root, "
        + "else $XDG_STATE_HOME/swipelock)"),
    Option(
      "config", "FILE", "the configuration (default \(Configuration.standardPath) if it is there)"),
    Option(
      "pepper-file", "FILE",
      "the device's secret (default $CREDENTIALS_DIRECTORY/swipelock.pepper if it is there)"),
  ]

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    guard ["store", "config", "pepper-file"].contains(option) else { return false }
    guard !value.isEmpty else {
      throw UsageError("--\(option) takes a \(option == "store" ? "folder" : "file")")
    }
    switch option {
    case "store": path = value
    case "config": configurationPath = value
    default: pepperPath = value
    }
    return true
  }

  /// The store, and what the configuration says beside its policy.
  func open() throws(Failure) -> (store: Store, configuration: Configuration) {
    let folder = try folder()
    let configuration = try Configuration.read(configurationPath)
    return (
      Store(path: folder, policy: configuration.policy, pepper: try pepper()), configuration
    )
  }

  private func pepper() throws(Failure) -> Pepper? {
    do throws(StoreError) {
      if let pepperPath { return try Pepper(file: pepperPath) }
      guard let folder = Self.variable("CREDENTIALS_DIRECTORY") else { return nil }
      let file = "\(folder)/swipelock.pepper"
      if unsafe access(file, F_OK) != 0, errno == ENOENT { return nil }
      return try Pepper(file: file)
    } catch {
      if case .system(_, let call) = error, call.errno == ENOENT {
        throw Failure(.noInput, error.description)
      }
      throw Failure(error)
    }
  }

  /// The folder of the store.
  private func folder() throws(Failure) -> String {
    if let path { return path }
    // systemd joins several by colons; the first is ours.
    if let state = Self.variable("STATE_DIRECTORY")?.split(separator: ":").first {
      return String(state)
    }
    if geteuid() == 0 { return "/var/lib/swipelock" }
    if let state = Self.variable("XDG_STATE_HOME") { return "\(state)/swipelock" }
    if let home = Self.variable("HOME") { return "\(home)/.local/state/swipelock" }
    throw Failure(.usage, "no place for a store: HOME is not set; give --store DIR")
  }

  /// Makes the folders above a store that nobody named, as far as they are missing: $XDG_STATE_HOME
  /// need not be there before its first use. Those above `--store` are for whoever names it.
  func makeFoldersAbove(_ folder: String) {
    guard path == nil else { return }
    var made = ""
    for part in folder.split(separator: "/").dropLast() {
      made += "/\(part)"
      // What cannot be made is told when the store is.
      unsafe mkdir(made, 0o700)
    }
  }

  /// The variable, if it is an absolute path.
  private static func variable(_ name: String) -> String? {
    guard let value = Terminal.environment(name), value.hasPrefix("/") else { return nil }
    return value
  }
}

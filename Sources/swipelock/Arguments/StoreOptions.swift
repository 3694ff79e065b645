import Glibc

/// The option of every verb that touches a store.
struct StoreOptions {
  var path: String?

  static let all = [
    Option(
      "store", "DIR",
      "the store's folder (default $STATE_DIRECTORY, else /var/lib/swipelock for root, "
        + "else $XDG_STATE_HOME/swipelock)")
  ]

  /// Takes the option if it is this one.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    guard option == "store" else { return false }
    guard !value.isEmpty else { throw UsageError("--store takes a folder") }
    path = value
    return true
  }

  /// The folder of the store.
  func folder() throws(Failure) -> String {
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

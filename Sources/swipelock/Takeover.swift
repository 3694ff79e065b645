import Glibc

/// A command that takes the place of this process.
struct Takeover {
  private let command: [String]
  private let environment: [String: String]

  /// `environment` comes to what the process has.
  init(_ command: [String], _ environment: [String: String] = [:]) {
    precondition(!command.isEmpty, "a command has a name")
    self.command = command
    self.environment = environment
  }

  /// Becomes the command. Else ends with 127 if it does not exist, 126 if it cannot be
  /// executed, as shells have it.
  ///
  /// Every descriptor that was opened here is marked to be closed; those that came with the process
  /// are the caller's, and go on.
  func run() -> Never {
    for (name, value) in environment { unsafe setenv(name, value, 1) }
    var words = unsafe command.map { unsafe strdup($0) }
    unsafe words.append(nil)
    _ = unsafe execvp(command[0], words)
    let code = errno
    warn("\(command[0]): \(unsafe String(cString: strerror(code))); nothing was run")
    exit(code == ENOENT ? 127 : 126)
  }
}

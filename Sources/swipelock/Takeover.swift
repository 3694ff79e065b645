import Glibc

/// A command that takes the place of this process.
struct Takeover {
  private let command: [String]

  init(_ command: [String]) {
    precondition(!command.isEmpty, "a command has a name")
    self.command = command
  }

  /// Becomes the command. Else ends with 127 if it does not exist, 126 if it cannot be
  /// executed, as shells have it.
  ///
  /// Every descriptor that was opened here is marked to be closed; those that came with the process
  /// are the caller's, and go on.
  func run() -> Never {
    var words = unsafe command.map { unsafe strdup($0) }
    unsafe words.append(nil)
    _ = unsafe execvp(command[0], words)
    let code = errno
    warn("\(command[0]): \(unsafe String(cString: strerror(code))); nothing was run")
    exit(code == ENOENT ? 127 : 126)
  }
}

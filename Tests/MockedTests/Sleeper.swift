import Glibc

/// A process that holds a file open and does nothing.
final class Sleeper {
  let id: Int32

  struct Failure: Error {}

  init(reading path: String) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    let words = ["sleep", "60"]
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in words.indices { unsafe free(arguments[index]) } }
    var id: pid_t = 0
    guard unsafe posix_spawn(&id, "/bin/sleep", &actions, nil, &arguments, nil) == 0 else {
      throw Failure()
    }
    self.id = id
    // The name is the program's once it has begun to run.
    usleep(100_000)
  }

  deinit {
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }
}

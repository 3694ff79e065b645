internal import Glibc

/// What a child process is given.
struct Spawn {
  let arguments: [String]
  let environment: [String: String]
  let input: Int32
  let output: Int32
  let errors: Int32

  /// Starts the child as the leader of a process group, with no signal ignored or blocked.
  func start() throws -> pid_t {
    Self.keepDescriptors()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [input, output, errors].enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process = pid_t()
    let result = unsafe Self.withPointers(to: arguments) { arguments in
      unsafe Self.withPointers(to: environment.map { "\($0)=\($1)" }) { environment in
        guard let path = unsafe arguments.first.flatMap(\.self) else { return EINVAL }
        return unsafe posix_spawnp(
          &process, path, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else { throw SystemFailure(call: "run \(arguments[0])", number: result) }
    return process
  }

  /// The environment that the tests were started with.
  static func inheritedEnvironment() -> [String: String] {
    let text = TextFile.read("/proc/self/environ") ?? ""
    let pairs = text.split(separator: "\0").map { entry in
      entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { _, last in last }
  }

  /// Keeps from the child what this process was itself given, or opened without O_CLOEXEC.
  private static func keepDescriptors() {
    for file in TextFile.names(in: "/proc/self/fd").compactMap(Int32.init) where file > 2 {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
  }

  private static func withPointers<Result>(
    to strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe pointers.forEach { unsafe free($0) }
    }
    return unsafe body(pointers)
  }
}

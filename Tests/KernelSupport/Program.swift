internal import Glibc

/// A child process whose lines are read as they come; whatever is left of it is killed in the end.
package final class Program {
  package enum Ending: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  package enum Stream: Sendable {
    case output
    case errors
  }

  package let process: Int32
  private let name: String
  private var outputPipe: LinePipe
  private var errorPipe: LinePipe
  private var seen: [Stream: Int] = [:]
  private var ending: Ending?

  /// Starts a program found on the path; `user` and `groups` are names or numbers.
  package init(
    _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
    user: String? = nil, groups: [String] = []
  ) throws {
    name = arguments[0]
    let inputFile = try unsafe check(open(input, O_RDONLY | O_CLOEXEC), "open \(input)")
    defer { close(inputFile) }
    let all = Spawn.inheritedEnvironment().merging(environment) { $1 }
    var process = pid_t()
    var errorPipe: LinePipe?
    outputPipe = try LinePipe.open { output in
      errorPipe = try LinePipe.open { errors in
        process = try Spawn(
          arguments: Self.prefix(user: user, groups: groups) + arguments, environment: all,
          input: inputFile, output: output, errors: errors
        ).start()
      }
    }
    guard let errorPipe = errorPipe.take() else { preconditionFailure("open always sets it") }
    self.errorPipe = errorPipe
    self.process = process
  }

  /// Starts the swipelock that was built beside these tests.
  package static func swipelock(
    _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
    user: String? = nil, groups: [String] = []
  ) throws -> Program {
    try Program(
      [Self.swipelockPath] + arguments, environment: environment, input: input, user: user,
      groups: groups)
  }

  /// Runs a program to its end; any status but 0 is an error.
  package static func run(_ arguments: [String]) throws {
    let program = try Program(arguments)
    let ending = try program.wait()
    guard ending == .status(0) else {
      throw Wait.TimedOut(description: "\(arguments): \(ending), \(program.errors)")
    }
  }

  package static let swipelockPath: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let bundle = String(
      decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return bundle.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/swipelock"
  }()

  deinit {
    if ending == nil {
      kill(-process, SIGKILL)
      _ = waitpid(process, nil, 0)
    }
  }

  package var output: [String] {
    outputPipe.drain()
    return outputPipe.lines
  }

  package var errors: [String] {
    errorPipe.drain()
    return errorPipe.lines
  }

  package func signal(_ number: Int32) throws {
    try check(kill(process, number), "signal \(number) to \(name)")
  }

  /// Waits for the end of the process, and for what it said before.
  @discardableResult
  package func wait(within limit: Duration = Wait.patience) throws -> Ending {
    try Wait.until("\(name) to end; it said: \(output) \(errors)", within: limit) {
      collect()
      return ending != nil
    }
    guard let ending else { preconditionFailure("waited until it was set") }
    return ending
  }

  /// Waits for a line that has not been waited for before; two calls see two lines.
  @discardableResult
  package func line(
    containing text: String, in stream: Stream = .output, within limit: Duration = Wait.patience
  ) throws -> String {
    var found: String?
    try Wait.until("\"\(text)\"; \(name) said: \(output) \(errors)", within: limit) {
      collect()
      let lines = stream == .output ? output : errors
      let new = lines[seen[stream, default: 0]...]
      if let index = new.firstIndex(where: { $0.contains(text) }) {
        seen[stream] = index + 1
        found = lines[index]
      } else if let ending {
        throw Wait.TimedOut(
          description: "\(name) ended (\(ending)) without \"\(text)\": \(output) \(errors)")
      }
      return found != nil
    }
    return found ?? ""
  }

  private func collect() {
    outputPipe.drain()
    errorPipe.drain()
    guard ending == nil else { return }
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return }
    // The macros that take a wait status apart are not imported.
    let signal = status & 0x7f
    ending = signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
    outputPipe.drain()
    errorPipe.drain()
  }

  private static func prefix(user: String?, groups: [String]) -> [String] {
    guard let user else { return [] }
    let list = groups.isEmpty ? "--clear-groups" : "--groups=" + groups.joined(separator: ",")
    return ["setpriv", "--reuid=\(user)", "--regid=\(user)", list, "--"]
  }
}

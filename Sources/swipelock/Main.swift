import Glibc

@main
struct Main {
  static let version = "0.1.0"

  static let verbs: [any Verb.Type] = [
    Panels.self, Watch.self, Record.self, Replay.self, Convert.self, Lint.self, Diff.self,
    Enroll.self, Unlock.self, Change.self, Remove.self, Status.self, Reset.self, Config.self,
    Idle.self, Setup.self, Draw.self, Doctor.self, VendorReport.self, Calibrate.self,
    TestPanel.self, Demo.self,
  ]

  static func main() {
    // What cannot be written is told by its status; a file system's limit must not kill.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    demandUTF8(arguments)
    switch arguments.first {
    case nil:
      warn("what shall it do? Try 'swipelock --help'")
      exit(ExitStatus.usage.rawValue)
    case "--help", "-?":
      finish { output throws(Failure) in try output.write(help) }
    case "--version", "-V":
      printVersion()
    case .some(let name):
      guard let verb = verbs.first(where: { $0.name == name }) else {
        warn("there is no verb '\(name)'; try 'swipelock --help'")
        exit(ExitStatus.usage.rawValue)
      }
      let status = run(verb, Array(arguments.dropFirst()))
      exit(status.rawValue)
    }
  }

  /// A name that is no UTF-8 would be taken for another: refused, but behind `--`, where it is another
  /// program's.
  private static func demandUTF8(_ arguments: [String]) {
    for (index, argument) in arguments.prefix(while: { $0 != "--" }).enumerated() {
      guard let raw = unsafe CommandLine.unsafeArgv[index + 1],
        unsafe String(validatingCString: raw) == nil
      else { continue }
      warn("argument \(index + 1), '\(argument)', is not UTF-8: give files and names in UTF-8")
      exit(ExitStatus.usage.rawValue)
    }
  }

  private static func run<V: Verb>(_ type: V.Type, _ arguments: [String]) -> ExitStatus {
    do throws(Failure) {
      let verb = try parse(type, arguments)
      return try verb.run()
    } catch {
      if !error.message.isEmpty { warn(error.message) }
      if let signal = error.signal { Signals.die(by: signal) }
      return error.status
    }
  }

  private static func parse<V: Verb>(
    _ type: V.Type, _ arguments: [String]
  ) throws(Failure) -> V {
    var verb = type.init()
    let split = arguments.firstIndex(of: "--") ?? arguments.endIndex
    do throws(UsageError) {
      for item in ArgumentParser.items(of: type, Array(arguments[..<split])) {
        switch item {
        case .option(let name, let value): try verb.take(option: name, value)
        case .argument(let text): try verb.take(argument: text)
        }
      }
      if split < arguments.endIndex { try verb.take(command: Array(arguments[(split + 1)...])) }
    } catch {
      throw Failure(usageOf: type.name, error.message)
    }
    return verb
  }

  static func printVersion() -> Never {
    finish { output throws(Failure) in try output.write("swipelock \(version)\n") }
  }

  private static func finish(_ body: (inout Output) throws(Failure) -> Void) -> Never {
    var output = Output()
    do throws(Failure) {
      try body(&output)
      try output.flush()
      exit(ExitStatus.done.rawValue)
    } catch {
      warn(error.message)
      exit(error.status.rawValue)
    }
  }

  private static var help: String {
    let width = (verbs.map { $0.name.count }.max() ?? 0) + 2
    let rows = verbs.map { verb in
      let space = String(repeating: " ", count: width - verb.name.count)
      return "  \(verb.name)\(space)\(verb.summary)\n"
    }
    return """
      Usage: swipelock VERB [OPTION...]
      Reads touch panels and unlocks by a pattern of dots.

      \(rows.joined())
        --help     this list; 'swipelock VERB --help' for a verb's options
        --version  the version

      """
  }
}

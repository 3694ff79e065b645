import Glibc

/// What the command line asks for.
struct Settings {
  private(set) var names: [String] = []
  private(set) var style = Report.Style.text
  /// Whether everything is small: the figures mean nothing then, the hashes do.
  private(set) var isSmoke = false
  /// A user's capture, in place of what is made up.
  private(set) var capture: String?
  /// A folder of captured strokes with their patterns in `expected.tsv`.
  private(set) var strokes: String?

  /// A folder with the readers in C and the programs that are measured.
  private(set) var readers: String?

  init(_ arguments: [String]) throws(BenchFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--smoke": isSmoke = true
      case "--json": style = .json
      case "--markdown": style = .markdown
      case "--capture": capture = try Self.value(of: argument, &rest)
      case "--strokes": strokes = try Self.value(of: argument, &rest)
      case "--readers": readers = try Self.value(of: argument, &rest)
      case "--help":
        print(Self.help)
        exit(0)
      default: names.append(argument)
      }
    }
    for name in names where !Main.benchmarks.contains(where: { $0.name == name }) {
      throw Self.usage("there is no benchmark '\(name)'")
    }
  }

  func wants(_ benchmark: any Benchmark.Type) -> Bool {
    if !names.isEmpty { return names.contains(benchmark.name) }
    return capture == nil || benchmark.takesCapture
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(BenchFailure) -> String {
    guard let value = rest.popFirst() else { throw usage("\(option) needs a value") }
    return value
  }

  private static func usage(_ message: String) -> BenchFailure {
    BenchFailure("\(message); try 'touchbench --help'", status: EX_USAGE)
  }

  private static var help: String {
    let width = (Main.benchmarks.map { $0.name.count }.max() ?? 0) + 2
    let rows = Main.benchmarks.map { benchmark in
      "  \(benchmark.name.padded(to: width))\(benchmark.summary)"
    }
    return """
      Usage: touchbench [OPTION...] [BENCHMARK...]
      Measures the way from an event to a decision beside what does the same by other means.

      \(rows.joined(separator: "\n"))

        --capture FILE    run what can on a capture of your own
        --strokes FOLDER  strokes of people, with their patterns in FOLDER/expected.tsv
        --readers FOLDER  the readers in C, and our programs, for what needs a kernel's panel
        --smoke           everything small, for the hashes alone
        --json            JSON Lines
        --markdown        a table
      """
  }
}

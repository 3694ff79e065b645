import Glibc

@main
struct Main {
  static var benchmarks: [any Benchmark.Type] {
    var all: [any Benchmark.Type] = [
      Throughput.self, Formats.self, Rates.self, Ahead.self, Reading.self, Start.self,
    ]
    #if Screen
    all.append(Redraw.self)
    #endif
    return all
  }

  static func main() {
    do throws(BenchFailure) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "read" { return try PanelRun.main(Array(arguments.dropFirst())) }
      if arguments.first == "work" {
        return try Throughput.work(Array(arguments.dropFirst()))
      }
      let settings = try Settings(arguments)
      let report = Report(settings.style)
      for benchmark in benchmarks where settings.wants(benchmark) {
        try benchmark.run(settings, report)
      }
    } catch {
      complain(error.message)
      exit(error.status)
    }
  }
}

/// One thing that is measured, in a file of its own.
protocol Benchmark {
  static var name: String { get }
  static var summary: String { get }
  /// Whether it can run on a user's capture.
  static var takesCapture: Bool { get }

  static func run(_ settings: Settings, _ report: Report) throws(BenchFailure)
}

/// Why a benchmark cannot run, with what to do about it.
struct BenchFailure: Error {
  let message: String
  /// One of sysexits.h.
  var status: Int32 = EX_DATAERR

  init(_ message: String, status: Int32 = EX_DATAERR) {
    self.message = message
    self.status = status
  }
}

func complain(_ message: String) {
  var line = Array("touchbench: \(message)\n".utf8)
  unsafe write(STDERR_FILENO, &line, line.count)
}

import Glibc
import TouchSource

// What is counted, and so the same on any machine: what a long stream takes less what a short one does.
extension Reading {
  static func tellCounts(
    of stream: Stream, _ folder: String, _ isSmoke: Bool, on panel: inout VirtualPanel,
    _ report: Report
  ) throws(BenchFailure) {
    let lengths = isSmoke ? (10, 20) : (100, 600)
    func count(
      by tool: String, of reader: String, _ total: (String) throws(BenchFailure) -> Double
    ) throws(BenchFailure) -> Double {
      let command = reader == "us" ? "touchbench read" : reader
      var counts: [Double] = []
      for frames in [lengths.0, lengths.1] {
        let file = "/tmp/touchbench-counts"
        let line = "exec \(tool)=\(file) \(folder)/\(command) \(panel.node) 2>/dev/null"
        _ = try play(stream.prefix(frames), on: &panel, to: line)
        counts.append(try total(file))
      }
      return (counts[1] - counts[0]) / Double(lengths.1 - lengths.0)
    }
    for reader in readers {
      let calls = try count(by: "strace -f -c --output", of: reader, calls)
      report.figure(
        .init("\(reader): system calls a frame", calls, "", goal: reader == "us" ? .atMost(2) : nil)
      )
    }
    var raw = 0.0
    for reader in readers {
      let taken = try count(
        by: "valgrind --tool=callgrind --callgrind-out-file", of: reader, instructions)
      if reader == "raw" { raw = taken }
      report.figure(
        .init(
          "\(reader): user instructions a frame", taken, "", against: ("raw", raw),
          goal: reader == "us" ? .atMostTimes(1.3) : nil))
    }
  }

  private static func calls(in file: String) throws(BenchFailure) -> Double {
    try number(in: file, "strace") { words in
      words.last == "total" && words.count > 4 ? words[3] : nil
    }
  }

  private static func instructions(in file: String) throws(BenchFailure) -> Double {
    try number(in: file, "valgrind") { words in
      words.count == 2 && words[0] == "totals:" ? words[1] : nil
    }
  }

  /// The number in the line that has it.
  private static func number(
    in file: String, _ tool: String, _ find: ([Substring]) -> Substring?
  ) throws(BenchFailure) -> Double {
    guard let stream = unsafe fopen(file, "r") else {
      throw BenchFailure(
        "\(file): \(tool) wrote nothing; install \(tool)", status: EX_UNAVAILABLE)
    }
    defer { unsafe fclose(stream) }
    while true {
      let line = unsafe line(of: stream)
      if line.isEmpty, unsafe feof(stream) != 0 {
        throw BenchFailure("\(file): there is no total in it")
      }
      if let found = find(line.split(separator: " ")) { return Double(found) ?? 0 }
    }
  }
}

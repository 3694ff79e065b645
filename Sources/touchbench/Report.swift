import Glibc

/// Where figures and hashes go, each as it is known.
final class Report {
  enum Style {
    case text
    case json
    case markdown
  }

  /// What a figure should be.
  enum Goal {
    /// At most that many times the baseline's.
    case atMostTimes(Double)
    /// At most that, in the figure's unit.
    case atMost(Double)
    /// At least that, in the figure's unit.
    case atLeast(Double)
  }

  /// One figure, beside the baseline's.
  struct Figure {
    let what: String
    let value: Double
    let unit: String
    var baseline: (name: String, value: Double)?
    var goal: Goal?

    init(
      _ what: String, _ value: Double, _ unit: String,
      against baseline: (name: String, value: Double)? = nil, goal: Goal? = nil
    ) {
      self.what = what
      self.value = value
      self.unit = unit
      self.baseline = baseline
      self.goal = goal
    }

    var ratio: Double? { baseline.map { value / $0.value } }

    /// Whether it is what it should be; nil if nobody said.
    var isMet: Bool? {
      switch goal {
      case .atMostTimes(let most): ratio.map { $0 <= most }
      case .atMost(let most): value <= most
      case .atLeast(let least): value >= least
      case nil: nil
      }
    }
  }

  private let style: Style
  private var benchmark = ""
  /// Whether the table that figures go to has its head.
  private var hasHead = false

  init(_ style: Style) { self.style = style }

  func begin(_ benchmark: String, _ remark: String) {
    self.benchmark = benchmark
    switch style {
    case .text: say("\n\(benchmark): \(remark)")
    case .json: break
    case .markdown:
      say("\n**\(benchmark)**: \(remark)")
      hasHead = false
    }
  }

  /// A number that hangs on the work and not on the machine.
  func hash(_ what: String, _ hash: Hash) {
    switch style {
    case .text: say("hash \(benchmark) \(what): \(hash.text)")
    case .json: say(json("hash", what, ["\"hash\":\"\(hash.text)\""]))
    case .markdown: break
    }
  }

  func figure(_ figure: Figure) {
    let value = figure.value.short
    switch style {
    case .text:
      var line = "  \(figure.what.padded(to: 44)) \(value) \(figure.unit)"
      if let baseline = figure.baseline {
        line += ", \(baseline.name) \(baseline.value.short)"
        if let ratio = figure.ratio { line += " (× \(ratio.fixed(2)))" }
      }
      if let goal = figure.goal {
        line += "; goal \(goal.text)" + (figure.isMet == true ? "" : ": MISSED")
      }
      say(line)
    case .json: say(json("figure", figure.what, fields(of: figure)))
    case .markdown:
      if !hasHead {
        say("\n| figure | ours | baseline | ratio | goal |\n| --- | --- | --- | --- | --- |")
        hasHead = true
      }
      let baseline = figure.baseline.map { "\($0.name) \($0.value.short)" } ?? "–"
      let goal = figure.goal.map { $0.text + (figure.isMet == true ? ", met" : ", **missed**") }
      say(
        "| \(figure.what) | \(value) \(figure.unit) | \(baseline) | "
          + "\(figure.ratio.map { $0.fixed(2) } ?? "–") | \(goal ?? "–") |")
    }
  }

  /// Figures in rows and columns.
  func table(_ what: String, _ columns: [String], _ rows: [(name: String, cells: [String])]) {
    switch style {
    case .text:
      let width = 2 + (([what] + rows.map(\.name)).map(\.count).max() ?? 0)
      let cell = 2 + ((columns + rows.flatMap(\.cells)).map(\.count).max() ?? 0)
      for row in [(name: what, cells: columns)] + rows {
        let cells = row.cells.map { String(repeating: " ", count: cell - $0.count) + $0 }
        say("  \(row.name.padded(to: width))\(cells.joined())")
      }
    case .json:
      for row in rows {
        let cells = zip(columns, row.cells).map { "\"\($0)\":\"\($1)\"" }
        say(json("row", what, ["\"name\":\"\(row.name)\""] + cells))
      }
    case .markdown:
      say("\n| \(what) | \(columns.joined(separator: " | ")) |")
      say("| --- |\(String(repeating: " --- |", count: columns.count))")
      hasHead = false
      for row in rows { say("| \(row.name) | \(row.cells.joined(separator: " | ")) |") }
    }
  }

  private func fields(of figure: Figure) -> [String] {
    var fields = ["\"value\":\(figure.value.short)", "\"unit\":\"\(figure.unit)\""]
    if let baseline = figure.baseline {
      fields.append("\"baseline\":\"\(baseline.name)\"")
      fields.append("\"baselineValue\":\(baseline.value.short)")
    }
    if let goal = figure.goal { fields.append("\"goal\":\"\(goal.text)\"") }
    if let isMet = figure.isMet { fields.append("\"met\":\(isMet)") }
    return fields
  }

  private func json(_ type: String, _ what: String, _ fields: [String]) -> String {
    let start = ["\"type\":\"\(type)\"", "\"benchmark\":\"\(benchmark)\"", "\"what\":\"\(what)\""]
    return "{\((start + fields).joined(separator: ","))}"
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

extension Report.Goal {
  var text: String {
    switch self {
    case .atMostTimes(let most): "≤ \(most.short) ×"
    case .atMost(let most): "≤ \(most.short)"
    case .atLeast(let least): "≥ \(least.short)"
    }
  }
}

extension Double {
  func fixed(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int64((magnitude * Double(scale)).rounded())
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = "\(scaled % Int64(scale))"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / Int64(scale)).\(zeros)\(fraction)"
  }

  /// About three digits.
  var short: String {
    guard isFinite else { return "0" }
    let size = magnitude
    if size == rounded() && size < 1e15 { return fixed(0) }
    return size >= 100 ? fixed(0) : size >= 10 ? fixed(1) : fixed(2)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

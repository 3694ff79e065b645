import Glibc
import LockCore
import TouchCaptures
import TouchCore

/// An unlock stroke of one of ten people, recorded by others; beside the checkout, never in it.
struct HumanStroke {
  let name: String
  /// The dots that the data set's own recogniser told.
  let label: String
  let samples: [(microseconds: Int64, point: ViewPoint)]

  static let folder: String = {
    // FILE is CHECKOUT/Tests/ReplayTests/HumanStroke.swift.
    let checkout = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return (checkout.dropLast() + ["shared", "captures", "human-strokes"]).joined(separator: "/")
  }()

  static var exist: Bool { unsafe access("\(folder)/expected.tsv", R_OK) == 0 }

  static let view = ViewSize(width: 1080, height: 1920)
  static let area = ViewRect(x: 135, y: 678, width: 810, height: 810)

  static func all() throws -> [HumanStroke] {
    try lines(of: "\(folder)/expected.tsv").dropFirst().map { line in
      let cells = line.split(separator: "\t")
      return try HumanStroke(name: String(cells[0]), label: String(cells[1]))
    }
  }

  private init(name: String, label: String) throws {
    self.name = name
    self.label = label
    var source = try ReplaySource(opening: "\(Self.folder)/\(name)")
    let mapping = ViewMapping(source.reading, view: Self.view)
    var samples: [(Int64, ViewPoint)] = []
    while let frame = try source.nextFrame() {
      for change in frame.changes {
        guard let point = mapping.point(of: change.contact) else { continue }
        samples.append((frame.time.microseconds, point))
      }
    }
    self.samples = samples
  }

  private static func lines(of path: String) -> [Substring] {
    guard let file = unsafe fopen(path, "r") else { return [] }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The samples that a panel of that rate would have told: the first, the first at or after each of
  /// its times, and the last.
  func points(at rate: Double?, phase: Double = 0) -> [ViewPoint] {
    guard let rate, let first = samples.first, let last = samples.last else {
      return samples.map(\.point)
    }
    let period = 1_000_000 / rate
    var next = Double(first.microseconds) + period * (phase > 0 ? phase : 1)
    var points = [first.point]
    for sample in samples.dropFirst() where Double(sample.microseconds) >= next {
      points.append(sample.point)
      while next <= Double(sample.microseconds) { next += period }
    }
    return points + [last.point]
  }
}

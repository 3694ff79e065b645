import Glibc
import LockCore
import TestSupport
import TouchCaptures
import TouchCore

/// A stroke as samples in time, and the pattern that it should make.
struct DrawnStroke {
  struct Sample {
    /// In microseconds.
    var time: Double
    var point: ViewPoint
  }

  let label: [Int]
  var samples: [Sample]
  /// Where the dots are.
  let area: ViewRect

  var cell: Double { area.width / 3 }

  /// The samples that a panel of that rate would have told: the first, the first at or after each of
  /// its times, and the last.
  func thinned(to rate: Double, phase: Double) -> DrawnStroke {
    guard let first = samples.first, let last = samples.last else { return self }
    let period = 1_000_000 / rate
    var next = first.time + period * (phase > 0 ? phase : 1)
    var thinned = self
    thinned.samples = [first]
    for sample in samples.dropFirst() where sample.time >= next {
      thinned.samples.append(sample)
      while next <= sample.time { next += period }
    }
    thinned.samples.append(last)
    return thinned
  }

  /// With each sample beside its place, by that share of a cell as a rule.
  func jittered(by share: Double, using random: inout SeededRandom) -> DrawnStroke {
    var jittered = self
    for index in jittered.samples.indices {
      jittered.samples[index].point.x += share * cell * random.normal()
      jittered.samples[index].point.y += share * cell * random.normal()
    }
    return jittered
  }

  /// With that share of the samples between the first and the last left out.
  func lossy(_ share: Double, using random: inout SeededRandom) -> DrawnStroke {
    var lossy = self
    lossy.samples = samples.indices.filter { index in
      index == 0 || index == samples.count - 1 || Double.random(in: 0..<1, using: &random) >= share
    }.map { samples[$0] }
    return lossy
  }
}

extension DrawnStroke {
  /// The strokes of a folder: captures of a phone of 1080 × 1920 whose grid is in the middle of it, and
  /// `expected.tsv` with a capture's name and its pattern in the first two columns.
  static func all(in folder: String) throws(BenchFailure) -> [DrawnStroke] {
    let area = ViewRect(x: 135, y: 678, width: 810, height: 810)
    var strokes: [DrawnStroke] = []
    for line in try lines(of: "\(folder)/expected.tsv").dropFirst() {
      let cells = line.split(separator: "\t")
      guard cells.count >= 2 else { continue }
      do throws(CaptureError) {
        let samples = try samples(of: "\(folder)/\(cells[0])")
        let label = cells[1].compactMap(\.wholeNumberValue)
        strokes.append(DrawnStroke(label: label, samples: samples, area: area))
      } catch {
        throw BenchFailure("\(error)")
      }
    }
    guard !strokes.isEmpty else { throw BenchFailure("\(folder)/expected.tsv: it names no stroke") }
    return strokes
  }

  private static func samples(of file: String) throws(CaptureError) -> [Sample] {
    var source = try ReplaySource(opening: file)
    let mapping = ViewMapping(source.reading, view: ViewSize(width: 1080, height: 1920))
    var samples: [Sample] = []
    while let frame = try source.nextFrame() {
      for change in frame.changes {
        guard let point = mapping.point(of: change.contact) else { continue }
        samples.append(Sample(time: Double(frame.time.microseconds), point: point))
      }
    }
    return samples
  }

  private static func lines(of path: String) throws(BenchFailure) -> [Substring] {
    guard let file = unsafe fopen(path, "r") else {
      throw BenchFailure("\(path): it cannot be read; --strokes takes a folder", status: EX_NOINPUT)
    }
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
}

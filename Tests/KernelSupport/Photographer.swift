internal import Glibc

/// The guest's displays as they are seen from outside; see Tests/Guest/screen.
package enum Photographer {
  nonisolated(unsafe) private static var count = 0

  /// A photograph, which is kept under that name beside the tests' results.
  package static func photo(_ name: String, head: Int = 0) throws -> Photo {
    try ask("photo \(head) \(name)")
    guard let folder = Guest.results else { preconditionFailure("ask would have failed") }
    return try Photo("\(folder)/\(name).ppm")
  }

  package static func plug(head: Int, _ width: Int, _ height: Int) throws {
    try ask("plug \(head) \(width)x\(height)")
  }

  package static func unplug(head: Int) throws { try ask("unplug \(head)") }

  private static func ask(_ words: String) throws {
    guard let folder = Guest.results else {
      throw Wait.TimedOut(description: "there is nobody outside")
    }
    unsafe count += 1
    let place = unsafe "\(folder)/asked/\(getpid())-\(count)"
    try TextFile.write("\(words) .", to: "\(place).ask")
    try Wait.until("\(words) from outside") { unsafe access("\(place).done", F_OK) == 0 }
    let answer = TextFile.read("\(place).done")
    guard answer == "ok" else {
      throw Wait.TimedOut(description: "\(words): \(answer ?? "no answer")")
    }
  }
}

/// What a display showed: a portable pixmap.
package struct Photo {
  package let width: Int
  package let height: Int
  private let bytes: [UInt8]
  private let start: Int

  init(_ path: String) throws {
    bytes = TextFile.bytes(path) ?? []
    // P6, width, height, maximum, each ended by one blank.
    var numbers: [Int] = []
    var (place, number) = (3, 0)
    while numbers.count < 3, place < bytes.count {
      let byte = bytes[place]
      if (0x30...0x39).contains(byte) {
        number = number * 10 + Int(byte - 0x30)
      } else {
        numbers.append(number)
        number = 0
      }
      place += 1
    }
    guard numbers.count == 3, numbers[2] == 255, bytes.count == place + numbers[0] * numbers[1] * 3
    else { throw Wait.TimedOut(description: "\(path) is no whole pixmap") }
    (width, height, start) = (numbers[0], numbers[1], place)
  }

  /// The colour of a pixel, 0xRRGGBB.
  package subscript(x: Int, y: Int) -> UInt32 {
    let place = start + (y * width + x) * 3
    return UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
  }

  /// How many pixels of a part of the picture, in percent, are not of that colour.
  package func marks(
    x: ClosedRange<Int>, y: ClosedRange<Int>, on ground: UInt32
  ) -> Int {
    var count = 0
    for row in (height * y.lowerBound / 100)..<(height * y.upperBound / 100) {
      for column in (width * x.lowerBound / 100)..<(width * x.upperBound / 100)
      where self[column, row] != ground { count += 1 }
    }
    return count
  }
}

extension Photo {
  /// The ground of the lock's picture, where no theme is chosen.
  private static let ground: UInt32 = 0x12161C

  /// Whether the lock is what is seen: its ground in the corners, and a dot in the middle.
  package var showsLock: Bool {
    let corners = [(2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)]
    return corners.allSatisfy { self[$0.0, $0.1] == Self.ground }
      && self[width / 2, height / 2] != Self.ground
  }

  /// Some of its pixels, spread over all of it.
  package var sample: [UInt32] {
    stride(from: 7, to: height, by: 37).flatMap { row in
      stride(from: 5, to: width, by: 41).map { self[$0, row] }
    }
  }
}

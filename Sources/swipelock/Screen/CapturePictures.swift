import Glibc
import LockCore
import LockScreen
import TouchCaptures
import TouchCore

/// The options of `replay` for pictures of what it replays.
struct PictureOptions {
  private(set) var folder: String?
  private(set) var animation: String?
  private var size: PixelSize?
  private(set) var look = LookOptions()

  static let all =
    [
      Option("pictures", "DIR", "a picture of the dots at each change, as DIR/NAME-0001.png"),
      Option("animate", "FILE", "all of it as one animated .png"),
      Option(
        "size", "WxH", "of the pictures in pixels (default: the view's shape, 480 wide or high)"),
    ] + LookOptions.all

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "pictures":
      guard !value.isEmpty else { throw UsageError("--pictures takes a folder") }
      folder = value
    case "animate":
      guard value.hasSuffix(".png") else {
        throw UsageError("--animate takes a name that ends in .png, not '\(value)'")
      }
      animation = value
    case "size": size = try Option.pixels(option, value)
    default: return try look.take(option, value)
    }
    return true
  }

  var isWanted: Bool { folder != nil || animation != nil }

  /// What pictures of a capture are named by.
  static func name(of file: String) -> String {
    let last = file.split(separator: "/").last.map(String.init) ?? "capture"
    return last == "-" ? "capture" : last
  }

  /// Demands that no capture's pictures would replace another's.
  func demand(distinct files: [String]) throws(UsageError) {
    guard folder != nil else { return }
    var names: Set<String> = []
    for file in files where !names.insert(Self.name(of: file)).inserted {
      throw UsageError("two captures of the name '\(Self.name(of: file))' need a --pictures each")
    }
  }

  func size(for view: ViewSize) -> PixelSize {
    if let size { return size }
    let scale = 480 / min(view.width, view.height)
    func pixels(_ length: Double) -> Int { Int(min(max(length * scale, 16), 4096)) }
    return PixelSize(width: pixels(view.width), height: pixels(view.height))
  }
}

#if Screen
/// Draws what a capture draws: its strokes on the dots.
struct CapturePictures: ~Copyable {
  private let options: PictureOptions
  private let mapping: ViewMapping
  private var session: LockSession
  private var picture: Picture
  private var scene = Scene()
  private var animation = Animation()
  private let name: String
  private var count = 0
  /// What the animation has not got yet, and since when.
  private var pending: (rect: PixelRect, since: Timestamp)?

  /// Between two pictures of an animation at least; 25 a second look like motion.
  private static let interval: Int64 = 40_000
  /// How long the last picture stays.
  private static let rest = 1500

  init(
    _ options: PictureOptions, of file: String, _ mapping: ViewMapping, _ grid: DotGrid,
    _ preset: Preset
  ) throws(Failure) {
    let theme = try options.look.theme(preset)
    self.options = options
    self.mapping = mapping
    session = LockSession(on: grid, into: Pattern())
    let size = options.size(for: mapping.view)
    picture = Picture(Placement(grid, of: mapping.view, in: size, theme), theme)
    name = PictureOptions.name(of: file)
    if let folder = options.folder { unsafe mkdir(folder, 0o700) }
  }

  /// Draws what a frame changes.
  mutating func take(_ frame: Frame) throws(Failure) {
    var hasChanged = false
    for change in frame.changes {
      let step = session.take(change, at: mapping.point(of: change.contact))
      if !step.newDots.isEmpty {
        scene.dots = .selected
        hasChanged = true
      }
      guard let outcome = step.outcome else { continue }
      scene.dots = outcome == .complete ? .selected : .wrong
      hasChanged = true
    }
    let last = session.pattern.count - 1
    scene.lineEnd =
      last < 0 ? nil : session.liveEnd ?? session.grid.center(of: session.pattern[last])
    let damage = picture.show(scene, session.pattern)
    try animate(damage, frame.time)
    if hasChanged { try write() }
  }

  private mutating func write() throws(Failure) {
    guard let folder = options.folder else { return }
    count += 1
    let number = String(String(10_000 + count).dropFirst())
    try WholeFile.write(
      PictureFile.png(of: picture), to: "\(folder)/\(name)-\(number).png",
      remedy: "choose another place by --pictures")
  }

  private mutating func animate(_ damage: PixelRect, _ time: Timestamp) throws(Failure) {
    guard options.animation != nil else { return }
    guard let waiting = pending else {
      pending = (PixelRect(all: picture.placement.picture), time)
      return
    }
    pending = (waiting.rect.joined(damage), waiting.since)
    let age = time.microseconds(since: waiting.since)
    guard age >= Self.interval, !damage.isEmpty else { return }
    try flush(milliseconds: Int(min(age / 1000, Int64(Self.rest))))
    pending = (damage, time)
  }

  private mutating func flush(milliseconds: Int) throws(Failure) {
    guard let waiting = pending, !waiting.rect.isEmpty else { return }
    let png: [UInt8]
    do throws(PictureError) { png = try picture.png(of: waiting.rect) } catch {
      throw Failure(.inputOutput, "no picture can be made: \(error)")
    }
    animation.add(png: png, over: waiting.rect, milliseconds: milliseconds)
  }

  /// Writes what is left to be written.
  mutating func finish() throws(Failure) {
    guard let file = options.animation else { return }
    try flush(milliseconds: Self.rest)
    try WholeFile.write(
      animation.bytes, to: file, remedy: "choose another place by --animate")
  }
}
#else
/// There are no pictures without the trait Screen.
struct CapturePictures: ~Copyable {
  init(
    _ options: PictureOptions, of file: String, _ mapping: ViewMapping, _ grid: DotGrid,
    _ preset: Preset
  ) throws(Failure) {
    throw Failure(withoutScreen: "no picture can be drawn")
  }

  mutating func take(_ frame: Frame) throws(Failure) {}
  mutating func finish() throws(Failure) {}
}
#endif

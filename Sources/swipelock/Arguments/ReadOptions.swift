import TouchCaptures
import TouchCore

/// The options of every verb that reads touch.
struct ReadOptions {
  var panel: String?
  var view: ViewSize?
  var calibration: CalibrationMatrix?
  var orientation: Orientation?

  static let ofPanel = [
    Option(
      "panel", "P", "the panel: its node, its stable name, or vendor:product; see swipelock panels")
  ]
  static let ofView = [
    Option("view", "WxH", "the view's size (default: the panel's millimetres, else its own units)"),
    Option("calibration", "MATRIX", "six numbers, as LIBINPUT_CALIBRATION_MATRIX has them"),
    Option("rotate", "DEGREES", "turn clockwise by 0, 90, 180 or 270, after the calibration"),
  ]

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "panel": panel = value
    case "view": view = try Self.view(value)
    case "calibration":
      guard let matrix = CalibrationMatrix(value) else {
        throw UsageError(
          "--calibration takes six numbers that map the panel, such as \"1 0 0 0 1 0\", "
            + "not '\(value)'")
      }
      calibration = matrix
    case "rotate":
      guard let orientation = Int(value).flatMap(Orientation.init(rawValue:)) else {
        throw UsageError("--rotate takes 0, 90, 180 or 270, not '\(value)'")
      }
      self.orientation = orientation
    default: return false
    }
    return true
  }

  /// The mapping by these options; what they leave open is as the capture notes it, else as udev has
  /// it, else the default.
  func mapping(
    _ reading: PanelReading, notes: CaptureNotes? = nil, udevCalibration: String? = nil
  ) -> ViewMapping {
    let noted = notes?["calibration"] ?? udevCalibration
    let turned = notes?["rotate"].flatMap { Int($0) }.flatMap(Orientation.init(rawValue:))
    let size = try? notes?["view"].map(Self.view)
    return ViewMapping(
      reading, calibration: calibration ?? noted.flatMap { CalibrationMatrix($0) } ?? .identity,
      orientation: orientation ?? turned ?? .upright, view: view ?? size ?? nil)
  }

  private static func view(_ text: String) throws(UsageError) -> ViewSize {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (0.001...1e9).contains(width), (0.001...1e9).contains(height)
    else {
      throw UsageError("--view takes WIDTHxHEIGHT, such as 1280x800, not '\(text)'")
    }
    return ViewSize(width: width, height: height)
  }
}

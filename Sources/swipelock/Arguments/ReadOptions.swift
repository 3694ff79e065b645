import TouchCaptures
import TouchCore

/// The options of every verb that reads touch.
struct ReadOptions {
  var panel: String?
  var view: ViewSize?
  var calibration: CalibrationMatrix?
  var orientation: Orientation?
  /// The file whose description of the panel counts for captures.
  var panelFile: String?
  /// The number of the device in captures of several.
  var device: Int?
  var median: Int?
  var leastPressure: Int32?

  static let ofPanel = [
    Option(
      "panel", "P", "the panel: its node, its stable name, or vendor:product; see swipelock panels")
  ]
  static let ofView = [
    Option("view", "WxH", "the view's size (default: the panel's millimetres, else its own units)"),
    Option("calibration", "MATRIX", "six numbers, as LIBINPUT_CALIBRATION_MATRIX has them"),
    Option("rotate", "DEGREES", "turn clockwise by 0, 90, 180 or 270, after the calibration"),
    Option(
      "median", "N", "for a noisy panel: take the median of 3, 5, 7 or 9 positions (default 1)"),
    Option(
      "least-pressure", "N", "for a noisy panel: pass over what is lighter, in its own units"),
  ]

  static let ofCaptures = [
    Option("panel-from", "FILE", "take the panel's description from another file"),
    Option("device", "N", "of a capture of several devices, read the one of that number"),
  ]

  /// Takes the option if it is one of these.
  mutating func take(_ option: String, _ value: String) throws(UsageError) -> Bool {
    switch option {
    case "panel": panel = value
    case "panel-from": panelFile = value
    case "device":
      guard let number = Int(value), number > 0 else {
        throw UsageError("--device takes a number over 0, not '\(value)'")
      }
      device = number
    case "median":
      guard let number = Int(value), (1...NoiseFilters.mostSamples).contains(number),
        number % 2 == 1
      else { throw UsageError("--median takes 1, 3, 5, 7 or 9, not '\(value)'") }
      median = number
    case "least-pressure":
      guard let number = Int32(value), number >= 0 else {
        throw UsageError("--least-pressure takes a number from 0 on, not '\(value)'")
      }
      leastPressure = number
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

  var filters: NoiseFilters {
    NoiseFilters(median: median ?? 1, leastPressure: leastPressure ?? 0)
  }

  /// Opens a capture by these options.
  func capture(
    _ file: String, pace: ReplaySource.Pace = .unpaced
  ) throws(Failure) -> ReplaySource {
    do throws(CaptureError) {
      return try ReplaySource(opening: file, panelFrom: panelFile, device: device, pace: pace)
    } catch {
      throw Failure(error)
    }
  }

  /// These options, and those of a capture for the view where they leave something open.
  func completed(by noted: ReadOptions) -> ReadOptions {
    var options = self
    options.view = view ?? noted.view
    options.calibration = calibration ?? noted.calibration
    options.orientation = orientation ?? noted.orientation
    options.median = median ?? noted.median
    options.leastPressure = leastPressure ?? noted.leastPressure
    return options
  }

  /// The mapping by these options; what they leave open is as udev has it, else the default.
  func mapping(_ reading: PanelReading, udevCalibration: String? = nil) -> ViewMapping {
    let known = udevCalibration.flatMap { CalibrationMatrix($0) }
    return ViewMapping(
      reading, calibration: calibration ?? known ?? .identity,
      orientation: orientation ?? .upright, view: view)
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

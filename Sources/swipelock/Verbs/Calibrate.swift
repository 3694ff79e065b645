import Glibc
import LockScreen
import TouchCaptures
import TouchCore
import TouchSource

/// `calibrate`: five touches make a calibration.
struct Calibrate: Verb {
  static let name = "calibrate"
  static let arguments = "[CAPTURE...]"
  static let summary = "five touches make a calibration, as a rule or hwdb entry of udev"
  static let explanation = """
    Asks for five touches, at a tenth of width and height from each corner of what is shown, clockwise \
    from the top left, and in its middle; where a display can be had they are to be seen on it. Prints the matrix that fits best, how well it does, and a rule \
    of udev, or an entry of its hwdb. A bad fit is refused with 1. With --from the touches come from \
    captures. The calibration that udev has is left aside.
    """
  static let options =
    [
      Option("from", "CAPTURE", "take the touches from captures, not from a panel"),
      Option("view", "WxH", "the size of what is shown in pixels, for the residual in pixels"),
      Option("hwdb", nil, "an hwdb entry for the model, not a rule for this panel"),
      Option("write", "FILE", "write what is printed to FILE too, which must not be there"),
      Option("json", nil, "one JSON object"),
    ] + ReadOptions.ofCaptures + ReadOptions.ofPanel + ScreenOptions.ofDisplay

  private var files: [String] = []
  private var read = ReadOptions()
  private var screen = ScreenOptions()
  private var isEntry = false
  private var isJSON = false
  private var target: String?

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "from": files.append(value)
    case "hwdb": isEntry = true
    case "json": isJSON = true
    case "write": target = value
    default:
      if try !read.take(option, value) { _ = try screen.take(option, value) }
    }
  }

  mutating func take(argument: String) throws(UsageError) {
    guard !files.isEmpty else { throw UsageError("'\(argument)' is too much") }
    files.append(argument)
  }

  func run() throws(Failure) -> ExitStatus {
    var frames = try PanelFrames.open(files, read, for: Self.name, grabs: true)
    let (touched, display) = try touches(&frames)
    let view = read.view ?? display
    let shown = view ?? Self.shown(frames.reading, touched)
    let fit: CalibrationFit
    do throws(CalibrationFit.Fault) { fit = try CalibrationFit(touched: touched, on: shown) } catch
    {
      throw Failure(.denied, "\(error.text); nothing was written")
    }
    let rule = CalibrationRule(matrix: fit.matrix, panel: frames.panel, device: frames.device)
    let text = isEntry ? rule.entry : rule.rule
    var output = Output()
    try output.write(
      told(fit, view, frames.reading.millimetres(by: fit.matrix), text))
    try output.flush()
    if let target { try write(text, to: target) }
    return .done
  }

  /// Returns them, and the size of the display that the targets were seen on.
  private func touches(
    _ frames: inout PanelFrames
  ) throws(Failure) -> (touched: [ViewPoint], display: ViewSize?) {
    var display = try ChartScreen.open(screen, beside: &frames)
    var touches = TargetTouches(frames.reading)
    ask(touches.next, &display)
    while let target = touches.next {
      switch try frames.next() {
      case .frame(let frame):
        switch touches.take(frame) {
        case .nothing: break
        case .touched: ask(touches.next, &display)
        case .spoiled:
          warn("that was no touch of one place; \(target.words) again")
          display.show(PanelChart(target: target.place), "That was no touch of one place. Again.")
        }
      case .woken: display.process()
      case .signal(let signal): throw Failure(signal: signal)
      case .changed:
        throw Failure(.unavailable, "the panel's axes changed meanwhile; calibrate it anew")
      case .deadlinePassed: break
      case .end:
        throw Failure(
          .denied,
          "\(touches.places.count) touches; it takes \(CalibrationTarget.allCases.count), one at each "
            + "target")
      }
    }
    return (touches.places, display.view)
  }

  private func ask(_ target: CalibrationTarget?, _ display: inout ChartScreen) {
    guard files.isEmpty, let target else { return }
    let (number, all) = (target.rawValue + 1, CalibrationTarget.allCases.count)
    warn("touch \(number) of \(all): \(target.words)")
    display.show(
      PanelChart(target: target.place), "Touch the middle of the ring: \(number) of \(all)")
  }

  // MARK: - What is shown

  /// The panel's own size, turned as what is shown on it is.
  private static func shown(_ reading: PanelReading, _ touched: [ViewPoint]) -> ViewSize {
    let size = reading.millimetres ?? ViewSize(width: reading.x.span, height: reading.y.span)
    let along = (touched[1].x - touched[0].x, touched[1].y - touched[0].y)
    return abs(along.1) > abs(along.0) ? ViewSize(width: size.height, height: size.width) : size
  }

  private func told(
    _ fit: CalibrationFit, _ view: ViewSize?, _ millimetres: ViewSize?, _ text: String
  ) -> String {
    let sizes = [("pixels", view), ("millimetres", millimetres)]
    guard isJSON else {
      var lines = "matrix: \(CalibrationRule.text(of: fit.matrix))\n"
      for case (let unit, let size?) in sizes {
        let (mean, largest) = fit.residual(on: size)
        lines += "residual: \(Decimal.text(mean)) \(unit), at most \(Decimal.text(largest))\n"
      }
      return lines + text
    }
    var line = JSONLine()
    line.add("type", "calibration")
    line.add("version", 1)
    line.add("matrix", CalibrationRule.text(of: fit.matrix))
    for case (let unit, let size?) in sizes {
      let (mean, largest) = fit.residual(on: size)
      var residual = JSONLine()
      residual.add("mean", mean)
      residual.add("largest", largest)
      line.add(unit, json: residual.object)
    }
    line.add("text", text)
    return line.line
  }

  private func write(_ text: String, to file: String) throws(Failure) {
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let isThere = errno == EEXIST
      let reason = unsafe String(cString: strerror(errno))
      throw Failure(
        errno == EACCES ? .noPermission : .inputOutput,
        "\(file): \(isThere ? "is there already; remove it first" : "cannot be made: \(reason)")")
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0
    else {
      let reason = unsafe String(cString: strerror(errno))
      unsafe unlink(file)
      throw Failure(.inputOutput, "\(file): cannot be written: \(reason)")
    }
  }
}

extension CalibrationTarget {
  fileprivate var words: String {
    switch self {
    case .topLeft: "the top left, a tenth of the width and of the height from the edges"
    case .topRight: "the top right, as far from the edges"
    case .bottomRight: "the bottom right"
    case .bottomLeft: "the bottom left"
    case .centre: "the middle"
    }
  }
}

extension PanelReading {
  /// The panel's size as it lies under a matrix that may turn it; nil where it is not known.
  func millimetres(by matrix: CalibrationMatrix) -> ViewSize? {
    guard let size = millimetres, abs(matrix.b) > abs(matrix.a) else { return millimetres }
    return ViewSize(width: size.height, height: size.width)
  }
}

extension CalibrationFit.Fault {
  fileprivate var text: String {
    switch self {
    case .onOneLine: "the touches lie on one line, so they fit no calibration; touch each target"
    case .missed(let target, let share):
      "the best fit misses \(target.words) by \(Decimal.text(100 * share)) % of the diagonal, over "
        + "\(Decimal.text(100 * CalibrationFit.mostMissed)) %; touch the targets in order, each in its "
        + "middle"
    }
  }
}

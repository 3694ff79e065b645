import TouchCore
import TouchSource

/// A calibration as udev takes it: a rule for the panel at its place, or an entry of the hwdb for its
/// model.
struct CalibrationRule {
  let matrix: CalibrationMatrix
  let panel: Panel
  /// Nil for a panel of a capture.
  let device: PanelDevice?

  /// Six numbers, as udev's LIBINPUT_CALIBRATION_MATRIX has them, with 5 decimals: a tenth of a pixel of
  /// 8K.
  static func text(of matrix: CalibrationMatrix) -> String {
    [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map { value in
      let rounded = (value * 100_000).rounded() / 100_000
      return rounded == 0 ? "0" : "\(rounded)"
    }.joined(separator: " ")
  }

  var rule: String {
    """
    # swipelock calibrate: \(panel.name)
    # For /etc/udev/rules.d/90-swipelock-calibration.rules; then 'udevadm control --reload' and
    # 'udevadm trigger --subsystem-match=input --action=change'.
    ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", \(match), \
    ENV{LIBINPUT_CALIBRATION_MATRIX}="\(Self.text(of: matrix))"

    """
  }

  var entry: String {
    """
    # swipelock calibrate: \(panel.name)
    # For /etc/udev/hwdb.d/90-swipelock-calibration.hwdb; then 'systemd-hwdb update' and
    # 'udevadm trigger --subsystem-match=input --action=change'.
    id-input:modalias:input:\(modalias)*
     LIBINPUT_CALIBRATION_MATRIX=\(Self.text(of: matrix))

    """
  }

  /// The port where there is one, since two panels of one model may want two matrices.
  private var match: String {
    if let path = device?.properties["ID_PATH"] { return "ENV{ID_PATH}==\"\(path)\"" }
    let name = panel.name.map { "\"*?[]\\".contains($0) ? "?" : String($0) }.joined()
    return "ATTRS{name}==\"\(name)\""
  }

  /// As the kernel writes it (`input_print_modalias` of drivers/input/input.c), up to the version.
  private var modalias: String {
    zip("bvpe", [panel.id.bus, panel.id.vendor, panel.id.product, panel.id.version])
      .map { letter, number in
        let digits = String(number, radix: 16, uppercase: true)
        return "\(letter)\(String(repeating: "0", count: 4 - digits.count))\(digits)"
      }.joined()
  }
}

internal import Glibc
public import LockCore

extension Color {
  /// WCAG 2.2's relative luminance, of a colour that is opaque.
  public var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      guard share > 0.04045 else { return share / 12.92 }
      return pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// WCAG 2.2's contrast ratio, 1 to 21.
  public func contrast(to other: Color) -> Double {
    let (lighter, darker) = (
      max(luminance, other.luminance), min(luminance, other.luminance)
    )
    return (lighter + 0.05) / (darker + 0.05)
  }
}

/// A format of recorded input that is recognised and not read.
public enum ForeignFormat: String, CaseIterable, Hashable, Sendable {
  /// It holds the reports of a HID device, of which only a kernel makes events.
  case hidRecorder = "hid-recorder"
  /// Built without the trait that reads it.
  case libinputRecord = "libinput record"
  /// Text of two bytes a character, as a Windows shell writes it.
  case utf16 = "UTF-16"
  case gzip

  /// What it is, and how to get from it to something that is read.
  var sentence: String {
    switch self {
    case .hidRecorder:
      "holds the reports of a HID device, not events; replay it into a kernel with \"hid-replay\" "
        + "of hid-tools, and record the panel that appears with \"swipelock record\""
    case .libinputRecord:
      "is a libinput record file, which this build does not read; build with "
        + "\"--traits LibinputRecordings\" (needs libyaml-dev)"
    case .utf16:
      "is UTF-16, as PowerShell writes it; convert it with \"iconv -f utf-16 -t utf-8\""
    case .gzip:
      "is compressed; unpack it with \"gunzip\", or pipe it through \"zcat\""
    }
  }
}

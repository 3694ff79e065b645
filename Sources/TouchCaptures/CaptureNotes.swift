/// What a capture tells beside the panel and its events, in comments that other tools pass over.
public struct CaptureNotes: Hashable, Sendable {
  /// Something that the command knew: the view, the grid, the calibration.
  public struct Setting: Hashable, Sendable {
    /// Letters, digits and hyphens.
    public let key: String
    public let value: String
    /// The line of the capture that it stands in, from 1; 0 if it was not read.
    public let line: Int

    public init(key: String, value: String, line: Int = 0) {
      precondition(Self.isKey(key), "a setting's key has letters, digits and hyphens only")
      self.key = key
      self.value = value
      self.line = line
    }

    static func isKey(_ text: String) -> Bool {
      !text.isEmpty
        && text.utf8.allSatisfy { byte in
          byte == 0x2d || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
            || (0x61...0x7a).contains(byte)
        }
    }
  }

  /// What udev's database says of the panel.
  public struct UdevProperty: Hashable, Sendable {
    /// Such as `ID_INPUT_TOUCHSCREEN`; without `=`.
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      precondition(!name.contains("="), "the first = ends the name")
      self.name = name
      self.value = value
    }
  }

  /// The clock of the event times, such as `monotonic`; nil if nobody told.
  public var clock: String?
  /// Whether it is marked as a secret: a recording of an unlock is one.
  public var isSecret: Bool
  /// At most `maximumSettings`.
  public var settings: [Setting]
  /// At most `maximumSettings`.
  public var udev: [UdevProperty]

  public static let maximumSettings = 64

  /// The setting that says where the ranges of the axes come from, if not from the panel.
  static let ranges = "ranges"
  static let rangesOfEvents = "events"

  public init(
    clock: String? = "monotonic", isSecret: Bool = true, settings: [Setting] = [],
    udev: [UdevProperty] = []
  ) {
    precondition(settings.count <= Self.maximumSettings, "too many settings for a capture")
    precondition(udev.count <= Self.maximumSettings, "too many properties for a capture")
    self.clock = clock
    self.isSecret = isSecret
    self.settings = settings
    self.udev = udev
  }

  /// The notes of a redacted capture, which is a secret no more: `origin` is what it was made of, in a
  /// word or two.
  public static func redacted(_ origin: String, from notes: CaptureNotes? = nil) -> CaptureNotes {
    let mark = Setting(key: "redacted", value: origin)
    let settings = (notes?.settings ?? []).filter { $0.key != mark.key }
    return CaptureNotes(
      clock: notes.map(\.clock) ?? "monotonic", isSecret: false,
      settings: [mark] + settings.prefix(maximumSettings - 1))
  }

  /// The value of the first setting of that key.
  public subscript(key: String) -> String? {
    settings.first { $0.key == key }?.value
  }

  /// Notes that the panel's ranges are those of its events.
  package mutating func noteRangesOfEvents() {
    guard settings.count < Self.maximumSettings, self[Self.ranges] == nil else { return }
    settings.append(Setting(key: Self.ranges, value: Self.rangesOfEvents))
  }
}

/// What a capture tells beside the panel and its events, in comments that other tools pass over.
public struct CaptureNotes: Hashable, Sendable {
  /// Something that the command knew: the view, the grid, the calibration.
  public struct Setting: Hashable, Sendable {
    /// Letters, digits and hyphens.
    public let key: String
    public let value: String

    public init(key: String, value: String) {
      precondition(Self.isKey(key), "a setting's key has letters, digits and hyphens only")
      self.key = key
      self.value = value
    }

    static func isKey(_ text: String) -> Bool {
      !text.isEmpty
        && text.utf8.allSatisfy { byte in
          byte == 0x2d || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
            || (0x61...0x7a).contains(byte)
        }
    }
  }

  /// The clock of the event times, such as `monotonic`; nil if nobody told.
  public var clock: String?
  /// Whether it is marked as a secret: a recording of an unlock is one.
  public var isSecret: Bool
  /// At most `maximumSettings`.
  public var settings: [Setting]

  public static let maximumSettings = 64

  public init(clock: String? = "monotonic", isSecret: Bool = true, settings: [Setting] = []) {
    precondition(settings.count <= Self.maximumSettings, "too many settings for a capture")
    self.clock = clock
    self.isSecret = isSecret
    self.settings = settings
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
}

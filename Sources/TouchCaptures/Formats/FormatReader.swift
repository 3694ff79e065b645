import TouchCore

/// One thing that a capture tells, and the device that it tells it of.
struct CaptureItem {
  /// An index of the reader's devices.
  let device: Int
  let step: SourceStep
}

/// Reads captures of one format, streaming: its memory does not grow with the file.
///
/// It is made of a file that stands at its beginning, and reads up to the first item at once, so
/// that what the capture says in front of its events is known before them.
protocol FormatReader: AnyObject {
  /// The format's name, with its version where the file tells it.
  var format: String { get }
  /// The devices that were told of so far, in the order of the file; they only become more.
  var devices: [CaptureDevice] { get }
  var notes: CaptureNotes { get }
  /// The line of the newest item, from 1; of a binary capture the record.
  var line: Int { get }
  var isSeekable: Bool { get }
  var remarks: RemarkLog { get set }

  /// Whether the file is of one device, by its format.
  var holdsOneDevice: Bool { get }

  /// Has what comes through a pipe kept, so that `rewind()` works.
  ///
  /// - Returns: false if too much was read before.
  func makeSeekable() throws(CaptureError) -> Bool

  /// Returns the next item; nil at the end.
  func nextItem() throws(CaptureError) -> CaptureItem?

  /// Goes back to the beginning.
  ///
  /// - Precondition: the file is seekable.
  func rewind() throws(CaptureError)
}

extension FormatReader {
  var holdsOneDevice: Bool { false }
}

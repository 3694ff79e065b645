public import TouchCore

/// Why a capture cannot be read or written.
///
/// A line is counted from 1; 0 means that the file as a whole is meant.
public enum CaptureError: Error, Hashable, Sendable {
  case missing(file: String)
  case noPermission(file: String)
  case isDirectory(file: String)
  /// A recording never replaces what is there.
  case alreadyExists(file: String)
  /// The system refused to open or create it, with this `errno`.
  case openFailed(file: String, errno: Int32)
  case readFailed(file: String, line: Int, errno: Int32)
  /// `written` bytes of the capture are in the file.
  case writeFailed(file: String, errno: Int32, written: Int)
  /// Nothing in it is of any format.
  case notACapture(file: String)
  case foreignFormat(file: String, line: Int, ForeignFormat)
  /// It holds a zero byte, which no text has.
  case binary(file: String, line: Int)
  case lineTooLong(file: String, line: Int, limit: Int)
  /// A number is beyond what its field can hold.
  case numberTooLarge(file: String, line: Int)
  /// A `# swipelock:` line is not what its first word says.
  case damagedComment(file: String, line: Int)
  /// The file was written by a newer version of swipelock.
  case newerVersion(file: String, line: Int)
  /// What came through a pipe could not be kept to be read twice.
  case notKept(file: String, folder: String, errno: Int32)
  /// It has no device of that number.
  case noSuchDevice(file: String, Int, known: [CaptureDevice])
  /// Of its devices none has contacts.
  case noTouchDevice(file: String, [CaptureDevice])
  /// It names a device, and holds neither the device's axes nor an event of it.
  case nothingToReplay(file: String)
  /// It was to describe a panel, and has no header.
  case noHeader(file: String)
  /// It has no header, and cannot be read twice to learn the ranges from the events.
  case needsPanel(file: String)
  /// Its header describes no panel that can be read.
  case unusablePanel(file: String, PanelError)
  /// It describes no panel, and its events alone make none.
  case unusableEvents(file: String, PanelError)
}

extension CaptureError {
  /// What sort of failure it is, for an exit status.
  public enum Kind: Hashable, Sendable {
    /// A file that was named does not exist (EX_NOINPUT, 66).
    case missing
    /// What was read is not a capture that can be used (EX_DATAERR, 65).
    case badData
    /// EX_NOPERM, 77.
    case noPermission
    /// The system failed to read or write (EX_IOERR, 74).
    case inputOutput
  }

  public var kind: Kind {
    switch self {
    case .missing, .noSuchDevice: .missing
    case .noPermission: .noPermission
    case .alreadyExists, .openFailed, .readFailed, .writeFailed, .notKept: .inputOutput
    case .isDirectory, .notACapture, .foreignFormat, .binary, .lineTooLong, .numberTooLarge,
      .damagedComment, .newerVersion, .noHeader, .needsPanel, .unusablePanel, .unusableEvents,
      .noTouchDevice,
      .nothingToReplay:
      .badData
    }
  }

  /// The file as it was named.
  public var file: String {
    switch self {
    case .missing(let file), .noPermission(let file), .isDirectory(let file),
      .alreadyExists(let file), .openFailed(let file, _), .readFailed(let file, _, _),
      .writeFailed(let file, _, _), .notACapture(let file), .foreignFormat(let file, _, _),
      .binary(let file, _), .lineTooLong(let file, _, _), .numberTooLarge(let file, _),
      .damagedComment(let file, _), .newerVersion(let file, _), .noHeader(let file),
      .needsPanel(let file), .unusablePanel(let file, _), .unusableEvents(let file, _),
      .notKept(let file, _, _),
      .noSuchDevice(let file, _, _), .noTouchDevice(let file, _), .nothingToReplay(let file):
      file
    }
  }

  /// The line that it is about, counted from 1, where there is one.
  public var line: Int? {
    switch self {
    case .readFailed(_, let line, _), .foreignFormat(_, let line, _), .binary(_, let line),
      .lineTooLong(_, let line, _), .numberTooLarge(_, let line), .damagedComment(_, let line),
      .newerVersion(_, let line):
      line
    default:
      nil
    }
  }
}

extension CaptureError: CustomStringConvertible {
  /// `FILE:LINE: what is wrong; what to do`.
  public var description: String {
    guard let line else { return "\(file): \(sentence)" }
    return "\(file):\(line): \(sentence)"
  }

  private var sentence: String {
    switch self {
    case .missing:
      "does not exist; check the name"
    case .noPermission:
      "permission denied; give yourself the right with chmod, or run as the file's owner"
    case .isDirectory:
      "is a directory; name the capture inside it"
    case .alreadyExists:
      "exists already, and a recording replaces nothing; choose another name or remove it first"
    case .openFailed(_, let errno):
      "cannot be opened (\(SystemCall.message(errno))); check the path and the file system"
    case .readFailed(_, _, let errno):
      "cannot be read (\(SystemCall.message(errno))); check the disk"
    case .writeFailed(_, let errno, let written):
      "cannot be written (\(SystemCall.message(errno))); its first \(written) bytes are there; "
        + "make room, then record again"
    case .notACapture:
      "is not a capture: nothing in it is a description or an event of evemu, evtest, getevent, "
        + "libinput record, umockdev or revent; record one with \"swipelock record\""
    case .foreignFormat(_, _, let format):
      format.sentence
    case .binary:
      "a zero byte in what is text so far; check the file"
    case .lineTooLong(_, _, let limit):
      "the line is longer than \(limit) bytes, which no line of a capture is; check the file"
    case .numberTooLarge:
      "a number is too large for its field; correct or remove the line"
    case .damagedComment:
      "a swipelock line that is damaged, so the replay would not be exact; remove all lines that "
        + "begin with \"# swipelock:\" to replay the events alone"
    case .newerVersion:
      "written by a newer swipelock; use that, or remove all lines that begin with "
        + "\"# swipelock:\" to replay the events alone"
    case .notKept(_, let folder, let errno):
      "comes through a pipe, must be read twice, and cannot be kept in \(folder) "
        + "(\(SystemCall.message(errno))); name a file on disk, or set TMPDIR"
    case .noSuchDevice(_, let number, let known):
      "has no device \(number); it has \(Self.list(known))"
    case .noTouchDevice(_, let devices):
      "none of its devices is touched: \(Self.list(devices)); record the touch panel's node"
    case .nothingToReplay:
      "names a device, and holds neither its axes nor an event of it; record it whole"
    case .noHeader:
      "has no header, so it describes no panel; name another file with --panel-from"
    case .needsPanel:
      "has no header and can be read only once; give --panel-from FILE, or name a file on disk"
    case .unusablePanel(_, let error):
      "\(error)"
    case .unusableEvents(_, let error):
      "describes no panel, and by its events \(error); give a description with --panel-from FILE"
    }
  }

  private static func list(_ devices: [CaptureDevice]) -> String {
    devices.map { "\($0)" }.joined(separator: ", ")
  }
}

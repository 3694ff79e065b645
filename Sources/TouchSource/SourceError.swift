import Glibc
public import TouchCore

/// Why a panel cannot be found, opened or read. Each describes itself as a sentence with the remedy.
public enum SourceError: Error, Hashable, Sendable {
  /// The seat has no touch panel.
  case noPanel(seat: String)
  /// No panel of the seat is the one that was named.
  case noSuchPanel(String, seat: String, known: [String])
  /// More than one panel of the seat is what was named.
  case ambiguous(String, candidates: [String])
  /// There is no such node.
  case noNode(String)
  /// The file is not an evdev node.
  case notEvdev(String)
  /// The node may not be opened.
  case noPermission(NodeAccess)
  /// It is no panel that can be read.
  case unreadable(node: String, PanelError)
  /// Another program holds the grab.
  case grabbed(node: String, by: [Process])
  /// The device was unplugged.
  case gone(node: String)
  /// The node is another device's by now.
  case replaced(node: String, expected: DeviceNumber, found: DeviceNumber)
  /// Frames came faster than they were taken, and this many were waiting.
  case overflow(frames: Int)
  /// A call to the system failed.
  case system(SystemError, node: String?)

  /// What a program can do about an error.
  public enum Kind: Sendable {
    /// What was named does not exist.
    case notFound
    /// There is nothing to work with, now.
    case unavailable
    case noPermission
    case inputOutput
  }

  public var kind: Kind {
    switch self {
    case .noSuchPanel, .ambiguous, .noNode, .notEvdev: .notFound
    case .noPanel, .unreadable, .grabbed, .gone, .replaced: .unavailable
    case .noPermission: .noPermission
    case .overflow, .system: .inputOutput
    }
  }
}

extension SourceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noPanel(let seat):
      "no touch panel on \(seat): plug one in, or see what is there with 'swipelock doctor'"
    case .noSuchPanel(let name, let seat, let known):
      "no touch panel '\(name)' on \(seat); "
        + (known.isEmpty ? "there is none at all" : "there are: \(known.joined(separator: ", "))")
    case .ambiguous(let name, let candidates):
      "'\(name)' is more than one touch panel: name one of \(candidates.joined(separator: ", "))"
    case .noNode(let node):
      "\(node) does not exist: see the nodes of the touch panels with 'swipelock panels'"
    case .notEvdev(let node):
      "\(node) is not an evdev node: give one of /dev/input/event*"
    case .noPermission(let access):
      access.description
    case .unreadable(let node, let error):
      "\(node) cannot be read as a touch panel: \(error)"
    case .grabbed(let node, let holders):
      "\(node) is grabbed by another program: " + Self.sentence(on: holders)
    case .gone(let node):
      "\(node) was unplugged: plug the panel in again"
    case .replaced(let node, let expected, let found):
      "\(node) is device \(found) by now, and not \(expected) that udev knew: try again"
    case .overflow(let frames):
      "\(frames) frames were waiting and nobody took them: take them faster, or allow for more"
    case .system(let error, let node):
      (node.map { "\($0): " } ?? "") + error.description
    }
  }

  private static func sentence(on holders: [Process]) -> String {
    guard !holders.isEmpty else {
      return "end it and try again ('fuser -v' as root tells who has the node open)"
    }
    let list = holders.map(\.description).joined(separator: ", ")
    return "end it and try again; these have the node open: \(list)"
  }
}

extension SourceError {
  /// What it means that an open node could not be used.
  init(using node: String, _ error: SystemError) {
    self =
      switch error.errno {
      case ENODEV: .gone(node: node)
      case EBUSY: .grabbed(node: node, by: Process.having(open: node))
      default: .system(error, node: node)
      }
  }

  /// What it means that a node could not be opened.
  package init(opening node: String, _ error: SystemError) {
    self =
      switch error.errno {
      case ENOENT: .noNode(node)
      case EACCES, EPERM: .noPermission(NodeAccess(of: node))
      case ENODEV, ENXIO: .gone(node: node)
      case ENOTTY, EINVAL: .notEvdev(node)
      default: .system(error, node: node)
      }
  }
}

import Glibc
import LockStore

/// What a configuration file says: how failures are slowed down, and what is run for whom.
struct Configuration {
  var policy = BackOff.kiosk
  /// By name, a command and its arguments: run as they are, with no shell.
  var actions: [String: [String]] = [:]

  /// What is read if no other is named, and if it is there.
  static let standardPath = "/etc/swipelock/config.json"
  private static let longest = 65_536

  /// The one that is named; else the standard one if it is there, else the default.
  static func read(_ named: String?) throws(Failure) -> Configuration {
    if named == nil, unsafe access(standardPath, F_OK) != 0, errno == ENOENT {
      return Configuration()
    }
    let path = named ?? standardPath
    let bytes = try bytes(of: path)
    do throws(JSONFault) {
      return try Configuration(JSONParser.parse(bytes))
    } catch {
      throw Failure(.badConfiguration, "\(path):\(error.line): \(error.message)")
    }
  }

  /// Whoever may write the file decides what is run, so it must be root's, or that of whom this runs
  /// as, who is the store's owner.
  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let code = errno
      let reason = unsafe String(cString: strerror(code))
      switch code {
      case ENOENT: throw Failure(.noInput, "\(path): does not exist; check the name")
      case EACCES:
        throw Failure(.noPermission, "\(path): may not be read: \(reason); run it as root")
      default: throw Failure(.inputOutput, "\(path): cannot be read: \(reason)")
      }
    }
    defer { close(file) }
    var status = stat()
    unsafe fstat(file, &status)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.badConfiguration, "\(path): not a file; name the configuration's file")
    }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw Failure(
        .badConfiguration,
        "\(path): belongs to the user \(status.st_uid), who could have anything run; "
          + "give it to root: chown root \(path)")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw Failure(
        .badConfiguration,
        "\(path): others may write it, and have anything run; take that away: chmod go-w \(path)")
    }
    var bytes = [UInt8](repeating: 0, count: longest + 1)
    var count = 0
    while count < bytes.count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        throw Failure(
          .inputOutput, "\(path): cannot be read: \(unsafe String(cString: strerror(errno)))")
      }
      if got == 0 { break }
      count += got
    }
    guard count <= longest else {
      throw Failure(.badConfiguration, "\(path): longer than \(longest) bytes; it has two fields")
    }
    return Array(bytes[..<count])
  }
}

extension Configuration {
  init(_ value: JSONValue) throws(JSONFault) {
    guard case .object(let fields) = value.content else {
      throw JSONFault(line: value.line, message: "the file must be an object: { … }")
    }
    for (key, value) in fields {
      switch key {
      case "backOff": policy = try Self.policy(value)
      case "actions": actions = try Self.actions(value)
      default:
        throw JSONFault(
          line: value.line, message: "there is no field \"\(key)\"; there are: actions, backOff")
      }
    }
  }

  private static func policy(_ value: JSONValue) throws(JSONFault) -> BackOff {
    if case .string(let name) = value.content {
      if let policy = BackOff(named: name) { return policy }
      throw JSONFault(
        line: value.line,
        message: "backOff: there is no policy \"\(name)\"; there are: kiosk, strict")
    }
    if case .object(let fields) = value.content, fields.count == 1,
      let (key, waits) = fields.first, key == "secondsAfterFailures",
      case .array(let numbers) = waits.content
    {
      var seconds: [Int64] = []
      for (index, number) in numbers.enumerated() {
        guard case .number(let wait) = number.content, let wait = Int64(exactly: wait),
          0...BackOff.longestSeconds ~= wait
        else {
          throw JSONFault(
            line: number.line,
            message: "backOff.secondsAfterFailures[\(index)]: not a whole number of seconds from 0 "
              + "to \(BackOff.longestSeconds)")
        }
        seconds.append(wait)
      }
      if let policy = BackOff(own: seconds) { return policy }
      throw JSONFault(
        line: waits.line,
        message: "backOff.secondsAfterFailures: 1 to \(BackOff.mostWaits) numbers, and the last, "
          + "which goes on for ever, over 0")
    }
    throw JSONFault(
      line: value.line,
      message: "backOff: \"kiosk\", \"strict\", or { \"secondsAfterFailures\": [0, 0, 30, …] }")
  }

  private static func actions(_ value: JSONValue) throws(JSONFault) -> [String: [String]] {
    guard case .object(let names) = value.content else {
      throw JSONFault(line: value.line, message: "actions: must be an object of names")
    }
    var actions: [String: [String]] = [:]
    for (name, action) in names {
      guard CredentialName(name) != nil else {
        throw JSONFault(line: action.line, message: "actions: nobody can be called \"\(name)\"")
      }
      actions[name] = try words(action, of: "actions.\(name)")
    }
    return actions
  }

  private static func words(_ value: JSONValue, of field: String) throws(JSONFault) -> [String] {
    guard case .array(let words) = value.content, !words.isEmpty else {
      throw JSONFault(
        line: value.line, message: "\(field): must be a list: [\"/usr/bin/command\", \"argument\"]")
    }
    var argv: [String] = []
    for (index, word) in words.enumerated() {
      guard case .string(let text) = word.content, !text.utf8.contains(0) else {
        throw JSONFault(line: word.line, message: "\(field)[\(index)]: must be a text")
      }
      argv.append(text)
    }
    // Whoever sets PATH must not choose what is run.
    guard argv[0].hasPrefix("/") else {
      throw JSONFault(line: value.line, message: "\(field)[0]: must be a path from the root")
    }
    return argv
  }
}

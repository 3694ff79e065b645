import Glibc

/// Whose a node is, and what a user who may not open it can do.
public struct NodeAccess: Hashable, Sendable {
  public let node: String
  public let owner: String
  public let group: String
  /// The permission bits, as `chmod` takes them.
  public let mode: UInt32
  /// Whether the user is a member of the group by now, but was not at login.
  public let isMemberSinceLogin: Bool

  /// The group that the udev rule of this project gives touch panels to.
  public static let ruleGroup = "swipelock"

  package init(of node: String) {
    self.node = node
    var status = stat()
    let isKnown = unsafe stat(node, &status) == 0
    owner = isKnown ? Self.user(status.st_uid) : "?"
    let group = isKnown ? Self.group(status.st_gid) : nil
    self.group = group?.name ?? (isKnown ? String(status.st_gid) : "?")
    mode = isKnown ? status.st_mode & 0o7777 : 0
    let user = Self.user(getuid())
    isMemberSinceLogin = group?.members.contains(user) == true && mode & 0o040 != 0
  }

  private static func user(_ number: uid_t) -> String {
    guard let entry = unsafe getpwuid(number) else { return String(number) }
    return unsafe String(cString: entry.pointee.pw_name)
  }

  private static func group(_ number: gid_t) -> (name: String, members: [String])? {
    guard let entry = unsafe getgrgid(number) else { return nil }
    var members: [String] = []
    var next = unsafe entry.pointee.gr_mem
    while let member = unsafe next?.pointee {
      members.append(unsafe String(cString: member))
      unsafe next = unsafe next?.successor()
    }
    return unsafe (String(cString: entry.pointee.gr_name), members)
  }
}

extension NodeAccess: CustomStringConvertible {
  public var description: String {
    let octal = String(mode, radix: 8)
    let padding = String(repeating: "0", count: max(0, 4 - octal.count))
    return "no permission to open \(node) (\(owner):\(group), mode \(padding)\(octal)): \(remedy)"
  }

  private var remedy: String {
    if isMemberSinceLogin {
      return "you are in the group \(group), but not since this login: log in again"
    }
    if group == Self.ruleGroup {
      return "join its group with 'sudo usermod -aG \(group) $USER' and log in again"
    }
    return
      "install swipelock's udev rule (udev/70-swipelock.rules of its source), which gives touch panels to the "
      + "group \(Self.ruleGroup), then 'sudo usermod -aG \(Self.ruleGroup) $USER' and log in again"
  }
}

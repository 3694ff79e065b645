import Glibc
import TouchSource

/// What of a kiosk that `setup` made is there, whole, and used.
struct KioskChecks {
  private static let unit = "/etc/systemd/system/swipelock@.service"
  private static let store = "/var/lib/swipelock"
  private static let user = "_swipelock"
  private static let group = "swipelock"
  private static let unitFolders = ["/etc", "/run", "/usr/lib", "/lib"].map {
    "\($0)/systemd/system"
  }

  /// The nodes of the panels that are there.
  let nodes: [String]

  func all() -> [Check] {
    guard let unit = SmallFile.text(Self.unit) else {
      return [.fine("kiosk", "setup", "no kiosk is set up here; 'swipelock setup' does it")]
    }
    return [files(of: unit), program(of: unit), account(), store(), panelAccess()]
      + locks() + [holds()].compactMap { $0 }
  }

  // MARK: - What setup wrote

  private static func program(in unit: String) -> String? {
    let line = unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }
    return line?.dropFirst("ExecStart=".count).split(separator: " ").first.map(String.init)
  }

  private func files(of unit: String) -> Check {
    let program = Self.program(in: unit) ?? KioskFile.program
    let odd = KioskFile.all(program: program).compactMap { file -> String? in
      guard let text = SmallFile.text("/" + file.path) else { return "/\(file.path) is missing" }
      return text == file.text ? nil : "/\(file.path) is not this version's"
    }
    guard !odd.isEmpty else {
      return .fine("kiosk", "files", "all that setup writes is there, and is this version's")
    }
    return .finding(
      "kiosk", "files",
      "\(odd.joined(separator: ", ")): compare with 'swipelock setup --print', then 'sudo swipelock "
        + "setup --root / --force' (your own settings belong into drop-ins: systemctl edit)")
  }

  private func program(of unit: String) -> Check {
    guard let program = Self.program(in: unit), unsafe access(program, X_OK) == 0 else {
      return .finding(
        "kiosk", "program",
        "\(Self.unit) starts no program that is there: install swipelock where ExecStart= has it")
    }
    return .fine("kiosk", "program", "the units start \(program)")
  }

  // MARK: - Who runs it, and what it may

  private func account() -> Check {
    guard unsafe getpwnam(Self.user) != nil, unsafe getgrnam(Self.group) != nil else {
      return .finding(
        "kiosk", "account",
        "no user \(Self.user), or no group \(Self.group): 'sudo systemd-sysusers', or restart")
    }
    return .fine("kiosk", "account", "the user \(Self.user) and the group \(Self.group) are there")
  }

  private func store() -> Check {
    var status = stat()
    guard unsafe stat(Self.store, &status) == 0 else {
      return .finding(
        "kiosk", "owner",
        "\(Self.store) is not there: 'sudo systemd-tmpfiles --create', or restart")
    }
    let owner = unsafe getpwnam(Self.user).map { unsafe $0.pointee.pw_uid }
    guard owner == status.st_uid, status.st_mode & 0o7777 == 0o700 else {
      return .finding(
        "kiosk", "owner",
        "\(Self.store) is \(SeatChecks.owner(of: Self.store)): 'sudo chown -R "
          + "\(Self.user):\(Self.user) \(Self.store) && sudo chmod 700 \(Self.store)'")
    }
    return .fine("kiosk", "owner", "\(Self.store) is of \(Self.user) alone")
  }

  private func panelAccess() -> Check {
    let group = unsafe getgrnam(Self.group).map { unsafe $0.pointee.gr_gid }
    let others = nodes.filter { node in
      var status = stat()
      return unsafe stat(node, &status) == 0 && status.st_gid != group
    }
    guard !others.isEmpty else {
      return .fine("kiosk", "access", "the group \(Self.group) has the touch panels")
    }
    return .finding(
      "kiosk", "access",
      "\(others.joined(separator: ", ")): not of the group \(Self.group): 'sudo udevadm control "
        + "--reload && sudo udevadm trigger --subsystem-match=input --action=change'")
  }

  // MARK: - Whether it locks

  /// One line for each lock that is enabled.
  private func locks() -> [Check] {
    let wants = Self.unitFolders.flatMap { folder in
      SmallFile.names(in: folder).filter { $0.hasSuffix(".wants") }.map { "\(folder)/\($0)" }
    }
    let enabled = wants.flatMap(SmallFile.names)
    let names = enabled.compactMap { unit -> String? in
      guard unit.hasPrefix("swipelock@"), unit.hasSuffix(".service") else { return nil }
      return String(unit.dropFirst("swipelock@".count).dropLast(".service".count))
    }
    guard !names.isEmpty else {
      return [
        .finding(
          "kiosk", "enabled",
          "no lock is started at boot: 'sudo systemctl enable swipelock@NAME', where NAME.target is "
            + "the app's")
      ]
    }
    return Set(names).sorted().map { name in
      let target = "\(name).target"
      guard Self.unitFolders.contains(where: { unsafe access("\($0)/\(target)", F_OK) == 0 }) else {
        return .finding(
          "kiosk", "target",
          "the right pattern would start nothing: there is no \(target); write one that wants the app"
        )
      }
      guard !enabled.contains(target) else {
        return .finding(
          "kiosk", "target",
          "the app does not wait for the lock: 'sudo systemctl disable \(target)', which "
            + "swipelock@\(name) starts")
      }
      return .fine("kiosk", "target", "\(target) starts behind swipelock@\(name), at each boot")
    }
  }

  /// What the lock that runs says that it does not hold; nil if none runs.
  private func holds() -> Check? {
    guard let text = SmallFile.text("/run/swipelock/state.json"),
      let state = try? JSONParser.parse(Array(text.utf8)), case .object(let fields) = state.content,
      case .bool(true)? = fields.first(where: { $0.key == "locked" })?.value.content,
      case .array(let degraded)? = fields.first(where: { $0.key == "degraded" })?.value.content
    else { return nil }
    let weaknesses = degraded.compactMap { value in
      if case .string(let name) = value.content { name } else { nil }
    }
    guard !weaknesses.isEmpty else {
      return .fine("kiosk", "holds", "the lock that runs holds all that it should")
    }
    return .finding(
      "kiosk", "holds",
      "the lock that runs lacks \(weaknesses.joined(separator: ", ")): 'journalctl -u "
        + "\"swipelock@*\"' says why")
  }
}

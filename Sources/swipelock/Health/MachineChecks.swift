import Glibc
import TouchSource

/// What of the machine gets around a lock from a keyboard.
enum MachineChecks {
  static func all() -> [Check] {
    let processes = Process.all()
    return [sysRq(), prompts(among: processes), promptsToCome(from: processes)]
  }

  // MARK: - SysRq

  /// The bits of kernel.sysrq that end or get around a lock (Documentation/admin-guide/sysrq.rst of
  /// the kernel): keyboard control, which ends all that a terminal has (SAK), and signalling processes.
  private static let keyboardControl = 4
  private static let signalling = 64

  private static func sysRq() -> Check {
    let text = SmallFile.text("/proc/sys/kernel/sysrq") ?? ""
    guard let value = Int(text.prefix { $0.isNumber }) else {
      return .fine("machine", "sysrq", "the kernel has no SysRq key")
    }
    // 1 means all of it.
    guard value == 1 || value & (keyboardControl | signalling) != 0 else {
      return .fine("machine", "sysrq", "the SysRq key ends no lock (kernel.sysrq is \(value))")
    }
    return .finding(
      "machine", "sysrq",
      "a keyboard's SysRq key can end the lock (kernel.sysrq is \(value)): write 'kernel.sysrq = 0' "
        + "to /etc/sysctl.d/90-swipelock.conf, then 'sudo sysctl --system'")
  }

  // MARK: - Login prompts

  private static let promptNames: Set<String> = [
    "agetty", "getty", "mingetty", "fgetty", "mgetty", "login",
  ]

  private static func prompts(among processes: [Process]) -> Check {
    let found = processes.filter { promptNames.contains($0.name) && $0.terminal != nil }
    guard !found.isEmpty else {
      return .fine("machine", "prompts", "no login prompt waits on a terminal")
    }
    let list = found.map { "\($0) on \($0.terminal ?? "?")" }.joined(separator: ", ")
    let names = Set(found.compactMap(\.terminal)).sorted()
    let units = names.map { ($0.hasPrefix("ttyS") ? "serial-getty@" : "getty@") + $0 }
    return .finding(
      "machine", "prompts",
      "a login prompt waits beside the lock: \(list); a keyboard gets there by Ctrl+Alt+F1 and the "
        + "like: 'sudo systemctl disable --now \(units.joined(separator: " "))'")
  }

  /// logind starts a prompt on a terminal that is switched to.
  private static func promptsToCome(from processes: [Process]) -> Check {
    guard processes.contains(where: { $0.name == "systemd-logind" }) else {
      return .fine("machine", "autoPrompts", "no logind starts login prompts")
    }
    let settings = logindSettings()
    let open = ["NAutoVTs", "ReserveVT"].filter { settings[$0] != "0" }
    guard !open.isEmpty else {
      return .fine("machine", "autoPrompts", "logind starts no login prompts")
    }
    let lines = open.map { "\($0)=0" }.joined(separator: " and ")
    return .finding(
      "machine", "autoPrompts",
      "logind starts a login prompt on each terminal that a keyboard switches to: put \(lines) under "
        + "[Login] in /etc/systemd/logind.conf.d/90-swipelock.conf, then restart the machine")
  }

  /// What its configuration sets, the last file of each name first as systemd reads them.
  private static func logindSettings() -> [String: String] {
    let folders = ["/usr/lib", "/run", "/etc"].map { "\($0)/systemd/logind.conf.d" }
    var files: [(name: String, path: String)] = []
    for folder in folders {
      for name in SmallFile.names(in: folder) where name.hasSuffix(".conf") {
        files.removeAll { $0.name == name }
        files.append((name, "\(folder)/\(name)"))
      }
    }
    files.sort { $0.name < $1.name }
    var settings: [String: String] = [:]
    for path in ["/etc/systemd/logind.conf"] + files.map(\.path) {
      for line in (SmallFile.text(path) ?? "").split(separator: "\n") where !line.hasPrefix("#") {
        let parts = line.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
      }
    }
    return settings
  }
}

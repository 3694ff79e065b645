internal import Glibc

/// A service manager that keeps descriptors: `systemd --user`, for root.
package final class UserManager {
  private let manager: Program
  private let folder: String
  private let environment: [String: String]
  /// Where units write what they say.
  package let logs: String

  /// Starts it and waits until it answers.
  package init() throws {
    folder = try ScratchFolder.make()
    logs = "\(folder)/logs"
    environment = [
      "XDG_RUNTIME_DIR": "\(folder)/run", "XDG_CONFIG_HOME": "\(folder)/config",
      "XDG_STATE_HOME": "\(folder)/state", "HOME": folder, "DBUS_SESSION_BUS_ADDRESS": "",
    ]
    for name in ["run", "config", "config/systemd", "config/systemd/user", "state", "logs"] {
      try unsafe check(mkdir("\(folder)/\(name)", 0o700), "mkdir \(name)")
    }
    // Without this folder it takes the machine for one that knows no systemd, and ends.
    for name in ["/run/systemd", "/run/systemd/system"] { unsafe mkdir(name, 0o755) }
    manager = try Program(["/lib/systemd/systemd", "--user"], environment: environment)
    try Wait.until("the service manager to listen", within: .seconds(90)) {
      unsafe access("\(folder)/run/systemd/private", F_OK) == 0
    }
  }

  /// Stops all units and the manager.
  package func end() {
    _ = try? control("exit")
    _ = try? manager.wait()
  }

  package var configuration: String { "\(folder)/config" }
  package var runtime: String { "\(folder)/run" }

  /// Puts a unit, or a drop-in below a folder of its name, where the manager finds it.
  package func install(_ text: String, as name: String) throws {
    let parts = name.split(separator: "/")
    if parts.count > 1 {
      unsafe mkdir("\(folder)/config/systemd/user/\(parts[0])", 0o755)
    }
    try TextFile.write(text, to: "\(folder)/config/systemd/user/\(name)")
  }

  package func systemctl(_ arguments: [String]) throws -> Program {
    try Program(["systemctl", "--user"] + arguments, environment: environment)
  }

  /// Runs systemctl to its end.
  @discardableResult
  package func control(_ arguments: String...) throws -> [String] {
    let program = try systemctl(arguments)
    let ending = try program.wait(within: .seconds(90))
    guard ending == .status(0) else {
      throw Wait.TimedOut(description: "systemctl \(arguments): \(program.errors)")
    }
    return program.output
  }

  package func property(_ name: String, of unit: String) throws -> String {
    try control("show", "--property=\(name)", "--value", unit).first ?? ""
  }

  /// Several properties of a unit, by their names.
  package func properties(_ names: [String], of unit: String) throws -> [String: String] {
    let lines = try control("show", "--property=\(names.joined(separator: ","))", unit)
    let pairs = lines.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") })
  }

  /// How many descriptors the manager has open, those that it keeps included.
  package var openFiles: Int { TextFile.names(in: "/proc/\(manager.process)/fd").count }

  /// The bytes of memory that it has.
  package var memory: Int { get throws { try ProcessMemory.resident(of: manager.process) } }

  package func log(_ name: String) -> [String] { TextFile.lines("\(logs)/\(name)") }
}

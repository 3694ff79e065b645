/// A file of a kiosk's system.
struct KioskFile {
  /// Below the system's root.
  let path: String
  let text: String

  /// Where the units have swipelock.
  static let program = "/usr/bin/swipelock"

  static let nextSteps =
    "systemctl start swipelock-enroll; systemctl enable --now swipelock@kiosk, where kiosk.target "
    + "is the app's"

  /// All that `setup` writes, in the order of their paths.
  static func all(program: String) -> [KioskFile] {
    units.map { path, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      return KioskFile(path: path, text: replace(Self.program, by: program, in: text))
    }
  }

  private static let units: [(String, [UInt8])] = [
    ("etc/sysctl.d/60-swipelock.conf", PackageResources.sysctl_conf),
    ("etc/systemd/logind.conf.d/60-swipelock.conf", PackageResources.logind_conf),
    ("etc/systemd/system/getty@.service.d/60-swipelock.conf", PackageResources.getty_conf),
    ("etc/systemd/system/swipelock-enroll.service", PackageResources.swipelock_enroll_service),
    ("etc/systemd/system/swipelock-idle@.service", PackageResources.swipelock_idle__service),
    ("etc/systemd/system/swipelock@.service", PackageResources.swipelock__service),
    ("etc/sysusers.d/swipelock.conf", PackageResources.sysusers_conf),
    ("etc/tmpfiles.d/swipelock.conf", PackageResources.tmpfiles_conf),
    ("etc/udev/rules.d/70-swipelock.rules", PackageResources.panels_rules),
  ]

  // By hand: the library's search of a string in a string brings its regular expressions along.
  private static func replace(_ old: String, by new: String, in text: String) -> String {
    var rest = text[...]
    var result = ""
    while !rest.isEmpty {
      if rest.hasPrefix(old) {
        result += new
        rest = rest.dropFirst(old.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}

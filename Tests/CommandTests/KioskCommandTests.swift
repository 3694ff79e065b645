internal import Glibc
import KernelSupport
import Testing

/// What `setup` writes, and what a kiosk's verbs say of bad arguments.
@Suite("Verbs of a kiosk")
final class KioskCommandTests {
  private let root: String

  init() throws {
    root = try ScratchFolder.make()
    unsafe mkdir("\(root)/etc", 0o755)
    try TextFile.write("root:x:0:0::/root:/bin/sh\n", to: "\(root)/etc/passwd")
    try TextFile.write("root:x:0:\n", to: "\(root)/etc/group")
  }

  deinit { _ = try? Program(["rm", "-r", root]).wait() }

  private func swipelock(_ arguments: String...) throws -> Program {
    let program = try Program.swipelock(arguments)
    _ = try program.wait()
    return program
  }

  private func setup(_ arguments: String...) throws -> Program {
    try Program.swipelock(["setup", "--root", root] + arguments)
  }

  @Test func `setup writes each file once, and says so`() throws {
    #expect(try setup().wait() == .status(0))
    let print = try swipelock("setup", "--print")
    let paths = print.output.filter { $0.hasPrefix("# /etc/") }.map { $0.dropFirst(2) }
    #expect(paths.count == 9)
    for path in paths {
      var status = stat()
      #expect(unsafe stat("\(root)\(path)", &status) == 0 && status.st_mode & 0o777 == 0o644)
    }
    let again = try setup()
    #expect(try again.wait() == .status(0))
    #expect(again.output == ["All is there."])
  }

  @Test func `setup leaves a file alone that differs, and then writes nothing at all`() throws {
    let own = "\(root)/etc/systemd/system/swipelock@.service"
    for folder in ["systemd", "systemd/system"] { unsafe mkdir("\(root)/etc/\(folder)", 0o755) }
    try TextFile.write("mine\n", to: own)
    let setup = try setup()
    #expect(try setup.wait() == .status(1))
    #expect(setup.errors.first?.contains("\(own): is there and differs") == true)
    #expect(unsafe access("\(root)/etc/sysusers.d", F_OK) != 0)
    #expect(try self.setup("--force").wait() == .status(0))
    #expect(TextFile.read(own)?.contains("ExecStart=/usr/bin/swipelock") == true)
  }

  @Test func `setup says what is wrong with its arguments`() throws {
    #expect(try swipelock("setup").wait() == .status(64))
    #expect(try swipelock("setup", "--root", "/nowhere").wait() == .status(66))
    #expect(try swipelock("setup", "--print", "--program", "swipelock").wait() == .status(64))
    let print = try swipelock("setup", "--print", "--program", "/opt/swipelock")
    #expect(print.output.contains("ExecStart=/opt/swipelock unlock --vt --keyboards"))
    #expect(!print.output.contains { $0.contains("/usr/bin/swipelock") })
  }

  @Test func `the store's owner and modes are what setup made`() throws {
    #expect(try setup().wait() == .status(0))
    try Program.run(["systemd-sysusers", "--root=\(root)"])
    try Program.run([
      "systemd-tmpfiles", "--root=\(root)", "--create", "--prefix=/var/lib/swipelock",
    ])
    let user = TextFile.lines("\(root)/etc/passwd").first { $0.hasPrefix("_swipelock:") }
    let number = user?.split(separator: ":").dropFirst(2).first.flatMap { UInt32($0) }
    var status = stat()
    #expect(unsafe stat("\(root)/var/lib/swipelock", &status) == 0)
    #expect(status.st_uid == number && number != 0 && status.st_mode & 0o7777 == 0o700)
    #expect(TextFile.lines("\(root)/etc/group").contains { $0.hasSuffix(":_swipelock") })
  }

  @Test(arguments: ["swipelock@kiosk", "swipelock-idle@kiosk", "swipelock-enroll"])
  func `each unit is valid, and exposed to at most 2.0 of 10`(name: String) throws {
    #expect(try setup("--program", "/bin/true").wait() == .status(0))
    let template = name.replacing("kiosk", with: "")
    let unit = "\(root)/\(name).service"
    try Program.run(["cp", "\(root)/etc/systemd/system/\(template).service", unit])
    let security = try Program([
      "systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit,
    ])
    #expect(try security.wait() == .status(0), "\(security.output.last ?? "") \(security.errors)")
    let verify = try Program(["systemd-analyze", "verify", "--man=no", unit])
    _ = try verify.wait()
    // The others that it names are not there.
    let own = verify.errors.filter { !$0.contains("not found") && $0.contains(unit) }
    #expect(own.isEmpty, "\(own)")
  }

  @Test func `an image is enrolled from standard input, with a code that is told once`() throws {
    let input = "\(root)/pattern"
    try TextFile.write("036785\n", to: input)
    let enroll = try Program.swipelock(
      [
        "enroll", "--store", "\(root)/store", "--stdin", "--recovery-code", "--allow-weak",
        "--verify-time", "1",
      ],
      input: input)
    #expect(try enroll.wait() == .status(0), "\(enroll.errors)")
    let code = enroll.output.last.flatMap { $0.split(separator: ":").last } ?? ""
    #expect(code.count { $0.isNumber } == 12, "\(enroll.output)")
    let status = try swipelock("status", "--json", "--store", "\(root)/store").output.joined()
    #expect(status.contains(#""name":"default","kind":"pattern""#))
    #expect(status.contains(#""name":"recovery","kind":"pin""#))
    for (text, ending) in [("0367", 1), ("03", 65), ("0399", 65), ("", 65)] as [(String, Int32)] {
      try TextFile.write(text, to: input)
      let other = try Program.swipelock(
        ["enroll", "--store", "\(root)/store", "--name", "other", "--stdin"], input: input)
      #expect(try other.wait() == .status(ending), "\(text): \(other.errors)")
    }
  }

  @Test func `idle says what is wrong with its arguments`() throws {
    let without = try swipelock("idle")
    #expect(try without.wait() == .status(64))
    #expect(without.errors.first?.contains("give SECONDS") == true)
    #expect(try swipelock("idle", "soon").wait() == .status(64))
    #expect(try swipelock("idle", "1", "2").wait() == .status(64))
  }
}

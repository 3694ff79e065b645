internal import Glibc
import KernelSupport
import Testing

/// `draw`, themes and `replay --pictures`, as people give them.
@Suite("Pictures of the command")
final class DrawCommandTests {
  private let folder: String

  init() throws {
    folder = try ScratchFolder.make()
  }

  deinit {
    _ = try? Program(["rm", "-r", folder]).wait()
  }

  private static let capture = String(
    #filePath.dropLast("Tests/CommandTests/DrawCommandTests.swift".count)
      + "Captures/right.evemu")

  private func run(
    _ arguments: [String], input: String = "/dev/null", environment: [String: String] = [:]
  ) throws -> (status: Program.Ending, errors: String) {
    let program = try Program.swipelock(arguments, environment: environment, input: input)
    let status = try program.wait()
    return (status, program.errors.joined(separator: "\n"))
  }

  private func theme(_ text: String) throws -> String {
    let file = "\(folder)/theme.json"
    try TextFile.write(text, to: file)
    return file
  }

  @Test func `a pattern is drawn from standard input, to a file of its owner's alone`() throws {
    let input = "\(folder)/pattern"
    try TextFile.write("03678\n", to: input)
    for (name, start) in [
      ("lock.png", [0x89, 0x50, 0x4e, 0x47]), ("lock.svg", Array("<?xm".utf8)),
    ] {
      let file = "\(folder)/\(name)"
      #expect(try run(["draw", "-", "-o", file], input: input).status == .status(0))
      let bytes = TextFile.bytes(file) ?? []
      #expect(bytes.prefix(4).elementsEqual(start), "\(name)")
      var status = stat()
      #expect(unsafe stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
    }
    #expect(TextFile.names(in: folder).allSatisfy { !$0.hasSuffix(".new") })
  }

  @Test(arguments: [
    (["draw", "0012", "-o", "x.png"], 65, "each once"),
    (["draw", "09", "-o", "x.png"], 65, "0 to 8"),
    (["draw", "012", "-o", "x.gif"], 64, ".png or .svg"),
    (["draw", "-o", "x.png"], 64, "which pattern"),
    (["draw", "012", "-o", "/nowhere/x.png"], 74, "/nowhere/x.png: cannot be written"),
    (["draw", "012", "-o", "/nowhere/x.svg"], 74, "/nowhere/x.svg: cannot be written"),
    (["draw", "012", "-o", "x.png", "--theme", "/nowhere"], 66, "does not exist"),
    (["draw", "012", "-o", "x.png", "--hide", "all"], 64, "line, dots or wrong"),
    (["draw", "012", "-o", "x.png", "--size", "9x9"], 64, "16 to 16384"),
  ])
  func `what cannot be drawn is said`(arguments: [String], status: Int32, said: String) throws {
    let result = try run(arguments)
    #expect(result.status == .status(status) && result.errors.contains(said), "\(result)")
  }

  @Test(arguments: [
    ("{\n \"backgruond\": \"#000000\" }", ":2: there is no field \"backgruond\""),
    ("{ \"wrong\":\n {\"disc\": \"red\"} }", ":2: wrong.disc: must be a colour"),
    ("{ \"wrong\": {\"ring\": \"#ff0000\"} }", ":1: there is no field \"wrong.ring\""),
    (
      "{ \"dotSize\": 0.2,\n \"coreSize\": 0.3 }",
      ":2: coreSize: 0.3 does not fit into a dotSize of 0.2"
    ),
    ("{ \"dotSize\": 1.5 }", ":1: dotSize: must be a number from 0.02 to 1"),
    ("{ \"hidden\": [\"face\"] }", ":1: hidden: only"),
    ("{ \"marks\": 1 }", ":1: marks: must be true or false"),
    ("[]", ":1: the file must be an object"), ("{", ":1: a field's name"),
  ])
  func `a theme that is wrong is 78 with its line and field`(text: String, said: String) throws {
    let result = try run(["draw", "012", "-o", "\(folder)/x.png", "--theme", theme(text)])
    #expect(result.status == .status(78) && result.errors.contains(said), "\(result)")
    #expect(TextFile.read("\(folder)/x.png") == nil)
  }

  @Test func `a theme's colours are drawn`() throws {
    let file = "\(folder)/x.svg"
    let theme = try theme(
      """
      { "background": "#00ff00", "selected": { "core": "#0000ff", "disc": "#ff000080" },
        "hidden": ["line"], "marks": false, "lineWidth": 0, "dotSize": 0.5, "coreSize": 0.5,
        "normal": { "core": "#00000000" }, "font": "Serif", "wordSize": 0.1, "words": "#ffffff" }
      """)
    #expect(try run(["draw", "012", "-o", file, "--theme", theme]).status == .status(0))
    let text = TextFile.read(file) ?? ""
    #expect(text.contains("rgb(0%, 100%, 0%)") || text.contains("rgb(0%,100%,0%)"), "\(text)")
  }

  @Test func `without fonts the dots are drawn, and the words' absence is said once`() throws {
    let fonts = "\(folder)/fonts.conf"
    try TextFile.write("<?xml version=\"1.0\"?><fontconfig></fontconfig>", to: fonts)
    let result = try run(
      ["draw", "012", "-o", "\(folder)/x.png", "--words", "Hello"],
      environment: ["FONTCONFIG_FILE": fonts])
    #expect(result.status == .status(0), "\(result)")
    #expect(result.errors.split(separator: "\n").count { $0.contains("no font") } == 1, "\(result)")
  }

  @Test func `a replay has a picture at each change, and all of it as one animation`() throws {
    let animation = "\(folder)/swipe.png"
    let result = try run(
      ["replay", Self.capture, "--pictures", "\(folder)/all", "--animate", animation])
    #expect(result.status == .status(0), "\(result)")
    #expect(
      TextFile.names(in: "\(folder)/all").filter { $0.hasSuffix(".png") }.sorted()
        == (1...6).map { "right.evemu-000\($0).png" })
    let bytes = TextFile.bytes(animation) ?? []
    #expect(bytes.count > 1000 && bytes[37..<41].elementsEqual("acTL".utf8))
    let two = try run(["replay", Self.capture, Self.capture, "--animate", animation])
    #expect(two.status == .status(64))
  }
}

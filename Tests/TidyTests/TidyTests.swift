import Testing

struct TidyTests {
  /// What each module may import, as the design's table of modules has it.
  private let rooms: [String: Set<String>] = [
    "TouchCore": [],
    "TouchSource": ["TouchCore", "CEvdev", "CUdev", "Glibc"],
    "TouchCaptures": ["TouchCore", "CYaml", "Glibc"],
    "LockCore": ["TouchCore"],
    "LockStore": ["LockCore", "CCrypt", "Glibc"],
    "LockScreen": ["LockCore", "TouchCore", "Glibc", "CUdev", "CCairo", "CPango", "CDRM"],
    "swipelock": [
      "TouchCore", "TouchSource", "TouchCaptures", "LockCore", "LockStore", "LockScreen", "CArgp",
      "CSignal", "CTerminal", "Glibc",
    ],
    "touchbench": [
      "TouchCore", "TouchSource", "TouchCaptures", "LockCore", "LockStore", "LockScreen",
      "TestSupport",
      "StoreSupport", "CBaseline", "CAllocationCounter", "Glibc",
    ],
  ]

  @Test func `a module imports what its room allows, and no Foundation`() {
    for (module, allowed) in rooms {
      let files = SourceTree.swiftFiles(below: "Sources/\(module)")
      #expect(!files.isEmpty, "\(module) has no file")
      for file in files {
        for imported in imports(of: file) {
          #expect(allowed.contains(imported), "\(file) imports \(imported)")
        }
      }
    }
  }

  @Test func `every folder of the sources has a room, or holds a C library's header`() {
    for module in SourceTree.names(in: "\(SourceTree.root)/Sources") where rooms[module] == nil {
      #expect(module.hasPrefix("C"), "\(module) has no room")
      let names = SourceTree.names(in: "\(SourceTree.root)/Sources/\(module)")
      #expect(names.count == 2 && names.contains("module.modulemap"), "\(module) has more")
    }
  }

  @Test func `nothing but a right verdict unlocks`() {
    let command = SourceTree.swiftFiles(below: "Sources/swipelock")
    func places(of text: String) -> [String] {
      command.flatMap { file in
        SourceTree.lines(file).filter { $0.contains(text) }.map { _ in file }
      }
    }
    // What follows from being unlocked, and what says that it is.
    #expect(places(of: "Takeover(") == ["Sources/swipelock/Verbs/Unlock.swift"])
    #expect(places(of: "return .reached(") == ["Sources/swipelock/Strokes/FlowRun.swift"])
    // Whatever else ends a lock that is kept asks first whether it is, and then gives nothing back.
    let seat = SourceTree.lines("Sources/swipelock/Strokes/StrokeOptions+Seat.swift")
    for text in ["feed.finish()", "kiosk?.giveBack()"] {
      let lines = seat.indices.filter { seat[$0].contains(text) }
      #expect(lines.count == 2, "\(text)")
      for line in lines {
        let before = seat[max(0, line - 4)..<line]
        #expect(before.contains { $0.contains("kiosk.keeps { kiosk.leave(") }, "line \(line + 1)")
      }
    }
    #expect(places(of: "kiosk?.giveBack()").count == 2)
    // And of the units one line starts the app, by the status that only the verdict has.
    let unit = SourceTree.lines("Sources/swipelock/Resources/kiosk/swipelock@.service")
    let starts = unit.filter { !$0.hasPrefix("#") && $0.contains("start %i.target") }
    #expect(starts.count == 1 && starts.allSatisfy { $0.contains("= exited/0 &&") })
    #expect(!unit.contains { $0.hasPrefix("OnSuccess=") || $0.hasPrefix("SuccessExitStatus=") })
  }

  @Test func `no file is longer than 400 lines`() {
    for file in allFiles {
      let count = SourceTree.lines(file).count
      #expect(count <= 401, "\(file) has \(count) lines")
    }
  }

  @Test func `no function is longer than 70 lines`() {
    for file in allFiles {
      for (name, length) in functions(of: file) {
        #expect(length <= 70, "\(file): \(name) has \(length) lines")
      }
    }
  }

  @Test func `nothing is left to be done later in a comment`() {
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    for file in allFiles {
      for line in SourceTree.lines(file) {
        guard let comment = line.firstRange(of: "//") else { continue }
        let isMarked = marks.contains { line[comment.upperBound...].contains($0) }
        #expect(!isMarked, "\(file): \(line)")
      }
    }
  }

  @Test func `the words that the glossary avoids do not appear in names or comments`() {
    let avoided = ["touch id", "finger id", "touchpoint", "password", "gesture"]
    for file in SourceTree.swiftFiles(below: "Sources") {
      for line in SourceTree.lines(file) {
        let line = line.lowercased()
        #expect(!avoided.contains { line.contains($0) }, "\(file): \(line)")
      }
    }
  }

  private var allFiles: [String] {
    SourceTree.swiftFiles(below: "Sources") + SourceTree.swiftFiles(below: "Tests")
  }

  private func imports(of file: String) -> [String] {
    SourceTree.lines(file).compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place <= 2, place + 1 < words.count,
        words[..<place].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
      else { return nil }
      return String(words.last ?? "").split(separator: ".").first.map(String.init)
    }
  }

  private let modifiers: [Substring] = ["public", "internal", "package", "private", "fileprivate"]

  /// Functions and initializers by their indentation, which the formatter guarantees.
  private func functions(of file: String) -> [(String, Int)] {
    var found: [(String, Int)] = []
    var open: [(name: String, indent: Int, start: Int)] = []
    for (number, line) in SourceTree.lines(file).enumerated() {
      let indent = line.prefix { $0 == " " }.count
      if let function = open.last, line.dropFirst(indent).hasPrefix("}"), indent == function.indent
      {
        found.append((function.name, number - function.start + 1))
        open.removeLast()
      }
      let isFunction =
        line.contains("func ") || line.contains(" init(") || line.contains("deinit {")
      if isFunction, !line.contains("//"), !line.hasSuffix("}") {
        // What a protocol demands has no body, and so no end of its own.
        while let last = open.last, last.indent >= indent { open.removeLast() }
        open.append((String(line.drop { $0 == " " }), indent, number))
      }
    }
    return found
  }
}

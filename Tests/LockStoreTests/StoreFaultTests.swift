import Glibc
import LockCore
import LockStore
import Testing

/// Whatever is wrong with a store: it never unlocks, it is left as it was, and the fault is named.
struct StoreFaultTests {
  /// Judges the right pattern, and demands a fault that names `file` and changes nothing.
  private func fault(
    of store: StoreFixture, names file: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> JudgeFailure.Kind? {
    let before = store.contents
    store.crypt.forgetRuns()
    let failure = store.judgeRight().failure
    #expect(
      failure?.description.contains(file) == true, "\(failure?.description ?? "no fault")",
      sourceLocation: sourceLocation)
    #expect(store.crypt.runs == 0, sourceLocation: sourceLocation)
    #expect(store.contents == before, sourceLocation: sourceLocation)
    #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try store.status() }
    return failure?.kind
  }

  @Test func `no folder is nobody enrolled`() {
    let store = StoreFixture()
    #expect(fault(of: store, names: store.path) == .nothingEnrolled)
    #expect(Files.mode(store.path) == nil)
  }

  @Test func `an empty folder is nobody enrolled`() {
    let store = StoreFixture()
    unsafe mkdir(store.path, 0o700)
    #expect(fault(of: store, names: store.path) == .nothingEnrolled)
  }

  @Test func `attempts with no credential are nobody enrolled`() throws {
    let store = try StoreFixture.enrolled()
    unsafe unlink(store.credentialFile)
    #expect(fault(of: store, names: store.path) == .nothingEnrolled)
  }

  @Test func `attempts that are gone count as the most, and the longest wait begins`() throws {
    let store = try StoreFixture.enrolled()
    unsafe unlink(store.attemptsFile)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 900_000))
    #expect(store.crypt.runs == 0)
    #expect(store.failures == Int(UInt32.max))
    store.clock.pass(milliseconds: 899_999)
    #expect(store.judgeRight() == .lockedOut(millisecondsLeft: 1))
    unsafe unlink(store.attemptsFile)
    #expect(try store.status().standing == .wait(milliseconds: 900_000))
    store.clock.pass(milliseconds: 900_000)
    #expect(store.judgeRight() == right)
    #expect(try store.status().failures == 0)
  }

  @Test(arguments: ["credential", "attempts"])
  func `a file that is torn at any byte is refused`(_ name: String) throws {
    let store = try StoreFixture.enrolled()
    let file = "\(store.path)/\(name)"
    let whole = try #require(Files.bytes(file))
    for length in 0..<whole.count {
      Files.write(whole[..<length], to: file)
      #expect(fault(of: store, names: file) == .badData, "torn at byte \(length)")
      // What a file system may leave in the place of bytes that did not get there.
      Files.write(whole[..<length] + Array(repeating: 0, count: whole.count - length), to: file)
      #expect(fault(of: store, names: file) == .badData, "zeroes from byte \(length)")
    }
    Files.write(whole, to: file)
    #expect(store.judgeRight() == right)
  }

  @Test(arguments: ["credential", "attempts"])
  func `a newer version's file is told as that and left alone`(_ name: String) throws {
    let store = try StoreFixture.enrolled()
    let file = "\(store.path)/\(name)"
    for rest in ["", "whatever: é\n", String(repeating: "x", count: 40_000)] {
      Files.write("swipelock \(name) 3\n\(rest)".utf8, to: file)
      #expect(fault(of: store, names: file) == .badData)
      #expect(throws: StoreError.newerVersion(file: file)) { try store.status() }
    }
  }

  @Test(arguments: ["credential", "attempts"])
  func `every field is there once, and no other`(_ name: String) throws {
    let store = try StoreFixture.enrolled()
    let file = "\(store.path)/\(name)"
    let lines = try #require(Files.text(file)).split(separator: "\n").map { "\($0)\n" }
    for index in 1..<(lines.count - 1) {
      let line = lines[index]
      let changes: [[String]] = [
        // Missing, misspelt, with no value, with a space too much.
        [], ["x" + line], [line.prefix { $0 != " " } + "\n"], [line.dropLast() + " \n"],
        // Twice, and beside what does not belong there.
        [line, line], [line, "unknown 1\n"], ["\n", line], ["end\n", line],
      ]
      for change in changes {
        let changed = lines[..<index] + change + lines[(index + 1)...]
        Files.write(changed.joined().utf8, to: file)
        #expect(fault(of: store, names: file) == .badData, "\(changed)")
      }
      // After the end.
      Files.write((lines + [line]).joined().utf8, to: file)
      #expect(fault(of: store, names: file) == .badData)
    }
    let turned = [lines[0]] + lines.dropFirst().dropLast().reversed() + ["end\n"]
    Files.write(turned.joined().utf8, to: file)
    #expect(store.judgeRight() == right)
  }

  @Test func `values outside what they may be are refused`() throws {
    let store = try StoreFixture.enrolled()
    let (credential, attempts) = (store.credentialFile, store.attemptsFile)
    let values = [
      (credential, "rows", ["1", "7", "03", "-3", "+3", "3.0", "", "x", "99999999999999999999"]),
      (credential, "columns", ["0", "7"]), (credential, "fill", ["maybe", "", "Yes", "true"]),
      (credential, "minimum", ["0", "10"]),
      (attempts, "epoch", ["-1", "18446744073709551616"]),
      (attempts, "failures", ["-1", "4294967296", "0x1", "٣"]),
      (attempts, "boot", ["", "0", String(repeating: "G", count: 36)]),
      (attempts, "stamp", ["-1", "9223372036854775808"]),
    ]
    for (file, field, wrong) in values {
      let whole = try #require(Files.bytes(file))
      for value in wrong {
        store.set(field, value, in: file)
        #expect(fault(of: store, names: file) == .badData, "\(field) \(value)")
      }
      Files.write(whole, to: file)
    }
    #expect(store.judgeRight() == right)
  }

  @Test func `a verifier that is not exactly yescrypt's is damage, never right`() throws {
    let store = try StoreFixture.enrolled()
    let setting = try #require(store.credential("setting"))
    for bad in [
      "", "*0", "x", "$y$", "$1$saltsalt", setting.dropLast().description, setting + "$",
      setting + " ", setting.replacing("$y$", with: "$gy$"), setting.replacing("$y$", with: "$7$"),
      // The cost: none, 0, 1 and 12 in libxcrypt's letters.
      setting.replacing("$j7T$", with: "$jT$"), setting.replacing("$j7T$", with: "$j.T$"),
      setting.replacing("$j7T$", with: "$j75$"), setting.replacing("$j7T$", with: "$jGT$"),
      "$y$j7T$", "$y$j7T$short", setting.replacing("T$", with: "T$:"),
    ] {
      store.set("setting", bad, in: store.credentialFile)
      #expect(fault(of: store, names: store.credentialFile) == .badData, "\(bad)")
    }
    store.set("setting", setting, in: store.credentialFile)

    let entry = try #require(store.credential("enrolled"))
    let output = String(entry.suffix(43))
    for bad in ["", "*0", "*1", output.dropLast().description, output + "x", output + "$"] {
      store.set("enrolled", "default pattern 1 1 \(bad)", in: store.credentialFile)
      #expect(fault(of: store, names: store.credentialFile) == .badData, "\(bad)")
    }
    for head in [
      "default face 1 1", "de/fault pattern 1 1", "default pattern x 1", "default pattern 1 x",
      "default pattern 1", "other pattern 1 1",
    ] {
      store.set("enrolled", "\(head) \(output)", in: store.credentialFile)
      #expect(fault(of: store, names: store.credentialFile) == .badData, "\(head)")
    }
    // A keypad's digits are no pattern, whatever their output.
    store.set("enrolled", "default pin 1 1 \(output)", in: store.credentialFile)
    #expect(store.judgeRight() == .wrong)
    store.set("enrolled", entry, in: store.credentialFile)
    #expect(store.judgeRight() == right)
  }

  @Test func `a file that is too long is refused as that`() throws {
    let store = try StoreFixture.enrolled()
    let whole = try #require(Files.text(store.credentialFile))
    let long = whole.dropLast(4) + String(repeating: "x y\n", count: 10_000) + "end\n"
    Files.write(long.utf8, to: store.credentialFile)
    #expect(fault(of: store, names: store.credentialFile) == .badData)
    #expect(throws: StoreError.damaged(file: store.credentialFile, .tooLong)) { try store.status() }
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o602, 0o601] as [mode_t])
  func `files that others may read or write are refused`(_ mode: mode_t) throws {
    let store = try StoreFixture.enrolled()
    for file in [store.credentialFile, store.attemptsFile] {
      unsafe chmod(file, mode)
      #expect(fault(of: store, names: file) == .permissionDenied)
      unsafe chmod(file, 0o600)
    }
    unsafe chmod(store.path, mode | 0o100)
    #expect(fault(of: store, names: store.path) == .permissionDenied)
    #expect(throws: StoreError.self) { try store.enrol() }
  }

  @Test(.enabled("needs root, to give files away") { geteuid() == 0 })
  func `what belongs to another user is refused`() throws {
    let store = try StoreFixture.enrolled()
    for path in [store.credentialFile, store.attemptsFile, store.path] {
      unsafe chown(path, 1_234, 0)
      #expect(fault(of: store, names: "\(path): belongs to the user 1234") == .permissionDenied)
      unsafe chown(path, 0, 0)
    }
    #expect(store.judgeRight() == right)
  }

  @Test func `a symbolic link is followed nowhere`() throws {
    let store = try StoreFixture.enrolled()
    for file in [store.credentialFile, store.attemptsFile] {
      let elsewhere = "\(store.scratchFolder)/elsewhere"
      unsafe rename(file, elsewhere)
      unsafe symlink(elsewhere, file)
      #expect(fault(of: store, names: file) == .badData)
      unsafe rename(elsewhere, file)
    }
    let link = "\(store.scratchFolder)/link"
    unsafe symlink(store.path, link)
    for path in [link, link + "/"] {
      #expect(store.judge(StoreFixture.rightDots, at: path).failure?.kind == .badData)
    }
    #expect(store.judge(StoreFixture.rightDots, at: store.path + "//") == right)
  }

  @Test func `a link in the place of the new file is replaced, not written through`() throws {
    let store = try StoreFixture.enrolled()
    let victim = "\(store.scratchFolder)/victim"
    Files.write("victim".utf8, to: victim)
    unsafe symlink(victim, "\(store.attemptsFile).new")
    #expect(store.judgeWrong() == .wrong)
    #expect(Files.text(victim) == "victim")
    #expect(Files.names(in: store.path) == ["attempts", "credential"])
  }

  @Test func `what an earlier write left unfinished is replaced`() throws {
    let store = try StoreFixture.enrolled()
    Files.write("swipelock att".utf8, to: "\(store.attemptsFile).new")
    #expect(store.judgeWrong() == .wrong)
    #expect(store.failures == 1)
    #expect(Files.names(in: store.path) == ["attempts", "credential"])
  }

  @Test func `things that are not files are refused, and a pipe holds nobody up`() throws {
    let store = try StoreFixture.enrolled()
    for file in [store.credentialFile, store.attemptsFile] {
      let whole = try #require(Files.bytes(file))
      unsafe unlink(file)
      unsafe mkfifo(file, 0o600)
      #expect(store.judgeRight().failure?.kind == .badData)
      unsafe unlink(file)
      unsafe mkdir(file, 0o700)
      #expect(store.judgeRight().failure?.kind == .badData)
      unsafe rmdir(file)
      Files.write(whole, to: file)
    }
    #expect(store.judge(StoreFixture.rightDots, at: store.credentialFile).failure?.kind == .badData)
    #expect(store.judge(StoreFixture.rightDots, at: "").failure != nil)
  }
}

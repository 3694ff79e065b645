import Glibc

/// `setup`: writes what a kiosk needs.
struct Setup: Verb {
  static let name = "setup"
  static let summary = "write the units, the user and the rules that a kiosk needs"
  static let explanation = """
    Writes, below DIR, units that lock at boot, start an app's target once it is unlocked and lock \
    again when nobody touches; the user that they run as, its store, the udev rule for touch panels, \
    and what closes the ways around. What is there and differs is left alone, and said.
    """
  static let options = [
    Option("root", "DIR", "the root of the system that becomes a kiosk: / for this one"),
    Option("print", nil, "show the files, and write nothing"),
    Option("program", "FILE", "where the units find swipelock (default \(KioskFile.program))"),
    Option("force", nil, "write over files that differ"),
  ]

  private var root: String?
  private var prints = false
  private var program = KioskFile.program
  private var forces = false

  mutating func take(option: String, _ value: String) throws(UsageError) {
    switch option {
    case "root":
      guard !value.isEmpty else { throw UsageError("--root takes a folder") }
      root = value
    case "print": prints = true
    case "force": forces = true
    default:
      // systemd takes no other, and no blank or quote is worth its rules here.
      let isPlain = value.utf8.allSatisfy { (0x21...0x7e).contains($0) }
      guard value.hasPrefix("/"), isPlain, !value.contains(where: { "\"'\\%$;".contains($0) })
      else {
        throw UsageError("--program takes an absolute path with no blank, quote, % or $")
      }
      program = value
    }
  }

  func run() throws(Failure) -> ExitStatus {
    guard prints != (root != nil) else {
      throw Failure(usageOf: Self.name, "give --root DIR, or --print")
    }
    let files = KioskFile.all(program: program)
    guard let root else {
      try show(files)
      return .done
    }
    try write(files, below: root)
    return .done
  }

  private func show(_ files: [KioskFile]) throws(Failure) {
    var output = Output()
    for file in files { try output.write("# /\(file.path)\n\(file.text)\n") }
    try output.flush()
  }

  private func write(_ files: [KioskFile], below root: String) throws(Failure) {
    var status = stat()
    guard unsafe stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(.noInput, "\(root): is no folder; make it, or give another by --root")
    }
    // All are looked at before one is written.
    var missing: [KioskFile] = []
    for file in files {
      let path = "\(root == "/" ? "" : root)/\(file.path)"
      if root != "/" { try Self.demandNoLink(to: file, below: root) }
      var status = stat()
      let isThere = unsafe lstat(path, &status) == 0
      let isFile = isThere && status.st_mode & S_IFMT == S_IFREG
      switch isFile ? WholeFile.bytes(ofFile: path, atMost: 1 << 20) : nil {
      case .some(Array(file.text.utf8)): break
      case .none where !isThere: missing.append(file)
      default:
        guard forces else {
          throw Failure(
            .denied,
            "\(path): is there and differs; nothing was written: look at both (--print), "
              + "then move it away or give --force")
        }
        missing.append(file)
      }
    }
    var output = Output()
    for file in missing {
      let path = "\(root == "/" ? "" : root)/\(file.path)"
      Self.makeFolders(above: path)
      try WholeFile.write(
        Array(file.text.utf8), to: path, mode: 0o644,
        remedy: "run it as root, or see what is in its way")
      try output.write("\(path)\n")
    }
    try output.write(
      missing.isEmpty ? "All is there.\n" : "Then restart, and: \(KioskFile.nextSteps)\n")
    try output.flush()
  }

  /// A link in an image may lead out of it, onto the machine that makes the image.
  private static func demandNoLink(to file: KioskFile, below root: String) throws(Failure) {
    var path = root
    for part in file.path.split(separator: "/").dropLast() {
      path += "/\(part)"
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return }
      guard status.st_mode & S_IFMT != S_IFLNK else {
        throw Failure(
          .denied,
          "\(path): is a symbolic link, which may lead out of the image; nothing was written: make it "
            + "a folder")
      }
    }
  }

  private static func makeFolders(above path: String) {
    var made = ""
    for part in path.split(separator: "/").dropLast() {
      made += "/\(part)"
      // What cannot be made is told when the file is.
      unsafe mkdir(path.hasPrefix("/") ? made : String(made.dropFirst()), 0o755)
    }
  }
}

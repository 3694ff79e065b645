/// What is wrong with a file of the store.
public enum RecordFault: Hashable, Sendable {
  /// It is longer than a store's file may be.
  case tooLong
  /// It does not begin with the line that says what it is.
  case heading
  /// It does not end with the line `end`: it was cut off, or something was added.
  case end
  /// That line, counted from 1, is not a field that belongs there, with a value it may have.
  case line(Int)
  /// That field is missing.
  case missing(field: String)
}

extension RecordFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong: "it is longer than \(StoreFolder.longestFile) bytes"
    case .heading: "its first line does not say what it is"
    case .end: "it does not end with the line “end”"
    case .line(let number): "line \(number) is not what belongs there"
    case .missing(let field): "the field “\(field)” is missing"
    }
  }
}

/// A file of the store as text: a heading that says what it is and in which version, one field a
/// line in any order, and the line `end`.
///
/// Every part of a text is refused that a write that was cut off could have left, since the end is
/// missing then.
struct RecordText {
  /// The version that this program writes, of both files. It reads all before it.
  static let newestVersion = 2

  /// A field's value, and where it stands.
  struct Value {
    let text: Substring
    let line: Int
  }

  /// 1 to `newestVersion`.
  let version: Int
  private var fields: [Substring: [Value]] = [:]

  private static func heading(_ file: StoreFile) -> String { "swipelock \(file.rawValue) " }

  /// Reads the text of `file`, which is at `path`.
  init(_ bytes: [UInt8], of file: StoreFile, at path: String) throws(StoreError) {
    let newline = UInt8(ascii: "\n")
    func damaged(_ fault: RecordFault) -> StoreError { .damaged(file: path, fault) }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    // The version comes first: a newer one may have another idea of all that follows.
    guard let first = lines.first, lines.count > 1, first.hasPrefix(Self.heading(file)),
      let version = UInt32(decimal: first.dropFirst(Self.heading(file).count))
    else { throw damaged(.heading) }
    guard version <= Self.newestVersion else { throw .newerVersion(file: path) }
    guard version >= 1 else { throw damaged(.heading) }
    self.version = Int(version)
    guard bytes.count <= StoreFolder.longestFile else { throw damaged(.tooLong) }
    if let strange = bytes.firstIndex(where: { !(0x20...0x7e ~= $0 || $0 == newline) }) {
      throw damaged(.line(1 + bytes[..<strange].count { $0 == newline }))
    }
    guard lines.count > 2, lines[lines.count - 2] == "end", lines[lines.count - 1] == "" else {
      throw damaged(.end)
    }
    for index in 1..<(lines.count - 2) {
      let parts = lines[index].split(
        separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw damaged(.line(index + 1)) }
      fields[parts[0], default: []].append(Value(text: parts[1], line: index + 1))
    }
  }

  /// Takes out a field that is there once and reads its value.
  mutating func take<Result>(
    _ field: String, _ read: (Substring) -> Result?
  ) throws(RecordFault) -> Result {
    guard let result = try takeIfThere(field, read) else { throw .missing(field: field) }
    return result
  }

  /// Takes out a field that need not be there.
  mutating func takeIfThere<Result>(
    _ field: String, _ read: (Substring) -> Result?
  ) throws(RecordFault) -> Result? {
    let values = fields.removeValue(forKey: field[...]) ?? []
    guard let value = values.first else { return nil }
    if values.count > 1 { throw .line(values[1].line) }
    guard let result = read(value.text) else { throw .line(value.line) }
    return result
  }

  /// Takes out all fields of a name, which may be there more than once, in their order. `read` is
  /// given those before, too.
  mutating func takeAll<Result>(
    _ field: String, _ read: (Substring, [Result]) -> Result?
  ) throws(RecordFault) -> [Result] {
    guard let values = fields.removeValue(forKey: field[...]) else { throw .missing(field: field) }
    var results: [Result] = []
    for value in values {
      guard let result = read(value.text, results) else { throw .line(value.line) }
      results.append(result)
    }
    return results
  }

  /// Refuses fields that nobody took: they would mean something that we don't know.
  func demandNothingLeft() throws(RecordFault) {
    if let line = fields.values.joined().map(\.line).min() { throw .line(line) }
  }

  /// Writes a text that the initialiser reads.
  static func text(of file: StoreFile, _ fields: [(name: String, value: String)]) -> String {
    let lines = fields.map { "\($0.name) \($0.value)\n" }.joined()
    return "\(heading(file))\(newestVersion)\n\(lines)end\n"
  }
}

extension RecordFault: Error {}

extension FixedWidthInteger {
  /// A number as this store writes it: digits alone, with no zero before them.
  init?(decimal text: Substring) {
    guard !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      text == "0" || !text.hasPrefix("0")
    else { return nil }
    self.init(text)
  }
}

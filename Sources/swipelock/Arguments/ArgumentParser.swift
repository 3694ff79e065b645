import CArgp
import Glibc

/// Reads a verb's arguments through glibc's argp, which brings `--help`, `--usage`, abbreviations and
/// its habits for errors.
///
/// argp calls back through a C function, so what it finds is kept here until it is done.
final class ArgumentParser {
  enum Item {
    case option(String, String)
    case argument(String)
  }

  private let options: [Option]
  private var items: [Item] = []
  // argp's own keys for help and usage are '?' and below 256; ours lie beyond any character.
  private static let firstKey: Int32 = 0x1000

  private static let version = Option("version", nil, "Print the version", letter: "V")

  private init(_ options: [Option]) {
    self.options = options + [Self.version]
  }

  /// Parses `arguments`, those behind the verb; ends the process with 64 at an option that there is
  /// not, and with 0 after a help.
  static func items(of verb: any Verb.Type, _ arguments: [String]) -> [Item] {
    let parser = ArgumentParser(verb.options)
    let documentation = "\(verb.explanation)\u{b}"
    parser.parse(
      name: "swipelock \(verb.name)", arguments, usage: verb.arguments, documentation)
    return parser.items
  }

  private func parse(
    name: String, _ arguments: [String], usage: String, _ documentation: String
  ) {
    var table = unsafe options.enumerated().map { index, option in
      unsafe argp_option(
        name: cString(option.name), key: Self.key(of: option, at: index),
        arg: option.value.map { unsafe UnsafePointer(cString($0)) }, flags: 0,
        doc: cString(option.summary), group: 0)
    }
    unsafe table.append(argp_option())
    var words = unsafe ([name] + arguments).map { unsafe Optional(cString($0)) }
    unsafe words.append(nil)
    unsafe table.withUnsafeBufferPointer { table in
      var argp = unsafe argp(
        options: table.baseAddress, parser: Self.callback, args_doc: cString(usage),
        doc: cString(documentation), children: nil, help_filter: nil, argp_domain: nil)
      let count = Int32(arguments.count + 1)
      let input = unsafe Unmanaged.passUnretained(self).toOpaque()
      _ = unsafe argp_parse(&argp, count, &words, UInt32(ARGP_IN_ORDER), nil, input)
    }
  }

  private static func key(of option: Option, at index: Int) -> Int32 {
    option.letter?.asciiValue.map(Int32.init) ?? firstKey + Int32(index)
  }

  private static let callback: argp_parser_t = { key, value, state in
    guard let input = unsafe state?.pointee.input else { return 0 }
    let parser = unsafe Unmanaged<ArgumentParser>.fromOpaque(input).takeUnretainedValue()
    let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
    return parser.take(key, text)
  }

  private func take(_ key: Int32, _ text: String) -> error_t {
    if key == ARGP_KEY_ARG {
      items.append(.argument(text))
    } else if let index = options.indices.first(where: { Self.key(of: options[$0], at: $0) == key })
    {
      if options[index].name == Self.version.name { Main.printVersion() }
      items.append(.option(options[index].name, text))
    } else {
      // ARGP_ERR_UNKNOWN, a macro that is computed: "not mine".
      return E2BIG
    }
    return 0
  }
}

/// A C string that is never freed: arguments are parsed once, and argp keeps pointers into them.
private func cString(_ text: String) -> UnsafeMutablePointer<CChar> {
  guard let copy = unsafe strdup(text) else { preconditionFailure("out of memory") }
  return unsafe copy
}

import Glibc
import TouchSource

/// What is checked before anything else is looked at, so that of several failures the one is told that
/// the contract puts first.
enum Preconditions {
  /// Each capture that was named exists.
  static func demand(files: [String]) throws(Failure) {
    for file in files where file != "-" {
      let isMissing = unsafe access(file, F_OK) != 0 && errno == ENOENT
      guard isMissing else { continue }
      throw Failure(.noInput, "\(file): does not exist; check the name")
    }
  }

  /// The panel that was named, if one was, exists.
  static func demand(panel: String?) throws(Failure) {
    guard let panel else { return }
    do throws(SourceError) {
      _ = try PanelFinder().panel(PanelSelector(panel))
    } catch {
      throw Failure(error)
    }
  }
}

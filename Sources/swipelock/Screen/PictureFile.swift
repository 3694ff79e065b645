import Glibc
import LockCore
import LockScreen

/// Scenes as files.
enum PictureFile {
  #if Screen
  /// Writes a scene to a file that only its owner may read: SVG or PNG, as its name ends.
  static func write(
    _ scene: Scene, _ pattern: borrowing Pattern, _ placement: Placement, _ theme: Theme,
    to path: String
  ) throws(Failure) {
    do throws(PictureError) {
      if path.hasSuffix(".svg") {
        // cairo makes the file itself.
        let before = umask(0o077)
        defer { umask(before) }
        return try Picture.writeSVG(scene, pattern, placement, theme, to: path)
      }
    } catch {
      throw Failure(
        .inputOutput, "\(path): cannot be written: \(error); choose another place by -o")
    }
    var picture = Picture(placement, theme)
    if !picture.hasFonts, !scene.words.isEmpty { warn(noFonts) }
    picture.show(scene, pattern)
    try WholeFile.write(png(of: picture), to: path)
  }

  static func png(of picture: borrowing Picture) throws(Failure) -> [UInt8] {
    do throws(PictureError) { return try picture.png() } catch {
      throw Failure(.inputOutput, "no picture can be made: \(error)")
    }
  }

  static let noFonts = "no font is installed, so no words can be seen; one is in fonts-dejavu-core"
  #else
  static func write(
    _ scene: Scene, _ pattern: borrowing Pattern, _ placement: Placement, _ theme: Theme,
    to path: String
  ) throws(Failure) {
    throw Failure(withoutScreen: "no picture can be drawn")
  }
  #endif
}

extension Failure {
  /// What this build cannot do.
  init(withoutScreen what: String) {
    self.init(.unavailable, "\(what) by this build; build it with: swift build --traits Screen")
  }
}

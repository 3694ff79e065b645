import LockCore
import LockStore
import TouchCore

/// Brings one panel's contacts onto a grid that several panels share.
///
/// Each panel has the grid in its own view. Dots are known by shares of a cell, so a stroke makes the
/// same dots wherever the grid is put.
struct GridFit {
  private let mapping: ViewMapping
  private let own: ViewRect
  private let shared: ViewRect

  init(_ mapping: ViewMapping, _ own: DotGrid, onto shared: DotGrid) {
    self.mapping = mapping
    (self.own, self.shared) = (own.area, shared.area)
    for oddity in mapping.oddities { warn(oddity.text) }
  }

  func point(of contact: Contact) -> ViewPoint? {
    guard let point = mapping.point(of: contact) else { return nil }
    // Most have one panel, and rounding is nothing to have for nothing.
    guard own != shared else { return point }
    return ViewPoint(
      x: shared.x + (point.x - own.x) / own.width * shared.width,
      y: shared.y + (point.y - own.y) / own.height * shared.height)
  }
}

extension Pattern {
  /// An empty pattern in locked memory.
  static func secret() throws(Failure) -> Pattern {
    do throws(FailedCall) { return try locked() } catch {
      throw Failure(.inputOutput, "no memory for a pattern: \(error)")
    }
  }
}

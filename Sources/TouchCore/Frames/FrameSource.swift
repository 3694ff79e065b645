/// Where frames come from: a live panel or a capture. To everything behind it both are the same.
public protocol FrameSource: ~Copyable {
  associatedtype Failure: Error

  /// Returns the next complete frame, or nil when no more will come.
  mutating func nextFrame() throws(Failure) -> Frame?
}

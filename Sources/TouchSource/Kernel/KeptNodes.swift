import Glibc
import TouchCore

/// Input nodes that an earlier process opened and grabbed, and somebody kept for this one: whoever
/// opens one of these devices takes the descriptor from here, and the grab with it.
public final class KeptNodes {
  private var files: [(number: DeviceNumber, descriptor: CInt)] = []

  /// Takes the descriptors over. Those whose device is gone, or was revoked, are closed at once: another
  /// one may have its number. Those that nobody takes from here are closed in the end.
  public init(adopting descriptors: [CInt] = []) {
    var readiness = Readiness(places: 1)
    for descriptor in descriptors {
      let file = Descriptor(adopting: descriptor)
      readiness.watchForEnd(descriptor, at: 0)
      _ = try? readiness.wait(until: Timestamp(microseconds: 0))
      guard readiness.state(at: 0) == .quiet, let number = try? file.deviceNumber() else {
        continue
      }
      files.append((number, file.relinquish()))
    }
  }

  /// The descriptor of the device, which is the caller's from then on.
  func take(_ number: DeviceNumber) -> Descriptor? {
    guard let index = files.firstIndex(where: { $0.number == number }) else { return nil }
    return Descriptor(adopting: files.remove(at: index).descriptor)
  }

  deinit { for file in files { close(file.descriptor) } }
}

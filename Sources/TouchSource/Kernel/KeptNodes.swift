import Glibc

/// Input nodes that an earlier process opened and grabbed, and somebody kept for this one: whoever
/// opens one of these devices takes the descriptor from here, and the grab with it.
public final class KeptNodes {
  private var files: [(number: DeviceNumber, descriptor: CInt)] = []

  /// Takes the descriptors over; those that nobody takes from here are closed in the end.
  public init(adopting descriptors: [CInt] = []) {
    for descriptor in descriptors {
      let file = Descriptor(adopting: descriptor)
      if let number = try? file.deviceNumber() {
        files.append((number, file.relinquish()))
      }
    }
  }

  /// The descriptor of the device, which is the caller's from then on.
  func take(_ number: DeviceNumber) -> Descriptor? {
    guard let index = files.firstIndex(where: { $0.number == number }) else { return nil }
    return Descriptor(adopting: files.remove(at: index).descriptor)
  }

  deinit { for file in files { close(file.descriptor) } }
}

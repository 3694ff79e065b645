import Glibc

/// A folder that goes with all that is in it, one level deep.
final class ScratchFolder {
  let path: String

  /// - Parameter inMemory: whether it should be where writing costs nothing.
  init(inMemory: Bool) throws(BenchFailure) {
    let temporary = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    let hasMemory = unsafe access("/dev/shm", W_OK) == 0
    let base = inMemory && hasMemory ? "/dev/shm" : temporary
    var template = Array("\(base)/touchbench-XXXXXX".utf8CString)
    guard let path = unsafe mkdtemp(&template).map({ unsafe String(cString: $0) }) else {
      throw BenchFailure("\(base): no folder can be made there; set TMPDIR", status: EX_CANTCREAT)
    }
    self.path = path
  }

  deinit {
    for file in ["store/credential", "store/attempts", "capture", "swipelock", "libevdev"] {
      unsafe unlink("\(path)/\(file)")
    }
    unsafe rmdir("\(path)/store")
    unsafe rmdir(path)
  }
}

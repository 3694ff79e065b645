/// What a store takes from the machine: its disk, `crypt(3)` and its clock, or what tests put in
/// their place.
package struct StoreMachine: Sendable {
  package var disk: any Disk
  package var yescrypt: Yescrypt
  /// Asked once an attempt, under the lock.
  package var clock: @Sendable () throws(StoreError) -> BootClock

  package init(
    disk: (any Disk)? = nil, yescrypt: Yescrypt = Yescrypt(),
    clock: @escaping @Sendable () throws(StoreError) -> BootClock = { () throws(StoreError) in
      try BootClock.current()
    }
  ) {
    self.disk = disk ?? KernelDisk()
    self.yescrypt = yescrypt
    self.clock = clock
  }
}

/// The slots of a panel, of which there are as many from first to last.
///
/// An array would be asked with every event whether anybody else has it.
@safe
struct Slots: ~Copyable {
  let count: Int
  private let first: UnsafeMutablePointer<SlotState>

  init(count: Int) {
    self.count = count
    unsafe first = .allocate(capacity: count)
    unsafe first.initialize(repeating: SlotState(), count: count)
  }

  deinit {
    unsafe first.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  // By address: accessors that yield allocate where they are not optimized away.
  subscript(index: Int) -> SlotState {
    @inline(always)
    unsafeAddress {
      precondition(indices ~= index, "there is no such slot")
      return unsafe UnsafePointer(first + index)
    }
    @inline(always)
    unsafeMutableAddress {
      precondition(indices ~= index, "there is no such slot")
      return unsafe first + index
    }
  }
}

/// The slots of a panel, of which there are as many from first to last.
///
/// An array would be asked with every event whether anybody else has it.
@safe
struct Slots: ~Copyable {
  private let storage: UnsafeMutableBufferPointer<SlotState>

  init(count: Int) {
    unsafe storage = .allocate(capacity: count)
    unsafe storage.initialize(repeating: SlotState())
  }

  deinit {
    unsafe storage.deallocate()
  }

  var count: Int { unsafe storage.count }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> SlotState {
    @inline(always)
    _read {
      precondition(indices ~= index, "there is no slot \(index)")
      yield unsafe storage[index]
    }
    @inline(always)
    _modify {
      precondition(indices ~= index, "there is no slot \(index)")
      yield unsafe &storage[index]
    }
  }
}

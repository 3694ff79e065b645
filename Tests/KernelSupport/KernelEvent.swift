internal import CUinput

/// One event as the kernel carries it, without its time.
package struct KernelEvent: Equatable, Sendable, CustomStringConvertible {
  package let type: Int32
  package let code: Int32
  package let value: Int32

  package init(_ type: Int32, _ code: Int32, _ value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  package static let synReport = KernelEvent(EV_SYN, SYN_REPORT, 0)
  package static let synDropped = KernelEvent(EV_SYN, SYN_DROPPED, 0)

  package static func absolute(_ code: Int32, _ value: Int32) -> KernelEvent {
    KernelEvent(EV_ABS, code, value)
  }

  package static func key(_ code: Int32, _ value: Int32) -> KernelEvent {
    KernelEvent(EV_KEY, code, value)
  }

  package var description: String {
    "(\(type) \(code) \(value))"
  }
}

extension KernelEvent {
  init(_ event: input_event) {
    self.init(Int32(event.type), Int32(event.code), event.value)
  }

  var raw: input_event {
    var event = input_event()
    event.type = UInt16(type)
    event.code = UInt16(code)
    event.value = value
    return event
  }
}

internal import Glibc
package import Testing

/// The emulated machine of the kernel tier.
package enum Guest {
  package static var isHere: Bool {
    unsafe getenv("SWIPELOCK_GUEST") != nil
  }

  /// The folder that the machine outside keeps, if this is the guest.
  package static var results: String? {
    unsafe getenv("SWIPELOCK_RESULTS").map { unsafe String(cString: $0) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Names the test as skipped anywhere but in the guest.
  package static var inGuest: Self {
    .enabled(if: Guest.isHere, "needs the guest that Tests/run boots")
  }
}

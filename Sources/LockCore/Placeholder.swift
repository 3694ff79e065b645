/// The lock.

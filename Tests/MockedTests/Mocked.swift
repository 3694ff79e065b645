import Testing

/// The tests with umockdev: one at a time, since a testbed is the whole process's.
@Suite(
  .serialized,
  .enabled(if: Testbed.isAvailable, "needs LD_PRELOAD=libumockdev-preload.so.0: see Tests/run"))
struct Mocked {}

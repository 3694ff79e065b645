/// Test support.

/// The kernel edge.

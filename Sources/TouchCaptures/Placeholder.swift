/// Captures.

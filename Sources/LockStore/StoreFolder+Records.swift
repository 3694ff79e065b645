extension StoreFolder {
  func credential() throws(StoreError) -> Credential? {
    guard let bytes = try read(.credential) else { return nil }
    return try Credential(bytes, at: path(of: .credential))
  }

  func attempts() throws(StoreError) -> AttemptRecord? {
    guard let bytes = try read(.attempts) else { return nil }
    return try AttemptRecord(bytes, at: path(of: .attempts))
  }

  /// Both records of a store in which somebody is enrolled. An enrolment that was cut off leaves the
  /// attempts alone: then nobody is.
  func records() throws(StoreError) -> (credential: Credential, attempts: AttemptRecord) {
    let (credential, attempts) = (try credential(), try attempts())
    guard let credential else { throw .nobodyEnrolled(folder: path) }
    guard let attempts else { throw .attemptsMissing(file: path(of: .attempts)) }
    return (credential, attempts)
  }
}

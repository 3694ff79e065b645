import Testing

/// `Tests/reports.tsv`: what people reported of other readers (repository and number of the issue, what
/// they saw), what is done here, and the test that shows it.
struct ReportListTests {
  private let rows = SourceTree.lines("Tests/reports.tsv").filter { !$0.isEmpty }.map {
    $0.split(separator: "\t", omittingEmptySubsequences: false)
  }

  @Test func `each report has what is done, and a test that there is`() {
    let tests = Set(SourceTree.swiftFiles(below: "Tests").flatMap { names(in: $0) })
    #expect(rows.count > 50)
    for row in rows {
      let name = String(row.last ?? "")
      #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      #expect(tests.contains(name), "\(row[0]): there is no test '\(name)'")
    }
  }

  @Test func `no report is there twice`() {
    #expect(Set(rows.map { $0[0] }).count == rows.count)
  }

  private func names(in file: String) -> [String] {
    SourceTree.lines(file).compactMap { line in
      guard let start = line.firstRange(of: "func `") else { return nil }
      let rest = line[start.upperBound...]
      return rest.firstIndex(of: "`").map { String(rest[..<$0]) }
    }
  }
}

import KernelSupport
import TestSupport
import Testing
import TouchCaptures
import TouchCore
import TouchSource

/// Our contacts against those that libevdev reports of the same events, over every capture that can be
/// replayed into the kernel: the repository's, and those beside the checkout where there are any.
@Suite(.inGuest) struct CapturesAgainstLibevdevTests {
  private static let checkout = String(
    #filePath.dropLast("/Tests/KernelTests/CapturesAgainstLibevdevTests.swift".count))

  /// The files of a folder that may be captures, each with the description that goes with it.
  private func captures(in folder: String) -> [(file: String, panelFile: String?)] {
    let names = TextFile.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    let descriptions = names.filter { $0.hasSuffix(".desc") }
    return names.flatMap { name -> [(String, String?)] in
      let path = "\(folder)/\(name)"
      guard TextFile.names(in: path).isEmpty else { return captures(in: path) }
      guard ![".desc", ".md", ".tsv"].contains(where: { name.hasSuffix($0) }) else { return [] }
      let description = descriptions.first { name.hasPrefix($0.dropLast(".desc".count)) }
      return [(path, description.map { "\(folder)/\($0)" })]
    }
  }

  @Test func `over every capture our contacts are those of libevdev`()
    throws
  {
    let outside = Self.checkout.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let all =
      captures(in: Self.checkout + "/Captures") + captures(in: outside + "/shared/captures")
    var panel: CapturePanel?
    var played = 0
    var tally = CapturePanel.Tally()
    for (file, panelFile) in all {
      do {
        var source = try ReplaySource(opening: file, panelFrom: panelFile)
        // Those of one panel share it, since udev takes its time with each.
        if panel == nil || panel?.panel != source.panel {
          tally += panel?.tally ?? CapturePanel.Tally()
          panel = nil
          panel = try CapturePanel.make(of: source.panel)
        }
        while let step = try source.nextStep() {
          guard let problem = try panel?.take(step) else { continue }
          Issue.record("\(file):\(source.line): \(problem)")
          panel = nil
          break
        }
        played += 1
      } catch {
        print("not played: \(file): \(error)")
      }
    }
    tally += panel?.tally ?? CapturePanel.Tally()
    print("\(played) of \(all.count) captures: \(tally)")
    #expect(played >= 8 && tally.contacts >= 8)
  }

  @Test func `where libevdev knows another contact than ours, the README tells why`() throws {
    func event(_ code: UInt16, _ value: Int32, _ type: UInt16 = EventType.abs) -> SourceStep {
      .event(InputEvent(time: Timestamp(microseconds: 0), type: type, code: code, value: value))
    }
    let report = event(SynCode.report, 0, EventType.syn)
    let down = [
      event(AbsCode.mtTrackingID, 7), event(AbsCode.mtPositionX, 5),
      event(AbsCode.mtPositionY, 5), report,
    ]
    let lift = [event(AbsCode.mtTrackingID, -1), report]
    let scripts: [CapturePanel.Difference: [SourceStep]] = [
      .changedID: down + [event(AbsCode.mtTrackingID, 8), report] + lift,
      .palm: down + [event(AbsCode.mtToolType, ToolType.palm), report] + lift,
    ]
    var description = PanelFixture.phone
    description.axes[AbsCode.mtToolType] = AxisRange(minimum: 0, maximum: ToolType.palm)
    let readme = TextFile.read(Self.checkout + "/README.md") ?? ""
    for difference in CapturePanel.Difference.allCases {
      var panel = try CapturePanel.make(of: description)
      for step in scripts[difference] ?? [] {
        let problem = try panel.take(step)
        #expect(problem == nil)
      }
      let seen = Array(panel.tally.differences.keys)
      #expect(seen == [difference])
      let isTold = readme.contains("**\(difference.rawValue)**")
      #expect(isTold, "the README does not tell of \(difference.rawValue)")
    }
  }
}

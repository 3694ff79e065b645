import TestSupport
import Testing
import TouchCore
import TouchSource

extension Mocked {
  struct LiveFramesTests {
    @Test func `frames come as an asynchronous sequence, up to the panel's end`() async throws {
      var scene = try Scene()
      let frames = try scene.open().frames()
      scene.play { script in
        script.down(8, at: 50, 50)
        script.move(to: 60, 60)
      }
      var seen: [[String]] = []
      for try await frame in frames {
        seen.append(summary(frame))
        if seen.count == 2 { scene.unplug() }
      }
      #expect(seen == [["+1@0"], ["1@0"], ["-1@0 removed"]])
    }

    @Test func `frames that nobody takes are never left out: the sequence ends with an error`()
      async throws
    {
      var scene = try Scene()
      let frames = try scene.open().frames(capacity: 3)
      scene.play { script in
        script.down(8, at: 50, 50)
        for percent in 0..<5 { script.move(to: Double(percent), 50) }
      }
      try await Task.sleep(for: .milliseconds(200))
      var seen: [[String]] = []
      var failure: SourceError?
      do throws(SourceError) {
        for try await frame in frames { seen.append(summary(frame)) }
      } catch {
        failure = error
      }
      #expect(seen == [["+1@0"], ["1@0"], ["1@0"]])
      #expect(failure == .overflow(frames: 3))
    }

    @Test func `a sequence whose task is cancelled ends`() async throws {
      let scene = try Scene()
      let frames = try scene.open().frames()
      let task = Task {
        var count = 0
        for try await _ in frames { count += 1 }
        return count
      }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      let count = try await task.value
      #expect(count == 0)
    }
  }
}

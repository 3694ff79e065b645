import LockCore
import LockStore
import Testing

/// Stores as released versions wrote them, byte for byte: they stay readable.
struct OldStoreTests {
  /// Version 1: the pattern 0, 3, 6, 7, 8 by the real verifier, two failures.
  private static let first = (
    credential: """
    swipelock credential 1
    rows 3
    columns 3
    fill yes
    minimum 4
    enrolled default pattern 1764500000 $y$j7T$Br.rUWOIqrhs5pdseFhIK/$/Xhe.MrnYLgTCETui53yijtFFB1dKazP/5NZ/dgqldA
    end

    """,
    attempts: """
    swipelock attempts 1
    epoch 123
    failures 2
    boot 8f6e4d38-6a4c-4b3a-9d9b-0a1b2c3d4e5f
    stamp 1000000
    end

    """
  )

  private func firstStore() -> StoreFixture {
    let store = StoreFixture()
    Files.make(store.path)
    Files.write(Self.first.credential.utf8, to: store.credentialFile)
    Files.write(Self.first.attempts.utf8, to: store.attemptsFile)
    return store
  }

  @Test func `a store of version 1 unlocks, and counts on`() throws {
    let store = firstStore()
    // By the real crypt(3).
    var judge = StoreJudge(Store(path: store.path))
    let status = try Store(path: store.path).status()
    #expect(status.failures == 2 && status.ownerFailures == 2)
    #expect(status.enrolled.map(\.isOwner) == [true] && status.enrolled[0].changed == 1_764_500_000)
    #expect(judge.judge(drawn(StoreFixture.wrongDots), drawnBy: .standard) == .wrong)
    #expect(store.attempts("owner-failures") == "3")
    #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard) == right)
    #expect(store.failures == 0)
    // What was not changed stays as it was.
    #expect(Files.text(store.credentialFile) == Self.first.credential)
  }

  @Test func `a store of version 1 takes a second name, by its own salt`() throws {
    let store = firstStore()
    let name = try #require(CredentialName("technician"))
    let answer = try Store(path: store.path).enrol(
      drawn([2, 5, 8, 7]), as: name, drawnBy: .standard, created: 1)
    #expect(answer == .stored)
    #expect(Files.text(store.credentialFile)?.hasPrefix("swipelock credential 2\n") == true)
    var judge = StoreJudge(Store(path: store.path))
    #expect(judge.judge(drawn(StoreFixture.rightDots), drawnBy: .standard) == right)
    #expect(judge.judge(drawn([2, 5, 8, 7]), drawnBy: .standard) == .right(name: "technician"))
  }
}

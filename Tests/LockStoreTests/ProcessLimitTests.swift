import Glibc
import LockCore
import LockStore
import Testing

/// What a process is set to before it comes to a store; each in a process of its own.
struct ProcessLimitTests {
  @Test func `files are 0600 and the folder is 0700, whatever the umask`() async {
    await #expect(processExitsWith: .success) {
      for mask in [0o000, 0o022, 0o177, 0o777] as [mode_t] {
        umask(mask)
        let store = StoreFixture()
        try store.enrol()
        #expect(store.judgeWrong() == .wrong)
        #expect(Files.mode(store.path) == 0o700)
        #expect(Files.mode(store.credentialFile) == 0o600)
        #expect(Files.mode(store.attemptsFile) == 0o600)
      }
    }
  }

  @Test func `a full disk unlocks nothing and tears nothing`() async {
    await #expect(processExitsWith: .success) {
      let store = try StoreFixture.enrolled()
      let before = store.contents["attempts"]
      // A write past the limit is cut short, as on a full disk, and the next one fails.
      signal(SIGXFSZ, SIG_IGN)
      for limit in [0, 1, 30] as [rlim_t] {
        setFileSizeLimit(limit)
        let failure = store.judgeRight().failure
        setFileSizeLimit(.max)
        #expect(failure?.kind == .inputOutput)
        #expect(failure?.description.contains("\(store.attemptsFile).new") == true)
        #expect(store.contents["attempts"] == before)
      }
      #expect(store.crypt.runs == 0)
      #expect(store.judgeRight() == right)
    }
  }

  @Test func `a full disk enrols nobody`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      // The attempts fit, the credential does not.
      for limit in [10, 120] as [rlim_t] {
        let store = StoreFixture()
        setFileSizeLimit(limit)
        #expect(throws: StoreError.self) { try store.enrol() }
        setFileSizeLimit(.max)
        #expect(store.judgeRight().failure?.kind == .nothingEnrolled)
        try store.enrol()
        #expect(store.judgeRight() == right)
      }
    }
  }

  @Test func `a folder that cannot be written unlocks nothing`() async {
    await #expect(processExitsWith: .success) {
      // Root is bound by no mode.
      if geteuid() == 0 { seteuid(65_534) }
      let store = try StoreFixture.enrolled()
      unsafe chmod(store.path, 0o500)
      #expect(store.judgeRight().failure?.kind == .permissionDenied)
      #expect(store.crypt.runs == 0)
      unsafe chmod(store.path, 0)
      #expect(store.judgeRight().failure?.kind == .permissionDenied)
      unsafe chmod(store.path, 0o700)
      unsafe chmod(store.attemptsFile, 0)
      #expect(store.judgeRight().failure?.kind == .permissionDenied)
      unsafe chmod(store.attemptsFile, 0o600)
      #expect(store.judgeRight() == right)
    }
  }

  @Test func `with no memory for yescrypt it is a fault and not a wrong pattern`() async {
    await #expect(processExitsWith: .success) {
      let folder = TestFolder()
      let store = Store(path: "\(folder.path)/store")
      // 256 MB at cost 9: more than is left below.
      _ = try store.enrol(
        drawn([0, 3, 6, 7]), as: .standard, drawnBy: .standard, created: 0,
        cost: VerifierCost(number: 9))
      var judge = StoreJudge(store)
      setAddressSpaceLimit(spare: 100 << 20)
      let failure = judge.judge(drawn([0, 3, 6, 7]), drawnBy: .standard).failure
      setAddressSpaceLimit(spare: nil)
      #expect(failure?.kind == .inputOutput)
      #expect(try store.status().failures == 0)
      #expect(judge.judge(drawn([0, 3, 6, 7]), drawnBy: .standard) == right)
    }
  }

  @Test func `memory that cannot be locked is told, and usable`() async {
    await #expect(processExitsWith: .success) {
      if geteuid() == 0 { seteuid(65_534) }
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      unsafe setrlimit(CInt(__RLIMIT_MEMLOCK.rawValue), &none)
      var reasons: [String] = []
      var pattern = try Pattern.locked { reasons.append($0.name) }
      pattern.append(Dot(3))
      let count = pattern.count
      #expect(count == 1)
      #expect(reasons == ["mlock"])
      let store = try StoreFixture.enrolled()
      #expect(store.judgeRight() == right)
    }
  }
}

private func setFileSizeLimit(_ bytes: rlim_t) {
  var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Allows so many bytes more than the process has now; any number if that is nil.
private func setAddressSpaceLimit(spare: rlim_t?) {
  let pages = Files.text("/proc/self/statm")?.split(separator: " ").first.flatMap { rlim_t($0) }
  let bytes = spare.map { $0 + (pages ?? 0) * rlim_t(sysconf(CInt(_SC_PAGESIZE))) }
  var limit = rlimit(rlim_cur: bytes ?? .max, rlim_max: .max)
  unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
}

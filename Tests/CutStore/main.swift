import Glibc
import LockCore
import LockStore
import StoreSupport

// Run by Tests/Guest/cut in the guest whose power is cut; `CutGuestTests` looks at what is left.
// Makes two stores in a folder: one that is locked out, and one with a first wrong attempt, the
// verifier of which never ends. Says CHARGED when it begins.

let folder = CommandLine.arguments[1]

func makeStore(_ name: String, _ machine: StoreMachine = StoreMachine()) throws -> Store {
  let store = Store(path: "\(folder)/\(name)", machine: machine)
  _ = try store.enrol(
    DrawnPattern.first.drawn(), as: .standard, drawnBy: .standard, created: 0,
    cost: VerifierCost(number: 3))
  return store
}

let lockedOut = try makeStore("locked-out")
for _ in 1...5 { _ = DrawnPattern.wrong.judged(by: lockedOut) }

let charged = try makeStore("charged")
let endless = Yescrypt { _, _ in
  let line = "CHARGED\n"
  unsafe write(STDOUT_FILENO, line, line.utf8.count)
  while true { pause() }
}
_ = DrawnPattern.wrong.judged(
  by: Store(path: charged.path, machine: StoreMachine(yescrypt: endless)))

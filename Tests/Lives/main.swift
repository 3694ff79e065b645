import Glibc
import LockStore

// Leads the lives of the seeds FROM up to TO, and says which of them have a fault.
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count == 2 else { exit(64) }
let newborn = try StoreLife.newborn()
var faults = 0
for seed in numbers[0]..<numbers[1] {
  guard let fault = StoreLife.fault(ofSeed: seed, on: newborn) else { continue }
  print(fault)
  faults += 1
}
exit(faults == 0 ? 0 : 1)

internal import Glibc
public import LockCore

/// Why a store cannot be used. Each is a sentence that names the file and the remedy.
///
/// A store that gives any of these is left as it was, and unlocks nothing.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no credential, or not even a folder.
  case nobodyEnrolled(folder: String)
  /// The name is enrolled, and enrolling replaces none.
  case nameTaken(folder: String, name: CredentialName)
  /// Nobody of that name is enrolled.
  case unknownName(folder: String, name: CredentialName)
  /// There are as many names as there can be.
  case full(folder: String)
  /// Somebody else changed the store while this was under way.
  case changedMeanwhile(folder: String)
  /// The file cannot be read as what it should be.
  case damaged(file: String, RecordFault)
  /// The file was written by a newer version of this program.
  case newerVersion(file: String)
  /// The pattern was drawn on another grid than the store's, or filled by another rule.
  case otherRules(folder: String, stored: PatternRules)
  /// It is something else than the folder or file that it should be.
  case notAFolder(path: String)
  case notAFile(path: String)
  /// Others than the owner may read or write it.
  case accessibleToOthers(path: String, mode: UInt32)
  /// It belongs to another user than this process runs as.
  case foreign(path: String, owner: UInt32)
  /// Another process held the store for too long.
  case busy(folder: String)
  /// A call to the system failed on the file.
  case system(path: String, FailedCall)
  /// `crypt(3)` gave no answer though its setting was in order.
  case verifierFailed(folder: String)
  /// The store was made with a pepper, and there is none.
  case pepperMissing(folder: String)
  /// The store was made with another pepper than this one.
  case otherPepper(folder: String)
  /// The file has fewer bytes than a pepper, or more.
  case pepperSize(file: String, isTooLong: Bool)
}

extension StoreError {
  /// What kind of fault it is.
  public var kind: JudgeFailure.Kind {
    switch self {
    case .nobodyEnrolled: .nothingEnrolled
    case .damaged, .newerVersion, .otherRules, .notAFolder, .notAFile, .pepperMissing,
      .otherPepper, .pepperSize:
      .badData
    case .nameTaken, .accessibleToOthers, .foreign: .permissionDenied
    case .unknownName, .full: .nothingEnrolled
    case .system(_, let call) where [EACCES, EPERM].contains(call.errno): .permissionDenied
    case .busy, .system, .verifierFailed, .changedMeanwhile: .inputOutput
    }
  }

  var judgeFailure: JudgeFailure { JudgeFailure(kind, description) }
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nobodyEnrolled(let folder): "\(folder): nobody is enrolled; enrol a pattern first"
    case .nameTaken(let folder, let name):
      "\(folder): \(name) is enrolled already; change it with the old pattern, remove it first, or "
        + "give another name"
    case .unknownName(let folder, let name):
      "\(folder): nobody is enrolled as \(name); see who is by the status"
    case .full(let folder):
      "\(folder): there are \(Store.mostNames) names, and no more can be; remove one first"
    case .changedMeanwhile(let folder):
      "\(folder): somebody else changed it meanwhile; try again"
    case .damaged(let file, let fault) where file.hasSuffix("/\(StoreFile.attempts.rawValue)"):
      "\(file): damaged: \(fault); put back a copy of the whole store, or reset it as its owner"
    case .damaged(let file, let fault):
      "\(file): damaged: \(fault); put back a copy of the whole store, or enrol anew in another"
    case .newerVersion(let file):
      "\(file): written by a newer version of swipelock; use that version, or another store"
    case .otherRules(let folder, let stored):
      "\(folder): its pattern is for a grid of \(stored.rows) × \(stored.columns) "
        + "\(stored.fillsPassedDots ? "with" : "without") filling; draw it on such a grid"
    case .notAFolder(let path):
      "\(path): not a folder itself (a symbolic link is not followed); name the store's folder"
    case .notAFile(let path):
      "\(path): not a file itself (a symbolic link is not followed); put the store's file there"
    case .accessibleToOthers(let path, let mode):
      "\(path): open to others than its owner (mode 0\(String(mode & 0o7777, radix: 8))); "
        + "take that from them: chmod go= \(path)"
    case .foreign(let path, let owner):
      "\(path): belongs to the user \(owner), not to \(geteuid()) as whom this runs; "
        + "run it as the store's owner, or use another store"
    case .busy(let folder):
      "\(folder): another process has held the store for \(StoreFolder.longestWaitSeconds) s; "
        + "see what it is doing, or stop it"
    case .system(let path, let call): "\(path): \(call); \(Self.remedy(for: call.errno))"
    case .verifierFailed(let folder):
      "\(folder): crypt(3) could not compute the verifier; see whether there is memory free"
    case .pepperMissing(let folder):
      "\(folder): made with a pepper, and none was given; give the file it was made with"
    case .otherPepper(let folder):
      "\(folder): made with another pepper than this one; give the file it was made with"
    case .pepperSize(let file, let isTooLong):
      "\(file): \(isTooLong ? "longer" : "shorter") than a pepper, which is "
        + "\(Pepper.byteCounts.lowerBound) to \(Pepper.byteCounts.upperBound) random bytes; "
        + "make one by head -c 32 /dev/urandom"
    }
  }

  private static func remedy(for code: CInt) -> String {
    switch code {
    case EACCES, EPERM: "run it as the store's owner"
    case ENOSPC, EDQUOT, EFBIG: "make room for it"
    case EROFS: "the store must be on a file system that can be written"
    case ENOENT: "make the folders above it first"
    default: "see whether the disk and the file system are sound"
    }
  }
}

/// How the command ends, by the names of sysexits.h where it has one.
enum ExitStatus: Int32 {
  case done = 0
  /// A wrong pattern, or enrolment strokes that differ.
  case denied = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case inputOutput = 74
  case lockedOut = 75
  case noPermission = 77
  case badConfiguration = 78
}

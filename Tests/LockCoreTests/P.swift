import Testing
import TouchCore

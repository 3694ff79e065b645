// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swipelock",
  products: [
    // For programs that embed the reader and the lock, and judge a pattern themselves or by LockStore.
    .library(
      name: "Swipelock",
      targets: ["TouchCore", "TouchSource", "TouchCaptures", "LockCore", "LockStore"]),
    .executable(name: "swipelock", targets: ["swipelock"]),
    .executable(name: "touchbench", targets: ["touchbench"]),
  ],
  traits: [
    .trait(
      name: "LibinputRecordings",
      description: "Read the captures of \"libinput record\" (YAML, needs libyaml-dev)"),
    .trait(
      name: "Screen",
      description: "Draw the lock (needs libcairo2-dev, libpango1.0-dev and libdrm-dev)"),
  ],
  targets: [
    // The pure core: no kernel, no file, no clock.
    .target(name: "TouchCore", swiftSettings: settings),
    // libm has the square root; nothing that the core imports would link it.
    .target(
      name: "LockCore", dependencies: ["TouchCore"], swiftSettings: settings,
      linkerSettings: [.linkedLibrary("m")]),

    // The edges: the kernel's panels, files of captures, the store.
    .target(
      name: "TouchSource", dependencies: ["TouchCore", "CEvdev", "CUdev"], swiftSettings: settings),
    .target(
      name: "TouchCaptures",
      dependencies: [
        "TouchCore", .target(name: "CYaml", condition: .when(traits: ["LibinputRecordings"])),
      ],
      swiftSettings: settings),
    .target(name: "LockStore", dependencies: ["LockCore", "CCrypt"], swiftSettings: settings),

    // What people see: the scene is plain values, its drawing and the display stand behind a trait.
    .target(
      name: "LockScreen",
      dependencies: [
        "LockCore", "TouchCore",
        .target(name: "CCairo", condition: .when(traits: ["Screen"])),
        .target(name: "CPango", condition: .when(traits: ["Screen"])),
        .target(name: "CDRM", condition: .when(traits: ["Screen"])),
        .target(name: "CUdev", condition: .when(traits: ["Screen"])),
      ],
      swiftSettings: settings),

    // The command.
    .executableTarget(
      name: "swipelock",
      dependencies: [
        "TouchCore", "TouchSource", "TouchCaptures", "LockCore", "LockStore", "LockScreen",
        "CArgp", "CSignal", "CTerminal",
      ],
      resources: [.embedInCode("Resources/demo.evemu"), .embedInCode("Resources/kiosk")],
      swiftSettings: settings),

    // Benchmarks, and the C loop by hand that they are held against.
    .executableTarget(
      name: "touchbench",
      dependencies: [
        "TouchCore", "TouchSource", "TouchCaptures", "LockCore", "LockStore", "LockScreen",
        "TestSupport", "StoreSupport", "CBaseline", "CAllocationCounter",
      ],
      swiftSettings: settings),
    .target(name: "CBaseline", path: "Tests/CBaseline"),

    // C libraries: a module map and a header each, no logic.
    .systemLibrary(
      name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(name: "CArgp"),
    .systemLibrary(name: "CSignal"),
    .systemLibrary(name: "CTerminal"),

    // Tests, and what they share.
    .target(
      name: "TestSupport", dependencies: ["TouchCore"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "StoreSupport", dependencies: ["LockCore", "LockStore"], path: "Tests/StoreSupport",
      swiftSettings: settings),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .systemLibrary(
      name: "CMtdev", path: "Tests/CMtdev", pkgConfig: "mtdev",
      providers: [.apt(["libmtdev-dev"])]),
    .testTarget(
      name: "TouchCoreTests",
      dependencies: ["TouchCore", "CEvdev", "CMtdev", "TestSupport", "CAllocationCounter"],
      swiftSettings: settings),
    .testTarget(
      name: "TouchCapturesTests", dependencies: ["TouchCore", "TouchCaptures", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "LockCoreTests",
      dependencies: ["TouchCore", "LockCore", "TestSupport", "CAllocationCounter"],
      swiftSettings: settings),
    .testTarget(
      name: "LockStoreTests",
      dependencies: ["LockCore", "LockStore", "CCrypt", "StoreSupport", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "LockScreenTests",
      dependencies: ["TouchCore", "LockCore", "LockScreen", "TestSupport", "CAllocationCounter"],
      swiftSettings: settings),

    .testTarget(
      name: "ReplayTests", dependencies: ["TouchCore", "TouchCaptures", "LockCore", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests", dependencies: ["KernelSupport", "swipelock"], swiftSettings: settings),
    .testTarget(name: "TidyTests", swiftSettings: settings),

    // The mocked tier: devices played by umockdev, see Tests/run.
    .systemLibrary(
      name: "CUmockdev", path: "Tests/CUmockdev", pkgConfig: "umockdev-1.0",
      providers: [.apt(["libumockdev-dev"])]),
    .testTarget(
      name: "MockedTests",
      dependencies: [
        "TouchCore", "TouchSource", "CEvdev", "CUmockdev", "TestSupport", "CAllocationCounter",
      ],
      swiftSettings: settings),

    // The kernel tier: runs in a guest, see Tests/run.
    .systemLibrary(name: "CUinput", path: "Tests/CUinput"),
    .executableTarget(
      name: "cutstore", dependencies: ["LockCore", "LockStore", "StoreSupport"],
      path: "Tests/CutStore", swiftSettings: settings),
    .target(
      name: "KernelSupport", dependencies: ["CUinput"], path: "Tests/KernelSupport",
      swiftSettings: settings),
    .testTarget(
      name: "KernelTests",
      dependencies: [
        "KernelSupport", "StoreSupport", "TestSupport", "TouchCore", "TouchSource",
        "TouchCaptures", "LockCore", "LockStore", "LockScreen", "CEvdev", "swipelock",
      ],
      swiftSettings: settings),

    // The kiosk tier: a system of its own, see Tests/Guest/kiosk.
    .testTarget(
      name: "KioskBoot", dependencies: ["KernelSupport", "swipelock"], path: "Tests/KioskBoot",
      swiftSettings: settings),
  ]
)

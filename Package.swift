// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6, explicit existentials and imports, no warning left standing.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Targets that touch C: each use of a pointer carries the word `unsafe`.
let shell = strict + [.strictMemorySafety()]

/// A C library's door: a module map and the few lines that Swift cannot import.
func library(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func test(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

let package = Package(
    name: "camhub",
    products: [.executable(name: "camhub", targets: ["camhub"])],
    targets: [
        // The C edge.
        .systemLibrary(name: "CLinux"),
        library("CVideo4Linux", "libv4lconvert", apt: "libv4l-dev"),
        library("CUdev", "libudev", apt: "libudev-dev"),
        library("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
        library("CMicroHTTPD", "libmicrohttpd", apt: "libmicrohttpd-dev"),
        library("CYAML", "yaml-0.1", apt: "libyaml-dev"),
        library("CCurl", "libcurl", apt: "libcurl4-gnutls-dev"),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev", "libcrypt-dev"])]),

        // Pure: no C, no clock, no thread.
        .target(name: "Camera", swiftSettings: strict),
        .target(name: "MJPEG", dependencies: ["Camera"], swiftSettings: strict),
        .target(name: "HTTP", swiftSettings: strict),
        .target(name: "Access", dependencies: ["Camera", "HTTP"], swiftSettings: strict),
        .target(
            name: "WebAssets", path: "web", resources: [.embedInCode("assets"), .embedInCode("openapi.json")],
            swiftSettings: strict),

        // Shells, one C library each; they share Posix and the pure words.
        .target(name: "Posix", dependencies: ["CLinux", "Camera"], swiftSettings: shell),
        .target(
            name: "Video4Linux", dependencies: ["CVideo4Linux", "CLinux", "Posix", "Camera"], swiftSettings: shell),
        .target(name: "Udev", dependencies: ["CUdev", "Posix", "Camera"], swiftSettings: shell),
        .target(name: "JPEG", dependencies: ["CTurboJPEG", "Camera"], swiftSettings: shell),
        .target(
            name: "MicroHTTPD", dependencies: ["CMicroHTTPD", "CLinux", "Posix", "HTTP", "Camera"], swiftSettings: shell
        ),
        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: shell),
        .target(name: "Curl", dependencies: ["CCurl", "Posix", "HTTP", "Camera"], swiftSettings: shell),
        .target(name: "Crypto", dependencies: ["CCrypto", "Access", "Camera"], swiftSettings: shell),

        // The whole: the hub knows protocols, Capture brings the sources, Configuration the words of the file.
        .target(name: "Hub", dependencies: ["Access", "Camera", "HTTP", "Posix", "WebAssets"], swiftSettings: strict),
        .target(
            name: "Capture", dependencies: ["Hub", "Camera", "HTTP", "MJPEG", "JPEG", "Video4Linux", "Curl", "Posix"],
            swiftSettings: strict),
        .target(
            name: "Configuration", dependencies: ["Access", "Camera", "HTTP", "YAML", "Posix"], swiftSettings: strict),

        // The program: command line, wiring, run, stop.
        .executableTarget(
            name: "camhub",
            dependencies: [
                "Hub", "Capture", "Configuration", "Access", "Crypto", "Camera", "HTTP", "MicroHTTPD", "Udev",
                "Video4Linux", "Posix",
            ],
            swiftSettings: strict),

        // Measured by scripts/bench.
        .executableTarget(
            name: "EncodeBench", dependencies: ["JPEG", "CTurboJPEG", "Camera", "Posix"], path: "Tests/Bench/Encode",
            swiftSettings: strict),

        .executableTarget(
            name: "AccessBench", dependencies: ["Access", "Crypto", "Camera", "HTTP"], path: "Tests/Bench/Access",
            swiftSettings: strict),

        .executableTarget(
            name: "ReaderBench", dependencies: ["MJPEG", "Camera", "Posix"], path: "Tests/Bench/Reader",
            swiftSettings: strict),

        // Tests, by level in scripts/lib/levels.
        test("RepositoryTests", ["WebAssets", "HubTesting"]),
        test("CameraTests", ["Camera"]),
        test("HTTPTests", ["HTTP"]),
        test("YAMLTests", ["YAML"]),
        test("AccessTests", ["Access", "Camera", "HTTP"]),
        test("CryptoTests", ["Crypto", "Access", "Camera", "HTTP"]),
        test("ConfigurationTests", ["Configuration", "HubTesting", "Access", "Camera", "HTTP", "YAML", "Posix"]),
        .target(
            name: "Video4LinuxTesting", dependencies: ["Video4Linux", "CVideo4Linux", "Camera", "Posix"],
            path: "Tests/Video4LinuxTesting", swiftSettings: strict),
        test("UdevTests", ["Udev", "Camera", "Posix"]),
        test("Video4LinuxTests", ["Video4Linux", "Video4LinuxTesting", "Camera", "Posix"]),
        test("MJPEGTests", ["MJPEG", "Camera", "JPEG", "CTurboJPEG"]),
        test("JPEGTests", ["JPEG", "CTurboJPEG", "Camera"]),
        .target(
            name: "HubTesting", dependencies: ["Hub", "Access", "HTTP", "Camera", "Posix"], path: "Tests/HubTesting",
            swiftSettings: strict),
        test("PosixTests", ["Posix", "HubTesting", "Camera"]),
        test(
            "CaptureTests",
            [
                "Capture", "Curl", "CCurl", "Hub", "HubTesting", "HTTP", "Camera", "JPEG", "Video4Linux",
                "Video4LinuxTesting", "Posix",
            ]),
        test("HubTests", ["Hub", "HubTesting", "Access", "HTTP", "Camera", "Posix", "WebAssets"]),
        test(
            "ServerTests", ["MicroHTTPD", "Hub", "HubTesting", "HTTP", "Crypto", "JPEG", "MJPEG", "Camera", "Posix"]),
        test("DeviceTests", ["JPEG", "Camera", "Posix", "HubTesting"]),
    ]
)

// For scripts/fuzz alone: only libFuzzer can link it. What it tries is built so that it tells which way it went.
if Context.environment["CAMHUB_FUZZ"] != nil {
    let tried = ["Camera", "MJPEG", "YAML", "Configuration"]
    for target in package.targets where tried.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-sanitize=fuzzer"]))
    }
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["Camera", "MJPEG", "JPEG", "Configuration", "YAML"], path: "Tests/Fuzz",
            exclude: ["corpus"], swiftSettings: strict, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}

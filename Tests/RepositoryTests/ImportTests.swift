import Testing

/// The shape of the code: who may know whom. Drawn in docs/architecture.md.
@Suite struct ImportTests {
    /// Every target with what it may import, lowest first: a target may only import what stands above it.
    static let allowed: KeyValuePairs<String, Set<String>> = [
        // The C edge: headers only.
        "CLinux": [],
        "CVideo4Linux": [],
        "CUdev": [],
        "CTurboJPEG": [],
        "CMicroHTTPD": [],
        "CYAML": [],
        "CCurl": [],
        "CCrypto": [],
        // Pure: no C, no clock, no thread.
        "Camera": [],
        "MJPEG": ["Camera"],
        "HTTP": [],
        "Access": ["Camera", "HTTP"],
        "WebAssets": [],
        // Shells: one library each; of each other they know Posix only.
        "Posix": ["CLinux", "Camera"],
        "Video4Linux": ["CVideo4Linux", "CLinux", "Posix", "Camera"],
        "Udev": ["CUdev", "Posix", "Camera"],
        "JPEG": ["CTurboJPEG", "Camera"],
        "MicroHTTPD": ["CMicroHTTPD", "CLinux", "Posix", "HTTP", "Camera"],
        "YAML": ["CYAML"],
        "Curl": ["CCurl", "Posix", "HTTP", "Camera"],
        "Crypto": ["CCrypto", "Access", "Camera"],
        // The whole: the hub knows protocols and never a shell that talks to hardware or to a socket.
        "Hub": ["Access", "Camera", "HTTP", "Posix", "WebAssets"],
        "Capture": ["Hub", "Camera", "HTTP", "MJPEG", "JPEG", "Video4Linux", "Curl", "Posix"],
        "Configuration": ["Access", "Camera", "HTTP", "YAML", "Posix"],
        "camhub": [
            "Hub", "Capture", "Configuration", "Access", "Crypto", "Camera", "HTTP", "MicroHTTPD", "Udev",
            "Video4Linux", "Posix",
        ],
    ]

    /// Modules of the toolchain and who may use them: C's only shells, of Foundation only what JSON needs.
    static let toolchain: [String: Set<String>] = [
        "FoundationEssentials": ["HTTP", "Hub", "Configuration", "camhub"],
        "Synchronization": ["HTTP", "Posix", "MicroHTTPD", "Hub", "Capture"],
        "Glibc": ["Posix", "Video4Linux", "Udev", "JPEG", "MicroHTTPD", "YAML", "Curl", "Crypto", "camhub"],
    ]

    /// Where the sources of a target are.
    private func folder(_ target: String) -> String { target == "WebAssets" ? "web" : "Sources/\(target)" }

    @Test("Every folder under Sources is a row of the table", arguments: Checkout.folders(in: "Sources"))
    func everyTargetHasARow(target: String) {
        #expect(Self.allowed.contains { $0.key == target }, "add \(target) to the table in ImportTests.swift")
    }

    @Test("A target may import only targets that stand above it", arguments: Self.allowed.map(\.key))
    func arrowsGoDown(target: String) throws {
        let rows = Self.allowed.map(\.key)
        let above = try Set(rows[..<#require(rows.firstIndex(of: target))])
        let row = try #require(Self.allowed.first { $0.key == target })
        #expect(row.value.isSubset(of: above), "\(target) points up, or at something that is not in the table")
    }

    @Test("A target imports only what its row allows", arguments: Self.allowed.map(\.key))
    func importsAreAllowed(target: String) throws {
        let row = try #require(Self.allowed.first { $0.key == target })
        for file in Checkout.files(in: [folder(target)], ending: [".swift"]) {
            for module in try importedModules(of: file) {
                let allowed = row.value.contains(module) || Self.toolchain[module]?.contains(target) == true
                #expect(allowed, "\(file) imports \(module), which \(target) may not know")
            }
        }
    }

    @Test(
        "The C edge is headers only",
        arguments: ["CLinux", "CVideo4Linux", "CUdev", "CTurboJPEG", "CMicroHTTPD", "CYAML", "CCurl", "CCrypto"])
    func theEdgeHasNoCode(target: String) {
        let files = Checkout.files(in: ["Sources/\(target)"])
        #expect(files.contains("Sources/\(target)/shim.h"))
        #expect(files.filter { !$0.hasSuffix(".h") } == ["Sources/\(target)/module.modulemap"])
    }

    private func importedModules(of file: String) throws -> [String] {
        let pattern =
            /(?m)^\s*(?:(?:@\w+(?:\([^)]*\))?|package|internal|private|public)\s+)*import\s+(?:(?:struct|class|enum|func|var|let|protocol|typealias)\s+)?(\w+)/
        return try Checkout.text(file).matches(of: pattern).map { String($0.output.1) }
    }
}

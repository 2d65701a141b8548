import Glibc

/// What `scripts/fuzz` names. Each traps where the code under test breaks its word.
private let targets: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = [
    "reader": fuzzReader, "structure": fuzzStructure, "configuration": fuzzConfiguration,
]

// Not an argument: libFuzzer starts its own program with arguments of its own.
guard let name = getenv("FUZZ_TARGET"), let target = targets[String(cString: name)] else {
    print("FUZZ_TARGET has to be one of \(targets.keys.sorted().joined(separator: ", "))")
    exit(2)
}
Trial.target = target
var count = CommandLine.argc
var words = CommandLine.unsafeArgv
exit(runFuzzer(&count, &words, tryInput))

/// libFuzzer's own loop: it makes inputs, and sees by the code's instrumentation which of them lead somewhere else.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ trial: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

enum Trial {
    // reason: set once, before the only thread that reads it begins
    nonisolated(unsafe) static var target: @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }
}

/// One input. The library looks for it under this name.
@_cdecl("LLVMFuzzerTestOneInput")
func tryInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    Trial.target(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}

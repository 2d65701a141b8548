import Camera
import MJPEG
import Testing

/// Files in which one picture follows the other.
@Suite struct JPEGSequenceTests {
    private static let sizes = [16, 48, 32].map { Size(width: $0, height: 16) }
    private static let pictures = sizes.map { Draft(grey: $0).bytes }

    private func all(_ bytes: [UInt8]) -> [Result<Size, JPEGFault>] {
        var sequence = JPEGSequence()
        var results: [Result<Size, JPEGFault>] = []
        while true {
            do {
                guard let picture = try sequence.next(in: bytes.span.bytes) else { return results }
                results.append(.success(picture.size))
            } catch {
                results.append(.failure(error))
            }
        }
    }

    @Test("Every picture is found, in order, with and without padding between them", arguments: [0, 1, 2, 511])
    func allAreFound(padding: Int) {
        let bytes = Self.pictures.flatMap { $0 + [UInt8](repeating: 0, count: padding) }
        #expect(all(bytes) == Self.sizes.map { .success($0) })
    }

    @Test("A thumbnail inside a picture is none of the pictures")
    func thumbnailsAreNoPictures() {
        var draft = Draft(grey: Self.sizes[1])
        draft.insert(0xE1, Self.pictures[0])
        #expect(all(draft.bytes + Self.pictures[2]) == [.success(Self.sizes[1]), .success(Self.sizes[2])])
    }

    @Test("A broken picture is told with its place, and the next one is found")
    func brokenPicturesArePassed() throws {
        let results = all(Self.pictures[0] + Self.pictures[1].dropLast(2) + Self.pictures[2])
        #expect(results.count == 3)
        #expect(results.first == .success(Self.sizes[0]))
        #expect(results.last == .success(Self.sizes[2]))
        let fault = #expect(throws: JPEGFault.self) { try results[1].get() }
        #expect(fault?.cause == .malformed)
        #expect(fault?.offset == Self.pictures[0].count + Self.pictures[1].count - 2)
    }

    @Test("What has no picture has an end at once", arguments: [[], [0xFF, 0xD8], Array("no picture".utf8)])
    func nothingHasNoPictures(bytes: [UInt8]) {
        #expect(all(bytes).isEmpty)
    }
}

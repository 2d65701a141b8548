import MJPEG
import Testing

/// The boundary in a stream's type.
@Suite struct MultipartBoundaryTests {
    @Test(
        "Whatever quotes, dashes, blanks and capitals are around it, the same word is found",
        arguments: [
            "multipart/x-mixed-replace;boundary=frame", "multipart/x-mixed-replace; boundary=--frame",
            #"multipart/x-mixed-replace; boundary="frame""#, #"multipart/x-mixed-replace; boundary="--fr\ame""#,
            "MULTIPART/mixed ; Boundary = frame ; charset=x", " multipart/form-data;a;charset=x;boundary=frame",
        ])
    func isFound(type: String) throws {
        let boundary = try #require(MultipartBoundary(contentType: type))
        #expect(boundary == MultipartBoundary(contentType: "multipart/x; boundary=frame"))
    }

    @Test(
        "A type without one has none",
        arguments: [
            "", "image/jpeg", "image/jpeg; boundary=frame", "multipart/x-mixed-replace", "multipart/x; boundary=",
            "multipart/x; boundary=--", #"multipart/x; boundary="""#, "multipart/x; boundary", "boundary=frame",
        ])
    func noneIsFound(type: String) {
        #expect(MultipartBoundary(contentType: type) == nil)
    }
}

import Camera

extension StreamCase {
    /// Boundaries, headers and lengths as makers write them.
    static let framing: [StreamCase] = boundaries + makers + headers + lengths

    private static func part(_ body: [UInt8]) -> Part { Part(body: body) }

    private static let boundaries: [StreamCase] = [
        StreamCase("plain parts with lengths", seen: "mjpg-streamer, Axis, IP Webcam", part: part),
        StreamCase(
            "the type names the boundary with its dashes", seen: "Sony SNC-EB640, Panasonic HE40, Motion",
            type: "multipart/x-mixed-replace;boundary=--frame", part: part),
        StreamCase(
            "boundary lines without dashes", seen: "AirLink", type: "multipart/x-mixed-replace; boundary=myboundary"
        ) { Part(boundary: "myboundary", body: $0) },
        StreamCase(
            "boundary lines without dashes, no header but the length", seen: "a relative of AirLink",
            type: "multipart/x-mixed-replace; boundary=myboundary"
        ) { Part(boundary: "myboundary", headers: [], body: $0) },
        StreamCase(
            "the boundary in quotes", seen: "Lumenera", type: #"multipart/x-mixed-replace; boundary="fr\"ame""#
        ) { Part(boundary: #"--fr"ame"#, body: $0) },
        StreamCase(
            "blanks and capitals around the parameter", seen: "Panasonic BL-VT164P",
            type: "Multipart/X-Mixed-Replace ; charset=x; Boundary = --frame ; q=1", part: part),
        StreamCase(
            "a type without a boundary", seen: "MissionPlanner#3604", type: "multipart/x-mixed-replace", part: part),
        StreamCase("no type at all", seen: "microcontrollers", type: nil, part: part),
        StreamCase(
            "a type with another boundary than the body's", seen: "JVC VN-V686 and proxies",
            type: "multipart/x-mixed-replace; boundary=off", part: part),
        StreamCase(
            "no boundary before the first part", seen: "ESP32-CAM (yoursunny/esp32cam#67, Tasmota#12376)",
            of: [], before: Part(boundary: nil, body: three[0]).bytes + Part(body: three[1]).bytes,
            anomalies: [.missingBoundary: 1], part: part
        ).sending(Array(three.prefix(2))),
        StreamCase("every boundary twice", seen: "Foscam G2 (go2rtc#1258)", anomalies: [.repeatedBoundary: 3]) {
            Part(headers: ["--frame", "Content-Type: image/jpeg"], body: $0)
        },
        StreamCase("empty lines before and behind the headers", seen: "a relative of Foscam G2") {
            Part(boundary: "\r\n--frame\r\n", headers: ["Content-Type: image/jpeg", ""], body: $0)
        },
        StreamCase("the boundary directly behind the picture", seen: "flask generators, camhub itself") {
            Part(body: $0, end: "")
        },
        StreamCase("a closing boundary behind every picture", seen: "WPILib cscore") {
            Part(body: $0, end: "\r\n--frame--\r\n")
        },
        StreamCase(
            "a boundary of digits", seen: "ESP32",
            type: "multipart/x-mixed-replace;boundary=123456789000000000000987654321"
        ) { Part(boundary: "\r\n--123456789000000000000987654321", body: $0) },
        StreamCase(
            "multipart/mixed", seen: "Motion netcam_http.c", type: "multipart/mixed; boundary=\"frame\"", part: part),
        StreamCase(
            "multipart/form-data", seen: "Motion netcam_http.c", type: "multipart/form-data; boundary=frame", part: part
        ),
        StreamCase(
            "sizes of chunks left in the body", seen: "node-mjpeg-test-server#1",
            type: "multipart/x-mixed-replace; boundary=frame", anomalies: [.junk: 4, .padding: 2]
        ) {
            let head = "--frame\r\nContent-Type: image/jpeg\r\n\r\n"
            return Part(
                boundary: "\(String(head.utf8.count, radix: 16))\r\n\(head)\(String($0.count, radix: 16))", headers: [],
                length: nil, body: $0)
        },
        StreamCase(
            "headers of HTTP before the first part", seen: "servers without a status line (arduino-esp32#3597)",
            type: nil,
            before: Array(
                "ICY 200 OK\r\nContent-Length: 9999999\r\nContent-Type: multipart/x-mixed-replace\r\n\r\n".utf8),
            anomalies: [.junk: 1, .emptyPart: 1], part: part),
    ]

    private static let makers: [StreamCase] = [
        ("IP Webcam", "Ba4oTvQMY8ew04N8dcnM"), ("Foscam", "ipcamera"), ("mjpg-streamer", "boundarydonotcross"),
        ("Axis, Sony, Panasonic", "myboundary"), ("ffmpeg", "ffmpeg"), ("Motion", "BoundaryString"),
    ].map { maker, word in
        StreamCase("boundary \(word)", seen: maker, type: "multipart/x-mixed-replace; boundary=\(word)") {
            Part(boundary: "--\(word)", length: nil, body: $0)
        }
    }

    private static let headers: [StreamCase] = [
        StreamCase("lines that end in LF alone", seen: "LabVIEW") { Part(newline: "\n", body: $0, end: "\n") },
        StreamCase("line ends mixed", seen: "ZoneMinder's patterns") { Part(newline: "\n", body: $0) },
        StreamCase("header names in any case, blanks anywhere", seen: "mjpg-streamer, Foscam") {
            Part(headers: ["Content-type:image/jpeg", "CONTENT-LENGTH:\t  \($0.count)  "], length: nil, body: $0)
        },
        StreamCase("a header that was never filled in", seen: "cc-fw-tools#108") {
            Part(headers: ["Expires: %a, %d %b %Y %H:%M:%S GMT", "Content-Type: image/jpeg"], body: $0)
        },
        StreamCase("types that are none", seen: "ZoneMinder, motionEye") {
            Part(headers: ["Content-Type: IMAGE/PJPEG;size=640x480"], body: $0)
        },
        StreamCase("no header but the length", seen: "WPILib cscore") { Part(headers: [], body: $0) },
        StreamCase("no header at all", seen: "a relative of Mobotix") { Part(headers: [], length: nil, body: $0) },
        StreamCase("headers of the maker's own", seen: "D-Link, Axis") {
            Part(headers: ["X-Status: 0", "X-Tags: a--b", "x-axis-dvr-x:", "Content-Auth: 1"], body: $0)
        },
        StreamCase("a heartbeat between the pictures", seen: "Motion netcam_http.c", anomalies: [.emptyPart: 3]) {
            Part(
                boundary: "--frame\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n\r\n--frame", body: $0,
                end: "\r\n\r\n\r\n")
        },
        StreamCase("empty lines as heartbeats", seen: "WPILib cscore") {
            Part(length: nil, body: $0, end: "\r\n\r\n\r\n\r\n")
        },
    ]

    private static let lengths: [StreamCase] = [
        StreamCase("no lengths", seen: "Mobotix T25, FastAPI, ffmpeg's muxer") { Part(length: nil, body: $0) },
        StreamCase("no lengths and no line behind the picture", seen: "flask") { Part(length: nil, body: $0, end: "") },
        StreamCase("a length that is no number", seen: "D-Link DCS-930", anomalies: [.badLength: 3]) {
            Part(length: "\($0.count) bytes", body: $0)
        },
        StreamCase("a length without a value", seen: "ipcam-view PR#27", anomalies: [.badLength: 3]) {
            Part(length: " ", body: $0)
        },
        StreamCase("a negative length", seen: "webcamXP", anomalies: [.badLength: 3]) { Part(length: "-1", body: $0) },
        StreamCase("a gigantic length", seen: "webcamXP", anomalies: [.badLength: 3]) {
            Part(length: "9999999999999999999999", body: $0)
        },
        StreamCase("a length beyond any picture", seen: "webcamXP", anomalies: [.badLength: 3]) {
            Part(length: "9999999", body: $0)
        },
        StreamCase("a length too small", seen: "WebDriverAgent PR#123", anomalies: [.lengthMismatch: 3]) {
            Part(length: "\($0.count - 20)", body: $0)
        },
        StreamCase("a length of nothing", seen: "a relative of WebDriverAgent", anomalies: [.lengthMismatch: 3]) {
            Part(length: "0", body: $0)
        },
        StreamCase("a length into the next part", seen: "relays that count characters", anomalies: [.lengthMismatch: 2])
        {
            Part(length: "\($0.count + 100)", body: $0)
        },
        StreamCase("a length over many parts", seen: "webcamXP", anomalies: [.lengthMismatch: 2]) {
            Part(length: "500000", body: $0)
        },
        StreamCase("a length that counts the line behind", seen: "relays") {
            Part(length: "\($0.count + 2)", body: $0)
        },
    ]

    private func sending(_ pictures: [[UInt8]]) -> StreamCase {
        StreamCase(name, seen: seen, type: contentType, bytes, pictures, anomalies: anomalies)
    }
}

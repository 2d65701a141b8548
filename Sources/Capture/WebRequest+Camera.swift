import Camera
import Curl

extension CameraSettings {
    var trust: WebRequest.Trust {
        isInsecure ? .anything : pinnedCertificate.map { .only($0) } ?? .machine
    }
}

extension WebAnswer {
    var isMultipart: Bool { contentType?.lowercased().hasPrefix("multipart/") == true }
}

/// JPEG quality of raw frames that the hub encodes: fixed, or chosen by rate.
package enum Quality: Hashable, Sendable {
    case automatic
    /// 1 to 100.
    case fixed(Int)

    /// 50 at 25 fps and more, 70 at 15 and more, else 85.
    package func value(at framesPerSecond: Int) -> Int {
        switch self {
        case .fixed(let quality): quality
        case .automatic: framesPerSecond >= 25 ? 50 : framesPerSecond >= 15 ? 70 : 85
        }
    }
}

/// Clockwise turn of the picture, in degrees.
package enum Rotation: Int, Sendable, CaseIterable {
    case none = 0, quarter = 90, half = 180, threeQuarters = 270
}

package enum Flip: String, Sendable, CaseIterable {
    case none, horizontal, vertical
}

/// The SHA-256 digest of a certificate.
package struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
    /// 64 hexadecimal digits, lower case.
    package let description: String

    /// 64 hexadecimal digits in either case, in pairs with colons between them or in one piece.
    package init?(_ text: String) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 1 || pairs.allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        let digits = pairs.joined().lowercased()
        guard digits.utf8.count == 64,
            digits.unicodeScalars.allSatisfy({ "0123456789abcdef".unicodeScalars.contains($0) })
        else { return nil }
        description = digits
    }
}

/// Everything about a camera that is not its identity: what the configuration's keys of a camera mean.
package struct CameraSettings: Hashable, Sendable {
    /// Shown in pages; nil: the device's model.
    package var name: String?
    /// Pages poll and raw frames are encoded at this rate. 1 to 120.
    package var fps: Int = 20
    package var size = Size(width: 1280, height: 720)
    package var minimumSize = Size(width: 320, height: 240)
    /// Nil: the best that meets size and fps.
    package var format: PixelFormat?
    package var quality: Quality = .automatic
    package var rotate: Rotation = .none
    package var flip: Flip = .none
    /// How long after the last viewer the device is released; nil: never.
    package var idleAfter: Duration? = .seconds(10)
    /// What V4L2 controls are to be at each opening of the device, by their names.
    package var controls: [String: ControlValue] = [:]
    /// A network camera's certificate is not checked at all.
    package var isInsecure = false
    /// The only certificate that a network camera may show; nil: one that the machine trusts.
    package var pinnedCertificate: CertificateFingerprint?
    /// Whether a network camera's address may lead to this machine, or to what is on its own cable alone.
    package var mayConnectLocally = true

    package init() {}
}

/// Where a camera's pictures come from. The raw word is its `kind` in the API.
package enum CameraKind: String, Sendable {
    case v4l2, network, exec, replay, test
}

/// A source that the configuration names, other than a device.
package enum ConfiguredSource: Hashable, Sendable {
    case test
    /// A file or glob of JPEG or MJPEG files.
    case replay(String)
    case network(CameraURL)
    case exec([String])

    package var kind: CameraKind {
        switch self {
        case .test: .test
        case .replay: .replay
        case .network: .network
        case .exec: .exec
        }
    }
}

extension ConfiguredSource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without what may be a secret: a command's other words, an address's user and query.
    package var description: String {
        switch self {
        case .test: "test"
        case .replay(let path): "replay \(path)"
        case .network(let url): "network \(url)"
        case .exec(let words): "exec \(words.first ?? "")"
        }
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(reflecting: description) }
}

/// Which device an id of the configuration means. Every part that is given must fit.
package struct DeviceMatch: Hashable, Sendable {
    package var serial: String?
    package var path: String?
    package var model: String?

    package init(serial: String? = nil, path: String? = nil, model: String? = nil) {
        self.serial = serial
        self.path = path
        self.model = model
    }
}

import Camera
import Configuration
import Testing

/// What the keys of a camera and of `defaults` mean.
@Suite struct CameraKeyTests {
    /// The only camera of a file with these keys.
    private func camera(_ keys: String, defaults: String = "{}") throws -> ConfiguredCamera {
        let configuration = try configuration("cameras: { front: { \(keys) } }\ndefaults: \(defaults)")
        return try #require(configuration.cameras.first)
    }

    @Test("A camera without keys has what holds for all")
    func noKeys() throws {
        let camera = try camera("")
        #expect(camera == ConfiguredCamera(id: try #require(CameraID("front"))))
        let settings = camera.settings
        #expect(settings.fps == 20 && settings.quality == .automatic && settings.format == nil)
        #expect(settings.size == Size(width: 1280, height: 720))
        #expect(settings.minimumSize == Size(width: 320, height: 240))
        #expect(settings.idleAfter == .seconds(10))
        #expect(settings.rotate == Rotation.none && settings.flip == Flip.none)
    }

    @Test("Each setting is read, from a camera and from the defaults alike", arguments: [false, true])
    func settings(isDefault: Bool) throws {
        let keys = """
            fps: 120, size: 1920x1080, minimumSize: 640x480, format: YUYV, quality: 90, rotate: 270, flip: vertical,
            idleAfter: never, insecure: true,
            controls: { brightness: -5, "White Balance, Automatic": true, auto_exposure: Manual Mode },
            pinnedCertificate: "\(Self.fingerprint)", enabled: false, pin: 0123
            """
        let controls: [String: ControlValue] = [
            "brightness": .number(-5), "white_balance_automatic": .flag(true), "auto_exposure": .word("Manual Mode"),
        ]
        let camera = try isDefault ? camera("", defaults: "{ \(keys) }") : camera(keys)
        let settings = camera.settings
        #expect(settings.fps == 120)
        #expect(settings.size == Size(width: 1920, height: 1080))
        #expect(settings.minimumSize == Size(width: 640, height: 480))
        #expect(settings.format == .yuyv)
        #expect(settings.quality == .fixed(90))
        #expect(settings.rotate == .threeQuarters)
        #expect(settings.flip == .vertical)
        #expect(settings.idleAfter == nil)
        #expect(settings.controls == controls)
        #expect(settings.isInsecure)
        #expect(settings.pinnedCertificate?.description == String(repeating: "0a", count: 32))
        #expect(!camera.isEnabled)
        #expect(camera.pin == .secret(Secret("0123")))
    }

    private static let fingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")

    @Test("What a camera says goes before the defaults, wherever in the file those stand")
    func defaultsAreMerged() throws {
        let text = """
            cameras:
              a: { fps: 5, pin: null }
              b: { quality: auto, format: auto, enabled: true, flip: none, name: B }
            defaults: { fps: 15, quality: 60, format: MJPG, enabled: false, flip: horizontal, pin: 246810 }
            """
        let configuration = try configuration(text)
        let (a, b) = (configuration.cameras[0], configuration.cameras[1])
        #expect(a.settings.fps == 5 && a.settings.quality == .fixed(60) && a.settings.format == .mjpeg)
        #expect(a.pin == .open && !a.isEnabled && a.settings.flip == .horizontal && a.settings.name == nil)
        #expect(b.settings.fps == 15 && b.settings.quality == .automatic && b.settings.format == nil)
        #expect(b.pin == .secret(Secret("246810")) && b.isEnabled && b.settings.flip == Flip.none)
        #expect(b.settings.name == "B")
        #expect(configuration.defaults.settings.fps == 15 && !configuration.defaults.isEnabled)
        #expect(configuration.defaults.pin == .secret(Secret("246810")))
    }

    @Test("Controls that a camera does not name are as under defaults")
    func controlsOneByOne() throws {
        let own = try camera("controls: { hue: 1, gain: 2 }", defaults: "{ controls: { hue: 5, contrast: 6 } }")
        #expect(own.settings.controls == ["hue": .number(1), "gain": .number(2), "contrast": .number(6)])
    }

    @Test("Cameras come in the order of the file")
    func order() throws {
        #expect(try configuration("cameras: { z: {}, 1: {}, a: {} }").cameras.map(\.id.description) == ["z", "1", "a"])
    }

    @Test("A device is matched by the parts that are given")
    func match() throws {
        #expect(try camera("match: { serial: 0123 }").match == DeviceMatch(serial: "0123"))
        let all = try camera("match: { serial: S, path: pci-0000:00:14.0-usb-0:1.2:1.0, model: HD Pro }")
        #expect(all.match == DeviceMatch(serial: "S", path: "pci-0000:00:14.0-usb-0:1.2:1.0", model: "HD Pro"))
        #expect(all.source == nil)
    }

    @Test("Each other source is read")
    func sources() throws {
        #expect(try camera("test: {}").source == .test)
        #expect(try camera("replay: '/v/*.jpg'").source == .replay("/v/*.jpg"))
        #expect(try camera("exec: [a, -t, 0, '', 'null']").source == .exec(["a", "-t", "0", "", "null"]))
        let url = try #require(CameraURL("http://u:p@cam/x"))
        #expect(try camera("url: 'http://u:p@cam/x'").source == .network(url))
        #expect(try camera("test: {}").source?.kind == .test)
    }

    @Test(
        "Null opens a camera, digits and hashes close it, and text keeps its zeros",
        arguments: [
            ("null", .open), ("~", .open), ("0123", .secret(Secret("0123"))), ("'0123'", .secret(Secret("0123"))),
            ("123456789012", .secret(Secret("123456789012"))), (hash, .secret(Secret(hash))),
        ] as [(String, PinSetting)])
    func pins(text: String, pin: PinSetting) throws {
        #expect(try camera("pin: \(text)").pin == pin)
    }

    @Test("A name may be what looks like a number or a word of YAML", arguments: ["1357", "true", "Küche 2", "'null'"])
    func names(text: String) throws {
        #expect(try camera("name: \(text)").settings.name == text.filter { $0 != "'" })
    }

    @Test("An inherited minimum gives way to a smaller size, side by side")
    func minimumGivesWay() throws {
        #expect(try camera("size: 640x200").settings.minimumSize == Size(width: 320, height: 200))
        let small = try camera("size: 160x120", defaults: "{ minimumSize: 640x480 }")
        #expect(small.settings.minimumSize == Size(width: 160, height: 120))
        let large = try camera("size: 800x600", defaults: "{ size: 160x120 }")
        #expect(large.settings.minimumSize == Size(width: 160, height: 120))
    }
}

import Camera
import Configuration
import Testing

/// Whole files, as people have them.
@Suite struct ExampleTests {
    /// Every key there is.
    static let complete = """
        listen: ["0.0.0.0:8080", "[::]:8080", "unix:/run/camhub.sock"]
        tls: { certificate: /etc/camhub/hub.crt, key: /etc/camhub/hub.key }
        basePath: /cams
        trustedProxies: [127.0.0.1, 10.0.0.0/8]
        allowedHosts: [cameras.example.org]
        allowOrigins: ["https://home.example"]
        frameAncestors: ["https://home.example"]
        limits:
          connections: 2048
          connectionsPerAddress: 64
        admin:
          password: correct horse
        stateDirectory: /var/lib/camhub
        forgetAfter: 7d
        defaults:
          enabled: true
          pin: 246810
          fps: 15
          size: 1280x720
          minimumSize: 640x360
          format: auto
          quality: auto
          rotate: 0
          flip: none
          idleAfter: 30s
          controls: { power_line_frequency: 1 }
          insecure: false
        cameras:
          front-door:
            match: { serial: SN0001, model: HD Pro Webcam }
            name: Front door
            pin: 1357
            fps: 5
          bench:
            match: { path: "platform-usb-0:1.2:1.0" }
            size: 1920x1080
            format: MJPG
            rotate: 180
            flip: horizontal
          gate:
            url: "https://user:secret@camera.example/video.mjpg"
            insecure: true
            pinnedCertificate: 0a0b0c0d0e0f00010203040506070809000102030405060708090a0b0c0d0e0f
          printer: { exec: [rpicam-vid, -t, "0", --codec, mjpeg, -o, "-"] }
          loop: { replay: /var/lib/camhub/loop/*.jpg, quality: 70 }
          bars: { test: {}, enabled: false, idleAfter: never, pin: null }

        """

    @Test("A file with every key is sound, and its cameras come in its order")
    func completeFile() throws {
        let configuration = try configuration(Self.complete)
        let ids = configuration.cameras.map(\.id.description)
        #expect(ids == ["front-door", "bench", "gate", "printer", "loop", "bars"])
        #expect(configuration.listen.count == 3)
        let front = configuration.cameras[0]
        #expect(front.settings.fps == 5 && front.settings.controls == ["power_line_frequency": .number(1)])
        #expect(front.pin == .secret(Secret("1357")) && configuration.cameras[5].pin == .open)
        #expect(configuration.cameras[1].settings.minimumSize == Size(width: 640, height: 360))
    }

    @Test("Nothing that describes a configuration shows a secret of it")
    func secretsStayHidden() throws {
        let text = """
            admin: { password: hush-admin }
            defaults: { pin: 24681012 }
            cameras:
              a: { url: "http://user:hush-url@cam/?pwd=hush-query", pin: 98765432 }
              b: { exec: [curl, -u, hush-word] }
            """
        let configuration = try configuration(text)
        var dumped = ""
        dump(configuration, to: &dumped)
        for shown in [dumped, "\(configuration)", String(reflecting: configuration), "\(configuration.cameras)"] {
            for secret in ["hush", "24681012", "98765432"] {
                #expect(!shown.contains(secret))
            }
            #expect(shown.contains("http://cam/"))
        }
        #expect(configuration.adminPassword?.revealed == "hush-admin")
    }

    @Test(
        "No message about a fault shows what may be a secret",
        arguments: [
            "admin: { password: hus }", "admin: hush", "defaults: { pin: hush }", "cameras: { a: { pin: hush } }",
            "cameras: { a: { url: hush } }", "cameras: { a: { url: [hush] } }", "cameras: { a: { exec: hush } }",
            #"cameras: { a: { exec: ["hush\0"] } }"#, "admin: [hush]", "cameras: hush", "cameras: { a: hush }",
            "pni: hush", "defaults: hush", "hush",
        ])
    func faultsHideSecrets(text: String) {
        let lines = faults(text)
        #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("hus") })
    }
}

internal import Access
internal import HTTP
internal import Camera
internal import YAML

/// The keys of the whole file.
extension KeyTable<Configuration> {
    static var hub: KeyTable {
        KeyTable(
            keys: [
                Key("listen", \.listen, .listen),
                Key("tls", \.tls, .tls),
                Key("basePath", \.basePath, .word(BasePath.allowed, BasePath.init)),
                Key("trustedProxies", \.trustedProxies, .words(AddressRange.allowed, AddressRange.init)),
                Key("allowedHosts", \.allowedHosts, .words(HostName.allowed, HostName.init)),
                Key("allowOrigins", \.allowOrigins, .words(Origin.allowed, Origin.init)),
                Key("frameAncestors", \.frameAncestors, .words(FrameAncestor.allowed, FrameAncestor.init)),
                Key("limits", \.limits, .mapping(Limits(), .limits)),
                Key("admin") { node, key, target, reading in
                    let admin = AdminPart(password: target.adminPassword, localCameras: target.allowsLocalCameras)
                    guard let read = Grammar.mapping(admin, .admin).read(node, key, &reading) else { return }
                    (target.adminPassword, target.allowsLocalCameras) = (read.password, read.localCameras)
                },
                Key("stateDirectory", \.stateDirectory, .path),
                Key("forgetAfter", \.forgetAfter, .duration),
                Key("defaults", \.defaults, .defaults),
                Key("cameras", read: CameraList.read),
            ],
            elsewhere: KeyTable<CameraDefaults>.shared.elsewhere("defaults or under a camera's id")
                .merging(KeyTable<CameraEntry>.camera.elsewhere("a camera's id, under cameras")) { first, _ in first }
                .merging(KeyTable<Limits>.limits.elsewhere("limits")) { first, _ in first })
    }
}

extension KeyTable {
    /// For a mapping in which these keys are misplaced.
    func elsewhere(_ place: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0.name, place) })
    }
}

extension KeyTable<Limits> {
    fileprivate static var limits: KeyTable {
        KeyTable(keys: [
            Key("connections", \.connections, .number(1...65536)),
            Key("connectionsPerAddress", \.connectionsPerAddress, .number(1...65536)),
        ])
    }
}

extension Grammar {
    /// A list of words of one kind.
    fileprivate static func words<Item>(_ allowed: String, _ parse: @escaping (String) -> Item?) -> Grammar
    where Value == [Item] {
        .list(of: .word(allowed, parse), "a list in [ ], each item \(allowed)")
    }
}

extension Grammar<[ListenAddress]> {
    /// At least one, and none twice; port 0 is another port each time.
    fileprivate static var listen: Grammar {
        let address = Grammar<ListenAddress>.word(ListenAddress.allowed, ListenAddress.init)
        let list = Grammar.list(of: address, #"a list of at least one address, such as ["0.0.0.0:8080"]"#, atLeast: 1)
        return list.checked { addresses, node, key, reading in
            guard case .sequence(let nodes) = node.content else { return nil }
            var seen: Set<ListenAddress> = []
            for (node, address) in zip(nodes, addresses) where !address.isAnyPort && !seen.insert(address).inserted {
                reading.report("\(key) has \(node.shown) twice; once is allowed", at: node.place)
            }
            return addresses
        }
    }
}

private struct TLSParts {
    var certificate: String?
    var key: String?
}

extension Grammar<TLSFiles> {
    fileprivate static var tls: Grammar {
        let table = KeyTable<TLSParts>(keys: [Key("certificate", \.certificate, .path), Key("key", \.key, .path)])
        return Grammar<TLSParts>.mapping(TLSParts(), table).checked { parts, node, key, reading in
            for name in ["certificate", "key"] where node.value(of: name) == nil {
                reading.report("\(key) has no \(name); it has to have certificate and key", at: node.place)
            }
            guard let certificate = parts.certificate, let key = parts.key else { return nil }
            return TLSFiles(certificate: certificate, key: key)
        }
    }
}

private struct AdminPart {
    var password: Secret?
    var localCameras: Bool
}

extension KeyTable<AdminPart> {
    fileprivate static var admin: KeyTable {
        KeyTable(keys: [
            Key("password", \.password, .word(Password.allowed, isSecret: true, Password.secret)),
            Key("localCameras", \.localCameras, .flag),
        ])
    }
}

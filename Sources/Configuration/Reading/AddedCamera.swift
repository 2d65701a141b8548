package import Camera
package import HTTP
internal import YAML

extension ConfiguredCamera {
    /// Reads the keys of a network camera that were not written into the file but sent to the running hub.
    ///
    /// They are those of the file, in JSON. Of the sources only `url` may be among them: whoever may add a camera must
    /// not come to run programs or to read files by it.
    package init(
        _ keys: [String: JSONTree], id: CameraID, defaults: CameraDefaults
    ) throws(AddedCameraFault) {
        var reading = Reading()
        let node = Node(.object(keys))
        let name = KeyName.file.child("cameras").child(id.description)
        let entry = Grammar.mapping(CameraEntry(common: defaults), .added).read(node, name, &reading)
        if node.value(of: "url") == nil { reading.report("\(name) has no url; it has to have one", at: node.place) }
        let camera = entry.map { CameraList.camera(id, $0, node, name, &reading) }
        guard let camera, reading.faults.isEmpty else { throw AddedCameraFault(reasons: reading.faults.map(\.message)) }
        self = camera
    }
}

/// What is wrong with the keys of a camera that was sent, all of it.
package struct AddedCameraFault: Error, Hashable {
    package var reasons: [String]
}

extension KeyTable<CameraEntry> {
    fileprivate static var added: KeyTable {
        let others = ["match", "exec", "replay", "test"]
        let table = KeyTable.camera
        return KeyTable(
            keys: table.keys.filter { !others.contains($0.name) },
            elsewhere: Dictionary(
                uniqueKeysWithValues: others.map { ($0, "a camera's id in the configuration file; here is only url") }))
    }
}

extension Node {
    /// JSON as if it stood in a file.
    fileprivate init(_ tree: JSONTree) {
        let start = Place(line: 1, column: 1)
        switch tree {
        case .null: self.init(.scalar(Scalar("null")), at: start)
        case .flag(let flag): self.init(.scalar(Scalar(String(flag))), at: start)
        case .whole(let number): self.init(.scalar(Scalar(String(number))), at: start)
        case .number(let number): self.init(.scalar(Scalar(String(number))), at: start)
        case .text(let text): self.init(.scalar(Scalar(text, isQuoted: true)), at: start)
        case .list(let items): self.init(.sequence(items.map { Node($0) }), at: start)
        case .object(let members):
            let entries = members.sorted { $0.key < $1.key }
            self.init(.mapping(entries.map { Entry(key: $0.key, at: start, value: Node($0.value)) }), at: start)
        }
    }
}

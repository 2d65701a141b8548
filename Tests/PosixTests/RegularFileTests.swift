import FoundationEssentials
import Glibc
import HubTesting
import Posix
import Testing

@Suite struct RegularFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(of path: String) throws -> mode_t {
        var status = stat()
        try valueOrErrno { stat(path, &status) }
        return status.st_mode & 0o7777
    }

    @Test("A file is read whole, up to its limit", arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func contents(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let path = try folder.write("file", bytes)
        #expect(try RegularFile.contents(of: path, limit: count) == bytes)
        guard count > 0 else { return }
        #expect(throws: Errno.tooLarge) { try RegularFile.contents(of: path, limit: count - 1) }
    }

    @Test("What is no regular file is refused, and nobody waits for it")
    func otherKinds() throws {
        #expect(throws: Errno.invalidArgument) { try RegularFile.contents(of: folder.path, limit: 10) }
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: Errno.invalidArgument) { try RegularFile.contents(of: pipe, limit: 10) }
        #expect(throws: Errno.invalidArgument) { try RegularFile.contents(of: "/dev/zero", limit: 10) }
        #expect(throws: Errno.noSuchFile) { try RegularFile.contents(of: folder.path + "/none", limit: 10) }
    }

    @Test("A file is replaced as a whole, with the mode that is asked for, whatever it had before")
    func replace() throws {
        let path = try folder.write("file", [1, 2, 3, 4])
        #expect(chmod(path, 0o666) == 0)
        try RegularFile.replace(path, with: [9], mode: 0o600)
        #expect(try RegularFile.contents(of: path, limit: 10) == [9])
        #expect(try mode(of: path) == 0o600)
        try RegularFile.replace(path, with: [], mode: 0o640)
        #expect(try RegularFile.contents(of: path, limit: 10) == [])
        #expect(try mode(of: path) == 0o640)
    }

    @Test("Who has the old file open still reads the old bytes")
    func replaceIsAtomic() throws {
        let path = try folder.write("file", [1, 2, 3, 4])
        let old = OwnedDescriptor(adopting: try valueOrErrno { open(path, O_RDONLY) })
        try RegularFile.replace(path, with: [9], mode: 0o600)
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(try valueOrErrno { read(old.rawValue, &bytes, 10) } == 4)
    }

    @Test("Missing folders are made for the owner alone; a file in their place is an error")
    func foldersAreMade() throws {
        try RegularFile.replace(folder.path + "/a/b/file", with: [1], mode: 0o600)
        #expect(try mode(of: folder.path + "/a") == 0o700)
        #expect(try mode(of: folder.path + "/a/b") == 0o700)
        let file = try folder.write("plain")
        #expect(throws: Errno(rawValue: ENOTDIR)) { try RegularFile.replace(file + "/x", with: [1], mode: 0o600) }
    }

    @Test("A link that somebody laid where the new bytes go is not followed, nor is a second name written through")
    func linksAreNotFollowed() throws {
        let target = try folder.write("target", [7])
        let path = folder.path + "/file"
        for lay in [symlink, link] {
            #expect(lay(target, path + ".new") == 0)
            try RegularFile.replace(path, with: [1], mode: 0o600)
            #expect(try RegularFile.contents(of: path, limit: 10) == [1])
            #expect(try RegularFile.contents(of: target, limit: 10) == [7])
        }
    }

    @Test("A new file belongs to whom its folder belongs, also if root writes it")
    func ownersStay() throws {
        // Only root can give a folder away; for all others it is their own.
        let owner = chown(folder.path, 12345, 12346) == 0 ? (12345, 12346) : (getuid(), getgid())
        let path = folder.path + "/file"
        try RegularFile.replace(path, with: [1], mode: 0o600)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect((status.st_uid, status.st_gid) == owner)
    }

    @Test("What fails leaves no half file behind")
    func failuresCleanUp() throws {
        // The last step, the new name, fails: a folder that is not empty has it.
        try FileManager.default.createDirectory(atPath: folder.path + "/full/x", withIntermediateDirectories: true)
        #expect(throws: Errno.self) { try RegularFile.replace(folder.path + "/full", with: [1], mode: 0o600) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["full"])
    }
}

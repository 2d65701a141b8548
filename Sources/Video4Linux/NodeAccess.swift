import Camera
import Glibc
import Posix

/// Who may open a node, and who we are: what a refusal can be explained by.
package struct NodeAccess: Equatable, Sendable {
    /// Permission bits, for example `0o660`.
    package var mode: UInt16
    /// The group's name, or its number where this machine has no name for it.
    package var group: String
    /// Whether the group has a name here: in containers it often has none.
    package var isGroupNamed: Bool
    /// Whether this process is in the group.
    package var isMember: Bool
    /// Whether the user is listed in the group, so that a new login would make a member.
    package var isListed: Bool
    /// The user's name, or number.
    package var user: String

    package init(mode: UInt16, group: String, isGroupNamed: Bool, isMember: Bool, isListed: Bool, user: String) {
        self.mode = mode
        self.group = group
        self.isGroupNamed = isGroupNamed
        self.isMember = isMember
        self.isListed = isListed
        self.user = user
    }

    /// What the user can do about being refused.
    package var hint: String {
        let mode = "mode 0\(String(self.mode, radix: 8)), group \(group)"
        guard self.mode & 0o060 == 0o060 else {
            return "its \(mode) lets no group in: a udev rule with GROUP=\"video\", MODE=\"0660\" does"
        }
        if isMember {
            return "you may by its \(mode), so a container or sandbox forbids it: allow devices with major number 81, "
                + "for Docker by --device-cgroup-rule 'c 81:* rmw'"
        }
        if !isGroupNamed {
            return "its \(mode), has no name here, as in a container: run with this group added, for Docker by "
                + "--group-add \(group)"
        }
        if isListed { return "its \(mode), has you since after you logged in: log in again" }
        return "its \(mode), does not have you: sudo usermod -aG \(group) \(user), then log in again"
    }
}

extension NodeAccess {
    /// Looks at the node; nil if it is gone.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let group = NodeAccess.group(status.st_gid)
        let user = NodeAccess.userName
        self.init(
            mode: UInt16(status.st_mode & 0o777), group: group?.name ?? "\(status.st_gid)",
            isGroupNamed: group != nil, isMember: NodeAccess.ownGroups.contains(status.st_gid),
            isListed: group?.members.contains(user) == true, user: user)
    }

    private static var ownGroups: Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: 65536)
        // Fails only if there were more: then none counts.
        let count = unsafe getgroups(CInt(groups.count), &groups)
        return Set(groups.prefix(Int(max(count, 0)))).union([getegid()])
    }

    private static var userName: String {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var memory = [CChar](repeating: 0, count: 16384)
        guard unsafe getpwuid_r(geteuid(), &entry, &memory, memory.count, &found) == 0, unsafe found != nil else {
            return "\(geteuid())"
        }
        return unsafe String(cString: entry.pw_name)
    }

    private static func group(_ id: gid_t) -> (name: String, members: [String])? {
        var entry = unsafe Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var memory = [CChar](repeating: 0, count: 65536)
        guard unsafe getgrgid_r(id, &entry, &memory, memory.count, &found) == 0, unsafe found != nil else { return nil }
        var members: [String] = []
        var next = unsafe entry.gr_mem
        while let name = unsafe next?.pointee {
            members.append(unsafe String(cString: name))
            unsafe next = unsafe next?.advanced(by: 1)
        }
        return (unsafe String(cString: entry.gr_name), members)
    }
}

import Glibc

/// Names of files by a pattern of the shell: `*`, `?`, `[abc]`.
///
/// The corresponding C function is `glob`.
package enum FilePattern {
    /// Paths that fit, in the order of their bytes; folders that cannot be read have none. Throws when memory is out.
    ///
    /// A path that exists as it is written is itself the only one, whatever is in its name.
    package static func paths(matching pattern: String) throws(Errno) -> [String] {
        if unsafe access(pattern, F_OK) == 0 { return [pattern] }
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        switch unsafe glob(pattern, 0, nil, &found) {
        case 0:
            // glob() filled in as many paths as it says, each zero-terminated and not nil.
            return (0..<Int(unsafe found.gl_pathc)).map { unsafe String(cString: found.gl_pathv[$0]!) }.sorted()
        case GLOB_NOSPACE: throw .outOfMemory
        default: return []
        }
    }
}

import Glibc

/// The processors of this machine.
package enum Processors {
    /// How many are switched on; 1 if the system does not tell.
    package static var count: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}

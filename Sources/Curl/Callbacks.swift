import CCurl
import Camera
import Glibc
import HTTP
import Posix

// What the library calls, all within calls of the client that is the context.

private func client(_ context: UnsafeMutableRawPointer?) -> WebClient {
    unsafe Unmanaged<WebClient>.fromOpaque(context!).takeUnretainedValue()
}

/// The library waits for something else of a socket.
let watchSocket: curl_socket_callback = { _, socket, what, context, _ in
    let client = unsafe client(context)
    let reporting: Epoll.Reporting? =
        switch what {
        case CURL_POLL_IN: .whileReadable
        case CURL_POLL_OUT: .whileWritable
        case CURL_POLL_INOUT: .whileEither
        default: nil
        }
    if client.waits.removeValue(forKey: socket) != nil { client.ready.remove(socket) }
    guard let reporting else { return 0 }
    do throws(Errno) {
        try client.ready.add(socket, tag: UInt64(socket), reporting)
        client.waits[socket] = reporting
        return 0
    } catch {
        client.objection = .other(error.description)
        return -1
    }
}

/// The library wants to be called at another moment, in so many milliseconds.
let setTimer: curl_multi_timer_callback = { _, milliseconds, context in
    let client = unsafe client(context)
    client.nextDue = milliseconds < 0 ? nil : MonotonicTime.now.advanced(by: .milliseconds(milliseconds))
    return 0
}

/// A piece of the body has come.
let takeBody: curl_write_callback = { bytes, size, count, context in
    let client = unsafe client(context)
    if client.answer == nil { client.answer = client.head() }
    client.received += size * count
    unsafe client.receive?(UnsafeRawBufferPointer(start: bytes, count: size * count).bytes)
    return size * count
}

/// A header line has come.
let takeHeader: curl_write_callback = { _, size, count, context in
    let client = unsafe client(context)
    client.headerBytes += size * count
    guard client.headerBytes <= WebClient.headerLimit else {
        client.objection = .longHeader
        return 0
    }
    return size * count
}

/// An address is about to be connected to.
let openSocket: curl_opensocket_callback = { context, _, address in
    let client = unsafe client(context)
    guard let address = unsafe address else { return CURL_SOCKET_BAD }
    if let numbers = unsafe numbers(of: address), client.request?.mayConnect(numbers) == false {
        client.objection = .forbiddenAddress(numbers)
        return CURL_SOCKET_BAD
    }
    return unsafe socket(
        address.pointee.family, address.pointee.socktype | CInt(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}

/// Nil for what is no internet address.
private func numbers(of address: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let failure = unsafe getnameinfo(
        hub_socket_address(address), address.pointee.addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    guard failure == 0 else { return nil }
    return IPAddress(peer: String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
}

/// There is a connection, and the request would be sent: not to somebody with another certificate.
let allowRequest: curl_prereq_callback = { context, _, _, _, _ in
    let client = unsafe client(context)
    guard case .only(let wanted)? = client.request?.trust, client.certificate() != wanted else {
        return CURL_PREREQFUNC_OK
    }
    client.objection = .otherCertificate
    return CURL_PREREQFUNC_ABORT
}

import CMicroHTTPD
import Glibc
import HTTP

// What the library calls. Each runs on its worker's thread; the first argument is that worker, which outlives them.

private func worker(_ context: UnsafeMutableRawPointer?) -> Worker {
    unsafe Unmanaged<Worker>.fromOpaque(context!).takeUnretainedValue()
}

/// Keeps the request target as it came, before the library looks at it, as the beginning of an exchange.
let keepTarget:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
        -> UnsafeMutableRawPointer? = { _, target, connection in
            // Released in `complete`, which the library calls for every request whose target it has told.
            let exchange = unsafe Exchange(target: String(cString: target!), connection: connection!)
            return unsafe Unmanaged.passRetained(exchange).toOpaque()
        }

/// Leaves escapes alone: `RequestTarget` splits first and decodes each segment strictly.
let leaveEscaped: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
    _, _, text in unsafe strlen(text!)
}

/// The request is over, however it ended.
let complete: MHD_RequestCompletedCallback = { _, _, context, _ in
    guard let kept = unsafe context?.pointee else { return }
    unsafe context?.pointee = nil
    unsafe Unmanaged<Exchange>.fromOpaque(kept).takeRetainedValue().link?.phase = .rest(received: nil)
}

/// A connection has begun or ended: its link is kept by the library in between.
let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, slot, event in
    let worker = unsafe worker(context)
    guard hub_is_closed(event) != 0 else {
        guard let link = unsafe worker.began(connection!) else { return }
        if let certificate = link.certificate {
            // If this fails, so does the handshake: nobody else has a certificate for it.
            _ = unsafe hub_use_credentials(connection!, certificate.credentials)
        }
        unsafe slot?.pointee = Unmanaged.passRetained(link).toOpaque()
        return
    }
    guard let kept = unsafe slot?.pointee else { return }
    unsafe slot?.pointee = nil
    worker.ended(unsafe Unmanaged<Link>.fromOpaque(kept).takeRetainedValue())
}

/// A request's head has come, then each piece of its body, then its end; or a suspended one has been resumed.
let handle: MHD_AccessHandlerCallback = { context, connection, _, method, _, bytes, size, slot in
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(slot!.pointee!).takeUnretainedValue()
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size!.pointee)
    unsafe size!.pointee = 0
    return unsafe worker(context).advance(exchange, method: String(cString: method!), piece)
}

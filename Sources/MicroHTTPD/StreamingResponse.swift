import CMicroHTTPD
import HTTP

/// A library response whose body comes piece by piece, on one connection, and ends with it.
enum StreamingResponse {
    /// Where the pieces come from. Touched on its worker's thread alone.
    protocol Source: AnyObject {
        /// How many bytes it has written; 0: none, and the connection is suspended; or `end`, or `failure`.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int

        /// The library needs it no more.
        func close()
    }

    // Macros with a cast.
    static let end = -1
    static let failure = -2

    /// To be queued once and then destroyed; nil when there is no memory for it.
    static func make(_ response: Response, _ source: any Source, blockSize: Int) -> OpaquePointer? {
        // Released in the library's free callback, which comes with the response's last reference.
        let context = unsafe Unmanaged.passRetained(SourceBox(source: source))
        let made = unsafe MHD_create_response_from_callback(
            hub_size_unknown, blockSize,
            { context, _, buffer, capacity in
                let box = unsafe Unmanaged<SourceBox>.fromOpaque(context!).takeUnretainedValue()
                return unsafe box.source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
            }, context.toOpaque(),
            { context in unsafe Unmanaged<SourceBox>.fromOpaque(context!).takeRetainedValue().source.close() })
        guard let made = unsafe made else {
            unsafe context.release()
            source.close()
            return nil
        }
        unsafe hub_end_by_closing(made)
        guard unsafe PreparedResponse.add(response.fields, to: made) else {
            unsafe MHD_destroy_response(made)
            return nil
        }
        return unsafe made
    }
}

private final class SourceBox {
    let source: any StreamingResponse.Source

    init(source: any StreamingResponse.Source) { self.source = source }
}

/// A body of pieces on its way to one client.
@safe final class Flow: StreamingResponse.Source, @unchecked Sendable {  // reason: touched on its worker's thread alone
    private let stream: any BodyStream
    private unowned let worker: Worker
    /// Valid until the body is let go.
    let connection: OpaquePointer

    private init(_ stream: any BodyStream, worker: Worker, connection: OpaquePointer) {
        self.stream = stream
        self.worker = worker
        unsafe self.connection = unsafe connection
    }

    /// See `StreamingResponse.make`.
    static func make(
        _ response: Response, _ stream: any BodyStream, worker: Worker, connection: OpaquePointer
    ) -> OpaquePointer? {
        let flow = unsafe Flow(stream, worker: worker, connection: connection)
        return unsafe StreamingResponse.make(response, flow, blockSize: 4096)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        // A wake from another thread waits in the worker's inbox, which is read after this callback has returned.
        switch unsafe stream.read(into: buffer, wake: { [self] in worker.post(.wake(self)) }) {
        case .bytes(let count):
            return count
        case .later:
            worker.sleep(self)
            return 0
        case .end:
            return StreamingResponse.end
        }
    }

    func close() { stream.close() }
}

import CMicroHTTPD
import HTTP

/// A body that comes piece by piece, on one connection.
@safe final class StreamingResponse: @unchecked Sendable {  // reason: touched on its worker's thread alone
    private let stream: any BodyStream
    private unowned let worker: Worker
    let connection: OpaquePointer

    private init(_ stream: any BodyStream, worker: Worker, connection: OpaquePointer) {
        self.stream = stream
        self.worker = worker
        unsafe self.connection = connection
    }

    /// The library response, to be queued once and then destroyed; nil when there is no memory for it.
    static func make(
        _ response: Response, _ stream: any BodyStream, worker: Worker, connection: OpaquePointer
    ) -> OpaquePointer? {
        // Released in the library's free callback, which comes with the response's last reference.
        let context = unsafe Unmanaged.passRetained(
            StreamingResponse(stream, worker: worker, connection: connection))
        let made = unsafe MHD_create_response_from_callback(
            hub_size_unknown, 4096,
            { context, _, buffer, capacity in
                let streaming = unsafe Unmanaged<StreamingResponse>.fromOpaque(context!).takeUnretainedValue()
                return unsafe streaming.read(UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
            }, context.toOpaque(),
            { context in
                let streaming = unsafe Unmanaged<StreamingResponse>.fromOpaque(context!).takeRetainedValue()
                streaming.stream.close()
            })
        guard let made = unsafe made else {
            unsafe context.release()
            stream.close()
            return nil
        }
        unsafe hub_end_by_closing(made)
        guard unsafe PreparedResponse.add(response.fields, to: made) else {
            unsafe MHD_destroy_response(made)
            return nil
        }
        return unsafe made
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        // A wake from another thread waits in the worker's inbox, which is read after this callback has returned.
        switch unsafe stream.read(into: buffer, wake: { [self] in worker.post(.wake(self)) }) {
        case .bytes(let count):
            return count
        case .later:
            worker.sleep(self)
            return 0
        case .end:
            return -1  // MHD_CONTENT_READER_END_OF_STREAM, a macro with a cast
        }
    }
}

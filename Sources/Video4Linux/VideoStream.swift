import CVideo4Linux
package import Camera
import Posix

/// A device that delivers frames into mapped memory. Thread-bound.
///
/// Everything that it takes from the kernel goes back in the right order when its owner is gone: the flow is
/// stopped, the memory unmapped, the buffers given up, the node closed.
@safe package struct VideoStream: ~Copyable {
    private static let wantedBuffers = 4
    private static let fewestBuffers = 2

    private let device: VideoDevice
    private let hasEvents: Bool
    /// What was asked for and could be started.
    package private(set) var choice: ModeChoice
    package private(set) var format: StreamFormat
    /// The device's own word; nil if it gives none.
    package private(set) var interval: FrameInterval?
    /// Frames that the driver dropped since the stream was opened, by gaps in its numbers.
    package private(set) var dropped = 0
    private var memory: [MappedBuffer] = []
    private var clock = FrameClock()
    private var sequence = SequenceCounter()

    /// Sets the mode and starts the flow of frames.
    /// - Parameter lesser: What to try, one after the other, if the USB bus has no bandwidth for it.
    package static func start(
        on device: consuming VideoDevice, _ choice: ModeChoice, else lesser: [ModeChoice] = []
    ) throws(CaptureError) -> VideoStream {
        try device.followTimings()
        let format = try device.setFormat(choice)
        let interval = try device.setInterval(choice.interval)
        var stream = VideoStream(device, choice, format, interval)
        do throws(CaptureError) {
            try stream.start()
        } catch {
            guard error.condition.state == .noBandwidth else { throw error }
            try stream.stepDown(lesser, because: error)
        }
        return stream
    }

    private init(
        _ device: consuming VideoDevice, _ choice: ModeChoice, _ format: StreamFormat, _ interval: FrameInterval?
    ) {
        hasEvents = device.subscribeToSourceChanges()
        self.device = device
        self.choice = choice
        self.format = format
        self.interval = interval
    }

    private mutating func stepDown(_ choices: [ModeChoice], because error: CaptureError) throws(CaptureError) {
        for choice in choices {
            do throws(CaptureError) {
                return try rebuild(choice)
            } catch {
                guard error.condition.state == .noBandwidth else { throw error }
            }
        }
        throw error
    }

    deinit { tearDown() }

    /// Readable when there is a frame, an event, or an error to be had.
    package var descriptor: CInt { device.opened.descriptor }

    private var now: MonotonicTime { device.opened.kernel.now }

    /// Lends the newest frame, if there is one. Older ones go back to the device unseen, and so does this one when
    /// `body` is done with it, whatever that says of it.
    package mutating func takeNewest<Result>(
        _ body: (RawSpan, FrameFacts) -> Result
    ) throws(CaptureError) -> Result? {
        guard let newest = try dequeueNewest() else { return nil }
        let whole = unsafe memory[Int(newest.index)].bytes
        let facts = FrameFacts(
            capturedAt: clock.capture(stamped: newest.stamp, isMonotonic: newest.hasMonotonicStamp, now: now),
            isMarkedBad: newest.isMarkedBad)
        // A driver that claims more than its buffer holds is not believed.
        let frame = unsafe UnsafeRawBufferPointer(rebasing: whole[newest.frame.clamped(to: 0..<whole.count)])
        let result = body(unsafe frame.bytes, facts)
        try queue(newest.index)
        return result
    }

    /// Whether what the device receives has changed its size: then `rebuild`.
    package func sourceHasChanged() -> Bool { hasEvents && device.takeSourceChange() }

    /// Takes a mode anew, after the source has changed, or another one.
    package mutating func rebuild(_ choice: ModeChoice) throws(CaptureError) {
        tearDown()
        memory = []
        self.choice = choice
        try device.followTimings()
        format = try device.setFormat(choice)
        interval = try device.setInterval(choice.interval)
        try start()
    }

    /// Stops and starts the flow, for a device that has fallen silent.
    package mutating func restart() throws(CaptureError) {
        try flow(.stopStreaming)
        sequence = SequenceCounter()
        try fill()
    }
}

extension VideoStream: ControlledDevice {
    package func controls() throws(CaptureError) -> [DeviceControl] { try device.controls() }

    package func set(_ control: DeviceControl, to number: Int) throws(CaptureError) -> ControlFault? {
        try device.set(control, to: number)
    }
}

/// One buffer's memory; unmapped by the stream that mapped it.
@safe private struct MappedBuffer {
    let bytes: UnsafeRawBufferPointer
}

/// What is known of a frame beside its bytes.
package struct FrameFacts: Sendable {
    package var capturedAt: MonotonicTime
    /// `V4L2_BUF_FLAG_ERROR`.
    package var isMarkedBad: Bool
}

extension VideoStream {
    private mutating func start() throws(CaptureError) {
        sequence = SequenceCounter()
        let count = try requestBuffers()
        do throws(Errno) {
            for index in 0..<UInt32(count) {
                let record = try device.exchange(.queryBuffer, buffer: index)
                let bytes = try unsafe device.opened.kernel.map(
                    descriptor, offset: record.offset, count: record.length)
                memory.append(unsafe MappedBuffer(bytes: bytes))
            }
        } catch {
            throw device.opened.failure(.mapBuffers, error)
        }
        try fill()
    }

    /// Fewer buffers are enough where memory is short; with one alone every second frame would be lost.
    private func requestBuffers() throws(CaptureError) -> Int {
        for count in (VideoStream.fewestBuffers...VideoStream.wantedBuffers).reversed() {
            do throws(Errno) {
                let given = try setBufferCount(count)
                guard given < VideoStream.fewestBuffers else { return given }
                break
            } catch {
                guard error == .outOfMemory, count > VideoStream.fewestBuffers else {
                    throw device.opened.failure(.requestBuffers, error)
                }
            }
        }
        throw CaptureError(
            .failed, reason: "\(device.opened.node.path) has memory for fewer than \(VideoStream.fewestBuffers) frames",
            hint: "choose a smaller size")
    }

    private func setBufferCount(_ count: Int) throws(Errno) -> Int {
        var request = v4l2_requestbuffers()
        request.count = UInt32(count)
        request.type = device.bufferType
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try device.opened.control(.requestBuffers, &request)
        return Int(request.count)
    }

    private func fill() throws(CaptureError) {
        for index in memory.indices { try queue(UInt32(index)) }
        try flow(.startStreaming)
    }

    private func flow(_ request: VideoRequest) throws(CaptureError) {
        var type = device.bufferType
        do throws(Errno) {
            try device.opened.control(request, &type)
        } catch {
            throw device.opened.failure(.startStreaming, error)
        }
    }

    private func queue(_ index: UInt32) throws(CaptureError) {
        do throws(Errno) {
            _ = try device.exchange(.queueBuffer, buffer: index)
        } catch {
            throw device.opened.failure(.queueBuffer, error)
        }
    }

    private mutating func dequeueNewest() throws(CaptureError) -> BufferRecord? {
        var newest: BufferRecord?
        // Bounded, or a device that fills buffers as fast as they come back would hold us here.
        for _ in memory.indices {
            guard let next = try dequeue() else { break }
            dropped += sequence.gap(before: next.sequence)
            if let older = newest { try queue(older.index) }
            newest = next
        }
        return newest
    }

    private func dequeue() throws(CaptureError) -> BufferRecord? {
        do throws(Errno) {
            let record = try device.exchange(.dequeueBuffer)
            // A buffer that we never had: this driver's memory cannot be trusted.
            guard memory.indices.contains(Int(record.index)) else { throw .inputOutput }
            return record
        } catch {
            guard error != .wouldBlock else { return nil }
            throw device.opened.failure(.dequeueBuffer, error)
        }
    }

    /// A device that was pulled out refuses all of this, and needs none of it but the unmapping.
    private func tearDown() {
        var type = device.bufferType
        _ = try? device.opened.control(.stopStreaming, &type)
        for buffer in memory { unsafe device.opened.kernel.unmap(buffer.bytes) }
        _ = try? setBufferCount(0)
    }
}

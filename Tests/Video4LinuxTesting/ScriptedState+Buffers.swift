import CVideo4Linux
import Camera
import Posix

// Buffers: asked for, queued, filled, taken.
extension ScriptedState {
    mutating func allocate(_ request: UnsafeMutablePointer<v4l2_requestbuffers>) {
        if !mapped.isEmpty { faults.append("gave up buffers that are mapped") }
        freeMemory()
        bufferCount = min(Int(request.pointee.count), mostBuffers)
        request.pointee.count = UInt32(bufferCount)
        memory = (0..<bufferCount).map { _ in
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: imageSize, alignment: 4096)
            piece.initializeMemory(as: UInt8.self, repeating: 0)
            return piece
        }
        (queued, filled) = ([], [])
    }

    mutating func freeMemory() {
        for piece in memory { piece.deallocate() }
        memory = []
    }

    func query(_ buffer: UnsafeMutablePointer<v4l2_buffer>) throws(Errno) {
        let index = Int(buffer.pointee.index)
        guard memory.indices.contains(index) else { throw .invalidArgument }
        if isMultiplanar {
            buffer.pointee.m.planes.pointee.length = UInt32(memory[index].count)
            buffer.pointee.m.planes.pointee.m.mem_offset = UInt32(index << 20)
        } else {
            buffer.pointee.length = UInt32(memory[index].count)
            buffer.pointee.m.offset = UInt32(index << 20)
        }
    }

    mutating func queue(_ buffer: UnsafeMutablePointer<v4l2_buffer>) throws(Errno) {
        let index = Int(buffer.pointee.index)
        guard memory.indices.contains(index) else { throw .invalidArgument }
        if queued.contains(index) || filled.contains(where: { $0.index == index }) {
            faults.append("queued buffer \(index) twice")
        }
        queued.append(index)
    }

    mutating func dequeue(_ buffer: UnsafeMutablePointer<v4l2_buffer>) throws(Errno) {
        guard isStreaming else { throw .invalidArgument }
        guard !filled.isEmpty else { throw .wouldBlock }
        let (index, frame, sequence) = filled.removeFirst()
        buffer.pointee.index = UInt32(index)
        buffer.pointee.sequence = sequence
        buffer.pointee.flags =
            UInt32(frame.isMarkedBad ? V4L2_BUF_FLAG_ERROR : 0)
            | UInt32(frame.isMonotonic ? V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC : V4L2_BUF_FLAG_TIMESTAMP_COPY)
        let stamp = (frame.stamp ?? now).nanoseconds
        buffer.pointee.timestamp.tv_sec = Int(stamp / 1_000_000_000)
        buffer.pointee.timestamp.tv_usec = Int(stamp % 1_000_000_000 / 1000)
        if isMultiplanar {
            buffer.pointee.m.planes.pointee.bytesused = UInt32(frame.bytes.count)
        } else {
            buffer.pointee.bytesused = UInt32(frame.bytes.count)
        }
    }
}

import CVideo4Linux
import Camera
import Posix

/// What the kernel says of one buffer, the same for single- and multi-planar nodes.
struct BufferRecord {
    var index: UInt32
    var flags: UInt32
    var sequence: UInt32
    var stamp: MonotonicTime
    /// Where the buffer is mapped from.
    var offset: Int
    /// How large the whole buffer is.
    var length: Int
    /// Where in the buffer the frame is.
    var frame: Range<Int>

    var isMarkedBad: Bool { flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 }

    var hasMonotonicStamp: Bool {
        flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    }
}

extension VideoDevice {
    /// Sends a request that is about one buffer: query, queue or dequeue.
    func exchange(_ request: VideoRequest, buffer index: UInt32 = 0) throws(Errno) -> BufferRecord {
        var buffer = unsafe v4l2_buffer()
        unsafe buffer.index = index
        unsafe buffer.type = bufferType
        unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
        guard isMultiplanar else {
            try unsafe opened.control(request, &buffer)
            let end = unsafe Int(buffer.bytesused)
            return unsafe BufferRecord(buffer, offset: Int(buffer.m.offset), length: Int(buffer.length), frame: 0..<end)
        }
        var plane = v4l2_plane()
        unsafe buffer.length = 1
        try unsafe withUnsafeMutablePointer(to: &plane) { pointer throws(Errno) in
            unsafe buffer.m.planes = unsafe pointer
            try unsafe opened.control(request, &buffer)
        }
        let (start, end) = (Int(plane.data_offset), Int(plane.bytesused))
        return unsafe BufferRecord(
            buffer, offset: Int(plane.m.mem_offset), length: Int(plane.length), frame: min(start, end)..<end)
    }
}

extension BufferRecord {
    fileprivate init(_ buffer: v4l2_buffer, offset: Int, length: Int, frame: Range<Int>) {
        unsafe (index, flags, sequence) = (buffer.index, buffer.flags, buffer.sequence)
        let time = unsafe buffer.timestamp
        stamp = MonotonicTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_usec) &* 1000)
        (self.offset, self.length, self.frame) = (offset, length, frame)
    }
}

import CVideo4Linux
package import Camera
package import Posix
package import Video4Linux

/// The kernel's side of a scripted camera: its books, and what the script wants.
package struct ScriptedState {
    package var node: VideoNode
    package var driver: String
    /// `device_caps`.
    package var capabilities: NodeCapabilities
    /// `capabilities`, the union over all nodes of the device.
    package var unionCapabilities: NodeCapabilities = []
    package var hasOwnCapabilities = true
    package var modes: [Mode]
    /// What the device makes of any format that it is asked for; nil: what is asked.
    package var givenFormat: Mode?
    /// What it makes of any interval; nil: what is asked.
    package var givenInterval: FrameInterval?
    package var isIntervalSettable = true
    /// Stepwise sizes, from, to and step, instead of those of the modes.
    package var sizeRange: (Size, Size, Size)?
    /// Stepwise intervals, shortest and longest.
    package var intervalRange: (FrameInterval, FrameInterval)?
    package var bytesPerLine = 0
    package var colorspace = UInt32(V4L2_COLORSPACE_SRGB.rawValue)
    package var encoding: UInt32 = 0
    package var quantization: UInt32 = 0
    package var imageSize = 1 << 16
    package var mostBuffers = 8
    package var hasEvents = false
    /// Nil: the driver has no inputs to choose from.
    package var input: Int32?
    package var pendingEvents = 0
    /// In the order of their numbers, as the kernel has them.
    package var controls: [ScriptedControl] = []
    /// What the kernel says when one of them is set, whatever is wanted.
    package var controlRefusals: [UInt32: Errno] = [:]
    /// Every start of the flow sets them back, as some cameras do.
    package var forgetsControls = false
    /// What it shares with other cameras; nil: it has a bus of its own.
    package var bus: ScriptedBus?
    package var access: NodeAccess?
    package var holders: [String] = []
    package var now = MonotonicTime(nanoseconds: 1_000_000_000_000)

    /// For each kind of call, how the next ones end; nil: well.
    var refusals: [ScriptedCamera.Call: [Errno?]] = [:]
    var isGone = false
    var controlsSet: [ControlSetting] = []
    var subscribed: UInt32?
    var calls: [ScriptedCamera.Call] = []
    var faults: [String] = []
    var descriptors: Set<CInt> = []
    var mapped: Set<Int> = []
    var bufferCount = 0
    var isStreaming = false
    /// Buffers that wait to be filled, in order, and those that are filled.
    var queued: [Int] = []
    var filled: [(index: Int, frame: ScriptedFrame, sequence: UInt32)] = []
    var memory: [UnsafeMutableRawBufferPointer] = []
    private var current: Mode
    private var interval = FrameInterval(numerator: 1, denominator: 30)
    private var sequence: UInt32 = 0

    init(node: VideoNode, driver: String, capabilities: NodeCapabilities, modes: [Mode]) {
        self.node = node
        self.driver = driver
        self.capabilities = capabilities
        self.modes = modes
        current = modes.first ?? Mode(format: .mjpeg, size: Size(width: 640, height: 480), intervals: [])
    }

    var isMultiplanar: Bool { !capabilities.contains(.videoCapture) }

    /// Writes the call down, and fails it if the script says so.
    mutating func begin(_ call: ScriptedCamera.Call) throws(Errno) {
        calls.append(call)
        if isGone { throw .noSuchDevice }
        guard let next = refusals[call]?.first else { return }
        refusals[call]?.removeFirst()
        if let next { throw next }
    }

    mutating func open(_ path: String) throws(Errno) -> CInt {
        try begin(.open)
        guard path == node.path else { throw .noSuchFile }
        let descriptor = CInt(1000 + calls.count)
        descriptors.insert(descriptor)
        return descriptor
    }

    mutating func close(_ descriptor: CInt) {
        calls.append(.close)
        if descriptors.remove(descriptor) == nil { faults.append("closed what is not open") }
        if !mapped.isEmpty { faults.append("closed with buffers mapped") }
        if bufferCount > 0 && !isGone { faults.append("closed with buffers held") }
    }

    mutating func deliver(_ frame: ScriptedFrame) {
        sequence &+= frame.lost
        defer { sequence &+= 1 }
        guard isStreaming, !queued.isEmpty else { return }
        let index = queued.removeFirst()
        memory[index].copyBytes(from: frame.bytes.prefix(memory[index].count))
        filled.append((index, frame, sequence))
    }

    mutating func map(offset: Int, count: Int) throws(Errno) -> UnsafeRawBufferPointer {
        try begin(.map)
        let index = offset >> 20
        guard memory.indices.contains(index), memory[index].count == count, !mapped.contains(index) else {
            throw .invalidArgument
        }
        mapped.insert(index)
        return UnsafeRawBufferPointer(memory[index])
    }

    mutating func unmap(_ piece: UnsafeRawBufferPointer) {
        calls.append(.unmap)
        let index = memory.firstIndex { UnsafeRawPointer($0.baseAddress) == piece.baseAddress }
        if index == nil || mapped.remove(index!) == nil { faults.append("unmapped what is not mapped") }
    }
}

extension ScriptedState {
    mutating func answer(_ request: VideoRequest, _ argument: UnsafeMutableRawPointer) throws(Errno) {
        switch request {
        case .queryCapabilities: identify(argument.assumingMemoryBound(to: v4l2_capability.self))
        case .enumerateFormats: try listFormat(argument.assumingMemoryBound(to: v4l2_fmtdesc.self))
        case .enumerateSizes: try listSize(argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
        case .enumerateIntervals: try listInterval(argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
        case .setFormat, .tryFormat: setFormat(argument.assumingMemoryBound(to: v4l2_format.self))
        case .getParameters: setInterval(argument.assumingMemoryBound(to: v4l2_streamparm.self), isNew: false)
        case .setParameters: setInterval(argument.assumingMemoryBound(to: v4l2_streamparm.self), isNew: true)
        case .requestBuffers: allocate(argument.assumingMemoryBound(to: v4l2_requestbuffers.self))
        case .queryBuffer: try query(argument.assumingMemoryBound(to: v4l2_buffer.self))
        case .queueBuffer: try queue(argument.assumingMemoryBound(to: v4l2_buffer.self))
        case .dequeueBuffer: try dequeue(argument.assumingMemoryBound(to: v4l2_buffer.self))
        case .queryControl: try query(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case .queryMenu: try query(argument.assumingMemoryBound(to: v4l2_querymenu.self))
        case .getControls: try getControl(argument.assumingMemoryBound(to: v4l2_ext_controls.self))
        case .setControls: try setControl(argument.assumingMemoryBound(to: v4l2_ext_controls.self))
        case .startStreaming: try start()
        case .stopStreaming:
            isStreaming = false
            bus?.release(node.path)
            (queued, filled, sequence) = ([], [], 0)
        case .getInput:
            guard let input else { throw .inappropriateIoctl }
            argument.assumingMemoryBound(to: Int32.self).pointee = input
        case .subscribeEvent:
            guard hasEvents else { throw .inappropriateIoctl }
            subscribed = argument.assumingMemoryBound(to: v4l2_event_subscription.self).pointee.id
        case .dequeueEvent:
            guard pendingEvents > 0, subscribed == UInt32(input ?? 0) else { throw .noSuchFile }
            pendingEvents -= 1
            argument.assumingMemoryBound(to: v4l2_event.self).pointee.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
        default: throw .inappropriateIoctl
        }
    }

    private mutating func start() throws(Errno) {
        try bus?.reserve(current, interval, for: node.path)
        isStreaming = true
        guard forgetsControls else { return }
        for place in controls.indices { controls[place].value = controls[place].standard }
    }

    private func identify(_ answer: UnsafeMutablePointer<v4l2_capability>) {
        withUnsafeMutableBytes(of: &answer.pointee.driver) { $0.copyBytes(from: Array(driver.utf8.prefix(15))) }
        answer.pointee.capabilities = capabilities.union(unionCapabilities).rawValue
        if hasOwnCapabilities {
            answer.pointee.capabilities |= UInt32(V4L2_CAP_DEVICE_CAPS)
            answer.pointee.device_caps = capabilities.rawValue
        }
    }

    private var formats: [PixelFormat] {
        modes.map(\.format).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func listFormat(_ entry: UnsafeMutablePointer<v4l2_fmtdesc>) throws(Errno) {
        guard formats.indices.contains(Int(entry.pointee.index)) else { throw .invalidArgument }
        entry.pointee.pixelformat = formats[Int(entry.pointee.index)].rawValue
    }

    private func listSize(_ entry: UnsafeMutablePointer<v4l2_frmsizeenum>) throws(Errno) {
        if let (smallest, largest, step) = sizeRange {
            guard entry.pointee.index == 0 else { throw .invalidArgument }
            entry.pointee.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
            entry.pointee.stepwise = v4l2_frmsize_stepwise(
                min_width: UInt32(smallest.width), max_width: UInt32(largest.width), step_width: UInt32(step.width),
                min_height: UInt32(smallest.height), max_height: UInt32(largest.height),
                step_height: UInt32(step.height))
            return
        }
        let sizes = modes.filter { $0.format.rawValue == entry.pointee.pixel_format }.map(\.size)
        guard sizes.indices.contains(Int(entry.pointee.index)) else { throw .invalidArgument }
        let size = sizes[Int(entry.pointee.index)]
        entry.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        entry.pointee.discrete = v4l2_frmsize_discrete(width: UInt32(size.width), height: UInt32(size.height))
    }

    private func listInterval(_ entry: UnsafeMutablePointer<v4l2_frmivalenum>) throws(Errno) {
        if let (shortest, longest) = intervalRange {
            entry.pointee.type = V4L2_FRMIVAL_TYPE_STEPWISE.rawValue
            entry.pointee.stepwise.min = v4l2_fract(shortest)
            entry.pointee.stepwise.max = v4l2_fract(longest)
            return
        }
        let size = Size(width: Int(entry.pointee.width), height: Int(entry.pointee.height))
        let mode = modes.first { $0.format.rawValue == entry.pointee.pixel_format && $0.size == size }
        guard let intervals = mode?.intervals, intervals.indices.contains(Int(entry.pointee.index)) else {
            throw .invalidArgument
        }
        entry.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        entry.pointee.discrete = v4l2_fract(intervals[Int(entry.pointee.index)])
    }

    private mutating func setFormat(_ format: UnsafeMutablePointer<v4l2_format>) {
        let (asked, width, height) =
            isMultiplanar
            ? (format.pointee.fmt.pix_mp.pixelformat, format.pointee.fmt.pix_mp.width, format.pointee.fmt.pix_mp.height)
            : (format.pointee.fmt.pix.pixelformat, format.pointee.fmt.pix.width, format.pointee.fmt.pix.height)
        current =
            givenFormat
            ?? Mode(
                format: PixelFormat(rawValue: asked), size: Size(width: Int(width), height: Int(height)), intervals: [])
        if isMultiplanar {
            var fields = format.pointee.fmt.pix_mp
            fields.pixelformat = current.format.rawValue
            (fields.width, fields.height) = (UInt32(current.size.width), UInt32(current.size.height))
            fields.num_planes = 1
            fields.plane_fmt.0.sizeimage = UInt32(imageSize)
            fields.plane_fmt.0.bytesperline = UInt32(bytesPerLine)
            fields.colorspace = colorspace
            (fields.ycbcr_enc, fields.quantization) = (UInt8(encoding), UInt8(quantization))
            format.pointee.fmt.pix_mp = fields
        } else {
            var fields = format.pointee.fmt.pix
            fields.pixelformat = current.format.rawValue
            (fields.width, fields.height) = (UInt32(current.size.width), UInt32(current.size.height))
            fields.sizeimage = UInt32(imageSize)
            fields.bytesperline = UInt32(bytesPerLine)
            (fields.colorspace, fields.ycbcr_enc, fields.quantization) = (colorspace, encoding, quantization)
            format.pointee.fmt.pix = fields
        }
    }

    private mutating func setInterval(_ parameters: UnsafeMutablePointer<v4l2_streamparm>, isNew: Bool) {
        if isNew {
            interval =
                givenInterval
                ?? FrameInterval(
                    numerator: parameters.pointee.parm.capture.timeperframe.numerator,
                    denominator: parameters.pointee.parm.capture.timeperframe.denominator)
        }
        if isIntervalSettable { parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME) }
        parameters.pointee.parm.capture.timeperframe = v4l2_fract(interval)
    }
}

extension v4l2_fract {
    fileprivate init(_ interval: FrameInterval) {
        self.init(numerator: interval.numerator, denominator: interval.denominator)
    }
}

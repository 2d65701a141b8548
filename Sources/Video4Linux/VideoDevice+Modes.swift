import CVideo4Linux
package import Camera
import Posix

extension VideoDevice {
    /// No device has more formats, sizes or intervals; a driver that never ends its list is cut off.
    private static var limit: UInt32 { 256 }

    /// What the node says of itself, with every mode that it offers.
    package func describe() -> NodeDescription {
        NodeDescription(
            driver: driver, capabilities: capabilities,
            modes: capabilities.isDisjoint(with: .anyCapture) ? [] : formats().flatMap { modes(of: $0) })
    }

    private func formats() -> [PixelFormat] {
        var formats: [PixelFormat] = []
        for index in 0..<VideoDevice.limit {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = bufferType
            // EINVAL ends the list; so does any other answer, as there is no other way to go on.
            guard (try? opened.control(.enumerateFormats, &entry)) != nil else { break }
            let format = PixelFormat(rawValue: entry.pixelformat)
            // What libv4l itself would convert does not come from the device.
            if entry.flags & UInt32(V4L2_FMT_FLAG_EMULATED) == 0, !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    private func modes(of format: PixelFormat) -> [Mode] {
        sizes(of: format).map { Mode(format: format, size: $0, intervals: intervals(of: format, at: $0)) }
    }

    private func sizes(of format: PixelFormat) -> [Size] {
        var sizes: [Size] = []
        for index in 0..<VideoDevice.limit {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            guard (try? opened.control(.enumerateSizes, &entry)) != nil else { break }
            guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                // One entry that describes them all.
                let range = entry.stepwise
                return StandardModes.sizes(
                    from: Size(width: Int(range.min_width), height: Int(range.min_height)),
                    to: Size(width: Int(range.max_width), height: Int(range.max_height)),
                    step: Size(width: Int(range.step_width), height: Int(range.step_height)))
            }
            let size = Size(width: Int(entry.discrete.width), height: Int(entry.discrete.height))
            if !sizes.contains(size) { sizes.append(size) }
        }
        return sizes.isEmpty ? sizesByTrying(format) : sizes
    }

    /// Old drivers have no list: they say of each size what they would make of it.
    private func sizesByTrying(_ format: PixelFormat) -> [Size] {
        var sizes: Set<Size> = []
        for candidate in StandardModes.candidates {
            var wanted = unsafe v4l2_format(asking: format, candidate, multiplanar: isMultiplanar)
            guard (try? unsafe opened.control(.tryFormat, &wanted)) != nil else { continue }
            let given = unsafe StreamFormat(wanted, multiplanar: isMultiplanar)
            if given.pixelFormat == format, given.size.area > 0 { sizes.insert(given.size) }
        }
        return sizes.sorted { ($0.area, $0.width) < ($1.area, $1.width) }
    }

    private func intervals(of format: PixelFormat, at size: Size) -> [FrameInterval] {
        var intervals: [FrameInterval] = []
        for index in 0..<VideoDevice.limit {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            entry.width = UInt32(size.width)
            entry.height = UInt32(size.height)
            guard (try? opened.control(.enumerateIntervals, &entry)) != nil else { break }
            guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                return StandardModes.intervals(
                    from: FrameInterval(entry.stepwise.min), to: FrameInterval(entry.stepwise.max))
            }
            let interval = FrameInterval(entry.discrete)
            if interval.framesPerSecond > 0, !intervals.contains(interval) { intervals.append(interval) }
        }
        return intervals.sorted { $0.framesPerSecond > $1.framesPerSecond }
    }
}

extension FrameInterval {
    init(_ fraction: v4l2_fract) { self.init(numerator: fraction.numerator, denominator: fraction.denominator) }
}

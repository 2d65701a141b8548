import CVideo4Linux
import Camera
import Posix

extension VideoDevice {
    /// Asks for a format and size; answers what the device made of it.
    func setFormat(_ choice: ModeChoice) throws(CaptureError) -> StreamFormat {
        var format = unsafe v4l2_format(asking: choice.format, choice.size, multiplanar: isMultiplanar)
        do throws(Errno) {
            try unsafe opened.control(.setFormat, &format)
        } catch {
            throw opened.failure(.setFormat, error)
        }
        let given = unsafe StreamFormat(format, multiplanar: isMultiplanar)
        guard given.pixelFormat.canBecomeJPEG, given.planes == 1, given.size.area > 0 else {
            throw CaptureError(
                .failed,
                reason: "\(opened.node.path) offers \(choice.format) at \(choice.size), but when asked for it gives "
                    + "\(given.pixelFormat) at \(given.size), which cannot become JPEG",
                hint: "set format to another of the formats that `camhub cameras` lists")
        }
        return given
    }

    /// Asks for an interval, if one is given and the device lets itself be asked; answers the one that holds, if the
    /// device says it.
    func setInterval(_ wanted: FrameInterval?) throws(CaptureError) -> FrameInterval? {
        var parameters = v4l2_streamparm()
        parameters.type = bufferType
        // Not every driver has this: then the device goes at its own pace.
        guard (try? opened.control(.getParameters, &parameters)) != nil else { return nil }
        let isSettable = unsafe parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
        if let wanted, isSettable {
            unsafe parameters.parm.capture.timeperframe = v4l2_fract(
                numerator: wanted.numerator, denominator: wanted.denominator)
            do throws(Errno) {
                try opened.control(.setParameters, &parameters)
            } catch {
                throw opened.failure(.setInterval, error)
            }
        }
        let given = FrameInterval(unsafe parameters.parm.capture.timeperframe)
        return given.framesPerSecond > 0 ? given : nil
    }

    /// Whether the device will tell when what it receives changes its size, as HDMI inputs do.
    func subscribeToSourceChanges() -> Bool {
        // The event carries the number of the input, and is asked for by it. Without several inputs it is 0.
        var input: CInt = 0
        _ = try? opened.control(.getInput, &input)
        var subscription = v4l2_event_subscription()
        subscription.id = UInt32(max(input, 0))
        subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
        return (try? opened.control(.subscribeEvent, &subscription)) != nil
    }

    /// Takes the events that are there; whether one of them says that the source has changed.
    func takeSourceChange() -> Bool {
        var hasChanged = false
        var event = v4l2_event()
        // ENOENT: there are no more.
        while (try? opened.control(.dequeueEvent, &event)) != nil {
            hasChanged = hasChanged || event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE)
        }
        return hasChanged
    }

    /// HDMI inputs keep their old timings until they are told to take those that they receive now.
    func followTimings() throws(CaptureError) {
        var timings = v4l2_dv_timings()
        do throws(Errno) {
            try opened.control(.queryTimings, &timings)
            try opened.control(.setTimings, &timings)
        } catch {
            // Other devices, or this input, have no timings at all.
            if [.inappropriateIoctl, .noData, .invalidArgument].contains(error) { return }
            throw opened.failure(.followSource, error)
        }
    }
}

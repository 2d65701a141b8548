import CVideo4Linux

/// What is asked of a video node. The values are the kernel's, for this processor.
package struct VideoRequest: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    /// `VIDIOC_QUERYCAP`, with `v4l2_capability`.
    package static let queryCapabilities = VideoRequest(rawValue: hub_VIDIOC_QUERYCAP)
    /// `VIDIOC_ENUM_FMT`, with `v4l2_fmtdesc`.
    package static let enumerateFormats = VideoRequest(rawValue: hub_VIDIOC_ENUM_FMT)
    /// `VIDIOC_ENUM_FRAMESIZES`, with `v4l2_frmsizeenum`.
    package static let enumerateSizes = VideoRequest(rawValue: hub_VIDIOC_ENUM_FRAMESIZES)
    /// `VIDIOC_ENUM_FRAMEINTERVALS`, with `v4l2_frmivalenum`.
    package static let enumerateIntervals = VideoRequest(rawValue: hub_VIDIOC_ENUM_FRAMEINTERVALS)
    /// `VIDIOC_G_FMT`, with `v4l2_format`.
    package static let getFormat = VideoRequest(rawValue: hub_VIDIOC_G_FMT)
    /// `VIDIOC_S_FMT`, with `v4l2_format`.
    package static let setFormat = VideoRequest(rawValue: hub_VIDIOC_S_FMT)
    /// `VIDIOC_TRY_FMT`, with `v4l2_format`.
    package static let tryFormat = VideoRequest(rawValue: hub_VIDIOC_TRY_FMT)
    /// `VIDIOC_G_PARM`, with `v4l2_streamparm`.
    package static let getParameters = VideoRequest(rawValue: hub_VIDIOC_G_PARM)
    /// `VIDIOC_S_PARM`, with `v4l2_streamparm`.
    package static let setParameters = VideoRequest(rawValue: hub_VIDIOC_S_PARM)
    /// `VIDIOC_G_INPUT`, with a C int.
    package static let getInput = VideoRequest(rawValue: hub_VIDIOC_G_INPUT)
    /// `VIDIOC_QUERY_DV_TIMINGS`, with `v4l2_dv_timings`.
    package static let queryTimings = VideoRequest(rawValue: hub_VIDIOC_QUERY_DV_TIMINGS)
    /// `VIDIOC_S_DV_TIMINGS`, with `v4l2_dv_timings`.
    package static let setTimings = VideoRequest(rawValue: hub_VIDIOC_S_DV_TIMINGS)
    /// `VIDIOC_REQBUFS`, with `v4l2_requestbuffers`.
    package static let requestBuffers = VideoRequest(rawValue: hub_VIDIOC_REQBUFS)
    /// `VIDIOC_QUERYBUF`, with `v4l2_buffer`.
    package static let queryBuffer = VideoRequest(rawValue: hub_VIDIOC_QUERYBUF)
    /// `VIDIOC_QBUF`, with `v4l2_buffer`.
    package static let queueBuffer = VideoRequest(rawValue: hub_VIDIOC_QBUF)
    /// `VIDIOC_DQBUF`, with `v4l2_buffer`.
    package static let dequeueBuffer = VideoRequest(rawValue: hub_VIDIOC_DQBUF)
    /// `VIDIOC_STREAMON`, with the buffer type.
    package static let startStreaming = VideoRequest(rawValue: hub_VIDIOC_STREAMON)
    /// `VIDIOC_STREAMOFF`, with the buffer type.
    package static let stopStreaming = VideoRequest(rawValue: hub_VIDIOC_STREAMOFF)
    /// `VIDIOC_QUERY_EXT_CTRL`, with `v4l2_query_ext_ctrl`.
    package static let queryControl = VideoRequest(rawValue: hub_VIDIOC_QUERY_EXT_CTRL)
    /// `VIDIOC_QUERYMENU`, with `v4l2_querymenu`.
    package static let queryMenu = VideoRequest(rawValue: hub_VIDIOC_QUERYMENU)
    /// `VIDIOC_G_EXT_CTRLS`, with `v4l2_ext_controls`.
    package static let getControls = VideoRequest(rawValue: hub_VIDIOC_G_EXT_CTRLS)
    /// `VIDIOC_S_EXT_CTRLS`, with `v4l2_ext_controls`.
    package static let setControls = VideoRequest(rawValue: hub_VIDIOC_S_EXT_CTRLS)
    /// `VIDIOC_SUBSCRIBE_EVENT`, with `v4l2_event_subscription`.
    package static let subscribeEvent = VideoRequest(rawValue: hub_VIDIOC_SUBSCRIBE_EVENT)
    /// `VIDIOC_DQEVENT`, with `v4l2_event`.
    package static let dequeueEvent = VideoRequest(rawValue: hub_VIDIOC_DQEVENT)
}

// Video4Linux: the kernel's header, libv4lconvert, and the requests that are macros Swift cannot import.
#ifndef CAMHUB_VIDEO4LINUX_H
#define CAMHUB_VIDEO4LINUX_H

#include <linux/videodev2.h>
#include <libv4lconvert.h>
#include <libv4l-plugin.h>

// _IOR and its like are macros over sizeof, and their bits differ between processors.
static const unsigned long hub_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long hub_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long hub_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long hub_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long hub_VIDIOC_G_FMT = VIDIOC_G_FMT;
static const unsigned long hub_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long hub_VIDIOC_TRY_FMT = VIDIOC_TRY_FMT;
static const unsigned long hub_VIDIOC_G_PARM = VIDIOC_G_PARM;
static const unsigned long hub_VIDIOC_S_PARM = VIDIOC_S_PARM;
static const unsigned long hub_VIDIOC_G_INPUT = VIDIOC_G_INPUT;
static const unsigned long hub_VIDIOC_QUERY_DV_TIMINGS = VIDIOC_QUERY_DV_TIMINGS;
static const unsigned long hub_VIDIOC_S_DV_TIMINGS = VIDIOC_S_DV_TIMINGS;
static const unsigned long hub_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long hub_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long hub_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long hub_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long hub_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long hub_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long hub_VIDIOC_QUERY_EXT_CTRL = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long hub_VIDIOC_QUERYMENU = VIDIOC_QUERYMENU;
static const unsigned long hub_VIDIOC_G_EXT_CTRLS = VIDIOC_G_EXT_CTRLS;
static const unsigned long hub_VIDIOC_S_EXT_CTRLS = VIDIOC_S_EXT_CTRLS;
static const unsigned long hub_VIDIOC_SUBSCRIBE_EVENT = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long hub_VIDIOC_DQEVENT = VIDIOC_DQEVENT;

#endif

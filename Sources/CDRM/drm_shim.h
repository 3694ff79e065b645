#pragma once

#include <sys/epoll.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

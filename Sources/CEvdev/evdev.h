#pragma once

#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <sys/epoll.h>

// Swift does not import macros that are computed; these constants only name them.
static const unsigned long SWIPELOCK_EVIOCSCLOCKID = EVIOCSCLOCKID;
static const unsigned long SWIPELOCK_EVIOCGRAB = EVIOCGRAB;
static const unsigned long SWIPELOCK_EVIOCREVOKE = EVIOCREVOKE;
// EVIOCGABS(axis) is this request plus the axis; EVIOCGMTSLOTS(bytes) and EVIOCGKEY(bytes) are
// theirs plus the size shifted by the size's place in a request.
static const unsigned long SWIPELOCK_EVIOCGABS_0 = EVIOCGABS(0);
static const unsigned long SWIPELOCK_EVIOCGMTSLOTS_0 = EVIOCGMTSLOTS(0);
static const unsigned long SWIPELOCK_EVIOCGKEY_0 = EVIOCGKEY(0);
static const unsigned long SWIPELOCK_IOC_SIZESHIFT = _IOC_SIZESHIFT;

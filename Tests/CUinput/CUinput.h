#pragma once

#include <linux/input.h>
#include <linux/uhid.h>
#include <linux/kd.h>
#include <linux/uinput.h>
#include <linux/vt.h>
#include <sys/ioctl.h>

// Swift imports no macro that computes its value.
static const unsigned long uinput_dev_setup = UI_DEV_SETUP;
static const unsigned long uinput_abs_setup = UI_ABS_SETUP;
static const unsigned long uinput_dev_create = UI_DEV_CREATE;
static const unsigned long uinput_dev_destroy = UI_DEV_DESTROY;
static const unsigned long uinput_set_evbit = UI_SET_EVBIT;
static const unsigned long uinput_set_keybit = UI_SET_KEYBIT;
static const unsigned long uinput_set_propbit = UI_SET_PROPBIT;
static const unsigned long uinput_get_sysname_64 = UI_GET_SYSNAME(64);
static const unsigned long evdev_grab = EVIOCGRAB;
// EVIOCSABS(axis) is this request plus the axis.
static const unsigned long evdev_set_abs_0 = EVIOCSABS(0);
static const unsigned long evdev_set_clock_id = EVIOCSCLOCKID;

// memmem(3), which Glibc's Swift module leaves out: a search in Swift takes minutes in the guest.
#include <stddef.h>
void *memmem(const void *haystack, size_t length, const void *needle, size_t needleLength);

#include <sys/pidfd.h>
static const unsigned long evdev_revoke = EVIOCREVOKE;

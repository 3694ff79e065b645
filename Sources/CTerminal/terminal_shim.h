#pragma once

// The requests for virtual terminals, which Glibc's Swift module leaves out.
#include <linux/kd.h>
#include <linux/vt.h>

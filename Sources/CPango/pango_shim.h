#pragma once

#include <pango/pangocairo.h>

// Swift does not import macros that cast.
static inline void swipelock_unref(void *object) { g_object_unref(object); }

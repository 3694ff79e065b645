#pragma once

// Glibc's Swift module leaves signalfd(2) and epoll(7) out.
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>

#include <sys/prctl.h>

// prctl(2) takes a list of arguments, which Swift cannot call.
static inline int swipelock_set_dumpable(unsigned long is_dumpable) {
  return prctl(PR_SET_DUMPABLE, is_dumpable, 0, 0, 0);
}

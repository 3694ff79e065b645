#pragma once

// Glibc's Swift module leaves signalfd(2) out.
#include <signal.h>
#include <sys/signalfd.h>

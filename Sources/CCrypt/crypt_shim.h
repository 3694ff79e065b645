#pragma once

#include <crypt.h>

// flock(2): Swift sees only the struct of that name, which hides the function.
int swipelock_flock(int descriptor, int operation) __asm__("flock");

#pragma once

// Counts what this thread allocates; nothing under a sanitizer, whose allocator must not be replaced.
long swipelock_allocations(void);
int swipelock_counts_allocations(void);

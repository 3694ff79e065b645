#pragma once

// Counts what this thread allocates; nothing under a sanitizer, whose allocator must not be replaced.
long swipelock_allocations(void);
int swipelock_counts_allocations(void);

// Returns what Swift code on this thread allocated since this was asked last, as far as it was to be
// counted; libraries may have allocated more.
long swipelock_own_allocations(int is_counted);

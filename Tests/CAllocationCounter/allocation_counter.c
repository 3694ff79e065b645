#include "allocation_counter.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static __thread long count;

long swipelock_allocations(void) { return count; }

#ifdef SANITIZED
int swipelock_counts_allocations(void) { return 0; }
#else
int swipelock_counts_allocations(void) { return 1; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return ++count, __libc_malloc(size); }
void *calloc(size_t items, size_t size) { return ++count, __libc_calloc(items, size); }
void *realloc(void *old, size_t size) { return ++count, __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return ++count, __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : 12;
}
#endif

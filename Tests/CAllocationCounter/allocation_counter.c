#define _GNU_SOURCE
#include "allocation_counter.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static __thread long count;
static __thread long own_count;
static __thread int counts_own;

long swipelock_allocations(void) { return count; }

long swipelock_own_allocations(int is_counted) {
  long counted = own_count;
  own_count = 0;
  counts_own = is_counted;
  return counted;
}

// Swift's runtime allocates for Swift code, whoever else does so for itself.
static void note(void *caller) {
  count++;
  if (!counts_own) return;
  counts_own = 0;
  Dl_info info;
  if (dladdr(caller, &info) && info.dli_fname &&
      (strstr(info.dli_fname, "libswift") || strstr(info.dli_fname, "swipelock")))
    own_count++;
  counts_own = 1;
}

#ifdef SANITIZED
int swipelock_counts_allocations(void) { return 0; }
#else
int swipelock_counts_allocations(void) { return 1; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return note(__builtin_return_address(0)), __libc_malloc(size); }
void *calloc(size_t items, size_t size) { return note(__builtin_return_address(0)), __libc_calloc(items, size); }
void *realloc(void *old, size_t size) { return note(__builtin_return_address(0)), __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) {
  return note(__builtin_return_address(0)), __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return note(__builtin_return_address(0)), __libc_memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  note(__builtin_return_address(0));
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : 12;
}
#endif

/* Callbacks of -fsanitize-coverage=trace-loads,trace-stores that do nothing but fill a buffer: the least that a tracer
 * of single addresses costs. One thread. */
#include <stdint.h>

enum { WORDS = 8192 };
static uintptr_t buffer[WORDS];
static uint32_t next;

static inline void record(const void *address) { buffer[next++ % WORDS] = (uintptr_t)address; }

#define CALLBACKS(bytes)                                                                                               \
  void __sanitizer_cov_load##bytes(const void *address);                                                               \
  void __sanitizer_cov_store##bytes(const void *address);                                                              \
  void __sanitizer_cov_load##bytes(const void *address) { record(address); }                                           \
  void __sanitizer_cov_store##bytes(const void *address) { record(address); }
CALLBACKS(1)
CALLBACKS(2)
CALLBACKS(4)
CALLBACKS(8)
CALLBACKS(16)

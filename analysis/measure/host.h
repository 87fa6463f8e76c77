/* What measuring needs of the process it runs in: an instrumented program (runtime/) or a tool that reads a trace. */
#ifndef PMECACHE_MEASURE_HOST_H
#define PMECACHE_MEASURE_HOST_H

#include <stddef.h>
#include <stdint.h>

#include "named_caches.h"
#include "pmecache/allocator.h"

/* Lives longer than all that is measured with it. Its functions may be called by several threads at a time. */
typedef struct pme__measure_host {
  const pme_allocator *allocator; /* NULL: pme_reallocate */
  /* Sites of all modules that are registered; more may come while the program runs. */
  uint32_t (*site_count)(const void *context);
  const void *context;
  /* One line for the user of the program. */
  void (*warn)(const char *format, ...) __attribute__((format(printf, 1, 2)));
  const pme__named_caches *caches;
} pme__measure_host;

/* As reallocate of the allocator; size 0 frees. */
static inline void *pme__host_reallocate(const pme__measure_host *host, void *pointer, size_t old_bytes,
                                         size_t new_bytes) {
  return pme_allocator_reallocate(host->allocator, pointer, old_bytes, new_bytes);
}

static inline uint32_t pme__host_site_count(const pme__measure_host *host) { return host->site_count(host->context); }

#endif

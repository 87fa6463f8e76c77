/* Modules report when they are loaded; the first one looks at the environment and prepares the end. */
#include "registry.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/measure/request.h"
#include "guest.h"
#include "memory.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "thread.h"
#include "trace_output.h"
#include "values.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pme_instrumented_module *first;
static bool forked;
static _Atomic uint32_t site_count;
static pme__named_caches caches;

const pme_instrumented_module *pmert_modules(void) { return first; }
bool pmert_is_forked(void) { return forked; }
uint32_t pmert_site_count(void) { return atomic_load(&site_count); }

static uint32_t count_sites(const void *unused) {
  (void)unused;
  return pmert_site_count();
}

const pme__measure_host *pmert_host(void) {
  static const pme__measure_host host = {
      .allocator = &pmert_allocator, .site_count = count_sites, .warn = pmert_warn, .caches = &caches};
  return &host;
}

/* The child has done nothing yet: what its parent did is in the parent's profile. */
static void start_child(void) {
  forked = true;
  pthread_mutex_init(&lock, NULL);
  pmert_memory_in_child();
  pmert_trace_file_in_child();
  pmert_threads_in_child();
  for (pme_instrumented_module *module = first; module; module = module->next)
    pmert_forget_values(module);
}

/* What is asked for and not there is said, once, not passed over. */
static void check_requests(void) {
  const char *sample = getenv("PMECACHE_SAMPLE");
  pme__sampling_request sampling;
  if (!pme__sampling_asked(&sampling))
    pmert_warn("PMECACHE_SAMPLE: expected exact, hybrid or a share as 0.1, found '%.40s'; hybrid is used", sample);
  if (isnan(pme__slowdown_asked()))
    pmert_warn("PMECACHE_OVERHEAD: expected a number from 1.1 to 1000, found '%.40s'; not used",
               getenv("PMECACHE_OVERHEAD"));
  if (!pme__sets_request_is_valid())
    pmert_warn("PMECACHE_SETS: expected off or up to %d times SETSxWAYS, as in 64x8,512x8, found '%.40s'; no sets are "
               "followed",
               (int)PME_PROFILE_MAX_GEOMETRIES, getenv("PMECACHE_SETS"));
  pmert_progress_check();
}

static void start(void) {
  check_requests();
  if (atexit(pmert_write_profile) != 0 || pthread_atfork(NULL, NULL, start_child) != 0)
    pmert_warn("there is no room to write a profile at the end of the program");
}

static void number_sites(pme_instrumented_module *module) {
  uint32_t next = atomic_load(&site_count);
  for (uint32_t f = 0; f < module->function_count; f++)
    for (uint32_t b = 0; b < module->functions[f].block_count; b++) {
      module->functions[f].blocks[b]->first_site = next;
      uint32_t sites = module->functions[f].blocks[b]->site_count;
      next += sites ? sites : 1; /* a loop counts in a place of its own */
    }
  atomic_store(&site_count, next);
}

void __pme_rt_module(pme_instrumented_module *module) {
  int saved = errno;
  if (pmert_is_privileged()) {
    static atomic_bool told;
    if (!atomic_exchange(&told, true))
      pmert_warn("this program has more rights than its user: it is not measured, and nothing is written");
  } else if (module->version != PME_INSTRUMENTED_VERSION) {
    /* Nothing else of it can be read. */
    pmert_warn("an object file was instrumented for version %u of the runtime, this is version %d: not measured",
               module->version, (int)PME_INSTRUMENTED_VERSION);
  } else {
    pthread_mutex_lock(&lock);
    if (!first)
      start();
    number_sites(module);
    pme__caches_name(&caches, module->caches);
    module->next = first;
    first = module;
    pthread_mutex_unlock(&lock);
  }
  errno = saved;
}

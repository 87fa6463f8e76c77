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
#include "kept_module.h"
#include "memory.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "thread.h"
#include "trace_output.h"
#include "values.h"
#include "wait.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pme_instrumented_module *first;
static pmert_kept_module *kept; /* those of `first` that are copies */
static bool is_started;
static bool is_over; /* the profile is written, or will not be */
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

static bool takes_lock(void *mutex) { return pthread_mutex_trylock((pthread_mutex_t *)mutex) == 0; }

bool pmert_hold_modules(void) {
  bool is_held = pmert_wait_until(takes_lock, &lock);
  is_over |= is_held;
  return is_held;
}

void pmert_release_modules(void) { pthread_mutex_unlock(&lock); }

/* ---- modules that come and go ---- */

static pme_instrumented_module **place_of(const pme_instrumented_module *module) {
  pme_instrumented_module **place = &first;
  while (*place && *place != module)
    place = &(*place)->next;
  return place;
}

/* In the list, too: a module has the same number in the trace. */
static void replace(pme_instrumented_module **place, pme_instrumented_module *by) {
  pme_instrumented_module *from = *place;
  pmert_settle_threads();
  pmert_move_module(from, by);
  pmert_follow_tables();
  by->next = from->next;
  *place = by;
}

/* The library of a module that was kept is opened again. */
static bool take_back(pme_instrumented_module *module) {
  for (pmert_kept_module **at = &kept; *at; at = &(*at)->next) {
    pmert_kept_module *copy = *at;
    if (pmert_is_same_module(&copy->module, module)) {
      replace(place_of(&copy->module), module);
      *at = copy->next;
      pmert_drop_kept_module(copy);
      return true;
    }
  }
  return false;
}

static void add(pme_instrumented_module *module) {
  if (!is_started)
    start();
  is_started = true;
  number_sites(module);
  pme__caches_name(&caches, module->caches);
  module->next = first;
  first = module;
}

/* Without its tables no record of it can be read. */
static void leave_out(pme_instrumented_module **place) {
  pmert_warn("out of memory: a library is closed, from here on nothing is measured");
  pmert_settle_threads();
  pmert_end_threads();
  pmert_trace_file_give_up("a library is closed");
  *place = (*place)->next;
}

void __pme_rt_module_gone(pme_instrumented_module *module) {
  int saved = errno;
  pthread_mutex_lock(&lock);
  pme_instrumented_module **place = place_of(module);
  if (*place && !is_over) {
    pmert_kept_module *copy = pmert_keep_module(module);
    if (copy) {
      replace(place, &copy->module);
      copy->next = kept;
      kept = copy;
    } else {
      leave_out(place);
    }
  }
  pthread_mutex_unlock(&lock);
  errno = saved;
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
    if (!take_back(module))
      add(module);
    pthread_mutex_unlock(&lock);
  }
  errno = saved;
}

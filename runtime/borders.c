/* Borders of the code go into the trace, if there is one. */
#define _GNU_SOURCE /* pthread_getattr_np */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "thread.h"

/* Of the OpenMP runtime, if the program has one. */
int omp_get_thread_num(void) __attribute__((weak));
int omp_get_num_threads(void) __attribute__((weak));

/* Regions that were started outside of others. */
static _Atomic int64_t region_count;

/* Somebody wants to know of borders. */
static bool listens(const pmert_thread *thread) { return thread->trace || thread->samples; }

static void tell(pmert_thread *thread, const pme_trace_border *border) {
  int saved = errno;
  if (!pmert_enter(thread))
    return;
  bool is_whole = pmert_has_records(thread);
  if (thread->samples && is_whole)
    pme__measurement_border(thread->measurement, border, thread->buffer, thread->checked);
  if (thread->trace && !pmert_trace_border(thread->trace, border, (size_t)(thread->checked - thread->buffer))) {
    pmert_drain(thread);
    pmert_trace_border(thread->trace, border, 0);
  }
  pmert_leave(thread);
  errno = saved;
}

static void tell_simple(pme_instrumented_thread *code, pme_trace_border_kind kind, int64_t value) {
  pmert_thread *thread = (pmert_thread *)code;
  if (listens(thread))
    tell(thread, &(pme_trace_border){.kind = kind, .values = {value}});
}

/* ---- regions ---- */

/* Where no limit is set for the stack, all that is free below it is told to be its own: the heap grows into that. */
static uintptr_t find_stack_bottom(void) {
  static const size_t most = (size_t)1 << 36;
  pthread_attr_t attributes;
  void *bottom = NULL;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  if (pthread_attr_getstack(&attributes, &bottom, &bytes) != 0)
    bottom = NULL;
  pthread_attr_destroy(&attributes);
  return (uintptr_t)bottom + (bottom && bytes > most ? bytes - most : 0);
}

static void tell_region(pmert_thread *thread, const pme_instrumented_block *region, const void *frame) {
  if (!thread->stack_bottom)
    thread->stack_bottom = find_stack_bottom();
  pme_trace_border border = {.kind = PME_TRACE_REGION_BEGIN, .block = region};
  border.values[0] = atomic_load(&region_count);
  border.values[1] = omp_get_thread_num ? omp_get_thread_num() : -1;
  border.values[2] = omp_get_num_threads ? omp_get_num_threads() : -1;
  if (thread->stack_bottom && thread->stack_bottom < (uintptr_t)frame) {
    border.values[3] = (int64_t)thread->stack_bottom;
    border.values[4] = (int64_t)(uintptr_t)frame;
  }
  tell(thread, &border);
}

void __pme_rt_fork(void) {
  pmert_thread *thread = pmert_current();
  if (!thread || thread->regions == 0)
    atomic_fetch_add(&region_count, 1);
}

/* Nobody wants to know, but the handler of a signal ends here, too: what it has recorded, maybe more than one buffer, is
 * looked at, so that code in between which it came, and which will write over it, is found out (thread.c). */
static void look(pmert_thread *thread) {
  int saved = errno;
  if (thread->buffer && pmert_enter(thread)) {
    pmert_has_records(thread);
    pmert_leave(thread);
  }
  errno = saved;
}

/* A function with worksharing loops is a region when no region is known around it. */
void __pme_rt_region_begin(pme_instrumented_thread *code, const pme_instrumented_block *region, const void *frame) {
  pmert_thread *thread = (pmert_thread *)code;
  bool orphan = thread->regions > 0 && region->flags & PME_BLOCK_IS_ORPHAN;
  thread->orphans = thread->orphans << 1 | orphan;
  thread->regions++;
  if (listens(thread) && !orphan)
    tell_region(thread, region, frame);
}

void __pme_rt_region_end(pme_instrumented_thread *code) {
  pmert_thread *thread = (pmert_thread *)code;
  bool orphan = thread->orphans & 1;
  thread->orphans >>= 1;
  thread->regions--;
  if (!listens(thread))
    look(thread);
  else if (!orphan)
    tell_simple(code, PME_TRACE_REGION_END, 0);
}

/* ---- loops ---- */

void __pme_rt_loop_begin(pme_instrumented_thread *code, const pme_instrumented_block *loop, int64_t schedule,
                         int64_t chunk, int64_t first, int64_t last, int64_t step) {
  pmert_thread *thread = (pmert_thread *)code;
  if (listens(thread))
    tell(thread, &(pme_trace_border){
                     .kind = PME_TRACE_LOOP_BEGIN, .block = loop, .values = {schedule, chunk, first, last, step}});
}

void __pme_rt_chunk(pme_instrumented_thread *code, int64_t first) { tell_simple(code, PME_TRACE_CHUNK, first); }
void __pme_rt_loop_end(pme_instrumented_thread *code) { tell_simple(code, PME_TRACE_LOOP_END, 0); }
void __pme_rt_barrier(pme_instrumented_thread *code) { tell_simple(code, PME_TRACE_BARRIER, 0); }
void __pme_rt_one_begin(pme_instrumented_thread *code, int64_t chosen) {
  tell_simple(code, PME_TRACE_ONE_BEGIN, chosen);
}
void __pme_rt_one_end(pme_instrumented_thread *code) { tell_simple(code, PME_TRACE_ONE_END, 0); }

/* ---- memory ---- */

void __pme_rt_allocated(pme_instrumented_thread *code, int64_t address, int64_t bytes) {
  pmert_thread *thread = (pmert_thread *)code;
  if (listens(thread) && address && bytes > 0)
    tell(thread, &(pme_trace_border){.kind = PME_TRACE_ALLOCATED, .values = {address, bytes}});
}

void __pme_rt_freed(pme_instrumented_thread *code, int64_t address) {
  if (address)
    tell_simple(code, PME_TRACE_FREED, address);
}

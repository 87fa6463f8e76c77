/* A thread gets its buffer with its first record; a full buffer is measured and goes into the trace. */
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "analysis/measure/request.h"
#include "memory.h"
#include "message.h"
#include "progress.h"
#include "registry.h"

static _Thread_local pmert_thread *current;
static _Atomic(pmert_thread *) threads;
static atomic_int thread_count;

/* For threads without memory of their own: records go here and are dropped. Several threads may write at once. */
static uint64_t dump[2 * PME_RECORD_WORDS];
static pmert_thread nobody = {.code = {dump, dump + PME_RECORD_WORDS}, .failed = true};

pmert_thread *pmert_current(void) { return current; }
pmert_thread *pmert_threads(void) { return atomic_load(&threads); }

static void link_thread(pmert_thread *thread) {
  thread->next = atomic_load(&threads);
  while (!atomic_compare_exchange_weak(&threads, &thread->next, thread))
    ;
}

static double thread_seconds(void) {
  struct timespec time;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 ? (double)time.tv_sec + 1e-9 * (double)time.tv_nsec : 0;
}

/* A profile has room for so many threads: what others do is not in it. */
static void open_measurement(pmert_thread *thread) {
  if (thread->number == PME_PROFILE_MAX_THREADS)
    pmert_warn("more than %d threads: what the others do is not measured", (int)PME_PROFILE_MAX_THREADS);
  thread->measurement =
      thread->number < PME_PROFILE_MAX_THREADS ? pme__measurement_open(pmert_host(), thread->number) : NULL;
  thread->failed = !thread->measurement;
  thread->samples = thread->measurement && pme__measurement_samples_lines(thread->measurement);
}

static pmert_thread *create(void) {
  pmert_thread *thread = pmert_reallocate(NULL, 0, sizeof *thread);
  uint64_t *buffer = pmert_reallocate(NULL, 0, PME_MEASURE_BUFFER_WORDS * sizeof *buffer);
  if (!thread || !buffer) {
    pmert_warn("out of memory: a thread is not measured");
    return &nobody;
  }
  *thread = (pmert_thread){.buffer = buffer, .number = atomic_fetch_add(&thread_count, 1)};
  thread->code.cursor = buffer;
  thread->code.limit = buffer + PME_MEASURE_BUFFER_WORDS - PME_RECORD_WORDS;
  open_measurement(thread);
  thread->trace = pmert_trace_open((uint32_t)thread->number);
  thread->times = pme__slowdown_asked() > 1;
  thread->left_seconds = thread->times ? thread_seconds() : 0;
  link_thread(thread);
  return thread;
}

pme_instrumented_thread *__pme_rt_thread(void) {
  if (!current) {
    int saved = errno;
    current = create();
    errno = saved;
  }
  return &current->code;
}

/* What the code that records takes for a word, about: it cannot be told from the program around it. */
static const double seconds_a_word = 0.45e-9;

/* By its own thread: another one, at the end of the program, has another clock. */
static void take_in_time(pmert_thread *thread) {
  double start = thread_seconds(), program = start - thread->left_seconds;
  double recording = seconds_a_word * (double)(thread->code.cursor - thread->buffer);
  recording = recording < program / 2 ? recording : program / 2;
  pme__measurement_take(thread->measurement, thread->buffer, thread->code.cursor);
  double end = thread_seconds();
  pme__measurement_spend(thread->measurement, end - start + recording, program - recording);
  thread->left_seconds = end;
}

void pmert_drain(pmert_thread *thread) {
  if (thread->times && thread == current && !thread->failed)
    take_in_time(thread);
  else if (!thread->failed)
    pme__measurement_take(thread->measurement, thread->buffer, thread->code.cursor);
  pmert_progress(thread);
  if (thread->trace)
    pmert_trace_take(thread->trace, thread->buffer, thread->code.cursor);
  thread->code.cursor = thread->buffer;
}

void __pme_rt_flush(pme_instrumented_thread *code) {
  pmert_thread *thread = (pmert_thread *)code;
  int saved = errno;
  if (thread == &nobody)
    code->cursor = dump;
  else
    pmert_drain(thread);
  errno = saved;
}

void pmert_end_trace(pmert_thread *thread) {
  if (thread->trace)
    pmert_trace_flush(thread->trace);
}

void pmert_threads_in_child(void) {
  pmert_thread *own = current;
  atomic_store(&threads, NULL);
  atomic_store(&thread_count, 0);
  current = NULL;
  if (!own || own == &nobody)
    return;
  /* The thread that called fork goes on, maybe in the middle of a traced function that keeps the address. */
  current = own;
  own->code.cursor = own->buffer;
  own->number = atomic_fetch_add(&thread_count, 1);
  own->measurement = pme__measurement_open(pmert_host(), own->number);
  own->failed = !own->measurement;
  own->samples = own->measurement && pme__measurement_samples_lines(own->measurement);
  own->next = NULL;
  if (own->trace)
    pmert_trace_in_child(own->trace, (uint32_t)own->number);
  atomic_store(&threads, own);
}

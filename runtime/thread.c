/* A thread gets its buffer with its first record; a full buffer is measured and goes into the trace. */
#include "thread.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "analysis/base/avx2_variant.h"
#include "analysis/measure/request.h"
#include "guest.h"
#include "memory.h"
#include "message.h"
#include "progress.h"
#include "registry.h"
#include "wait.h"

static _Thread_local pmert_thread *current;
static _Atomic(pmert_thread *) threads;
static atomic_int thread_count;
static atomic_bool takes_none; /* threads that begin are not measured */

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

static void open_measurement(pmert_thread *thread) {
  thread->measurement = pme__measurement_open(pmert_host(), thread->number);
  thread->failed = !thread->measurement;
  thread->samples = thread->measurement && pme__measurement_samples_lines(thread->measurement);
}

/* Behind the records there is room for those of a signal's handler that comes in between. */
enum { BUFFER_WORDS = PME_MEASURE_BUFFER_WORDS + PME_RECORD_WORDS };

/* A profile has room for so many threads: others need no buffers. */
static bool is_one_too_many(void) {
  static atomic_bool told;
  if (atomic_load(&thread_count) < PME_PROFILE_MAX_THREADS)
    return false;
  if (!atomic_exchange(&told, true))
    pmert_warn("more than %d threads: what the others do is not measured", (int)PME_PROFILE_MAX_THREADS);
  return true;
}

/* ---- gaps ----
 *
 * Code that writes a record has taken the cursor, and will set it behind. Where the handler of a signal comes in between
 * and fills the buffer up, so that it starts again, there is a gap between its records and that one: old words, at which
 * no record begins. What has been worked off is therefore made unwritten again. Where it does not fill the buffer up, its
 * records are written over, also those that a border has looked at: these have changed then.
 */

static uint64_t *spare_of(const pmert_thread *thread) { return thread->buffer + PME_MEASURE_BUFFER_WORDS; }

static const uint64_t unwritten = UINT64_C(0xfed1ce0ddba11ab5); /* no address, nor a number that is met */

/* Compiled twice, for each word of the program's records is looked at, and written, once more. */
ALWAYS_INLINE void fill_unwritten(uint64_t *from, const uint64_t *to) {
  while (from < to)
    *from++ = unwritten;
}

ALWAYS_INLINE bool find_unwritten(const uint64_t *from, const uint64_t *to) {
  uint64_t found = 0;
  while (from < to)
    found |= *from++ == unwritten;
  return found;
}

static void make_unwritten_plain(uint64_t *from, const uint64_t *to) { fill_unwritten(from, to); }
static bool has_unwritten_plain(const uint64_t *from, const uint64_t *to) { return find_unwritten(from, to); }
AVX2_VARIANT static void make_unwritten_avx2(uint64_t *from, const uint64_t *to) { fill_unwritten(from, to); }
AVX2_VARIANT static bool has_unwritten_avx2(const uint64_t *from, const uint64_t *to) {
  return find_unwritten(from, to);
}

static void make_unwritten(const pmert_thread *thread, uint64_t *from, const uint64_t *to) {
  (thread->has_avx2 ? make_unwritten_avx2 : make_unwritten_plain)(from, to);
}

static bool has_unwritten(const pmert_thread *thread, const uint64_t *from, const uint64_t *to) {
  return (thread->has_avx2 ? has_unwritten_avx2 : has_unwritten_plain)(from, to);
}

static void start_again(pmert_thread *thread, const uint64_t *end) {
  make_unwritten(thread, thread->buffer, end);
  thread->checked = thread->buffer;
  thread->held = NULL;
  thread->code.cursor = thread->buffer;
}

enum { LAST_WORDS = sizeof((pmert_thread *)NULL)->last / sizeof(uint64_t) };

static size_t last_words(const pmert_thread *thread) {
  size_t words = (size_t)(thread->checked - thread->buffer);
  return words < LAST_WORDS ? words : LAST_WORDS;
}

static bool is_intact(const pmert_thread *thread, const uint64_t *end) {
  size_t words = last_words(thread);
  return end >= thread->checked && end <= spare_of(thread) &&
         !memcmp(thread->checked - words, thread->last, words * sizeof *thread->last) &&
         !has_unwritten(thread, thread->checked, end);
}

static void note_checked(pmert_thread *thread, uint64_t *end) {
  thread->checked = end;
  size_t words = last_words(thread);
  memcpy(thread->last, end - words, words * sizeof *end);
}

static uint64_t *end_of_records(const pmert_thread *thread) {
  return thread->held ? thread->held : thread->code.cursor;
}

bool pmert_has_records(pmert_thread *thread) {
  static atomic_bool told;
  uint64_t *end = end_of_records(thread);
  if (is_intact(thread, end)) {
    note_checked(thread, end);
    return true;
  }
  if (!atomic_exchange(&told, true))
    pmert_warn("the handler of a signal came in between: some of what it and the program did is not measured");
  if (!thread->failed)
    pme__measurement_take(thread->measurement, thread->buffer, thread->buffer);
  if (thread->trace)
    pmert_trace_drop(thread->trace);
  start_again(thread, thread->buffer + PME_MEASURE_BUFFER_WORDS);
  return false;
}

/* ---- a thread begins ---- */

static pmert_thread *create(void) {
  if (atomic_load(&takes_none) || is_one_too_many())
    return &nobody;
  pmert_thread *thread = pmert_reallocate(NULL, 0, sizeof *thread);
  uint64_t *buffer = pmert_reallocate(NULL, 0, BUFFER_WORDS * sizeof *buffer);
  if (!thread || !buffer) {
    pmert_warn("out of memory: a thread is not measured");
    return &nobody;
  }
  *thread = (pmert_thread){.buffer = buffer, .number = atomic_fetch_add(&thread_count, 1), .has_avx2 = pme__has_avx2()};
  start_again(thread, buffer + PME_MEASURE_BUFFER_WORDS);
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
    current = &nobody; /* for the handler of a signal that comes now */
    if (!pmert_is_privileged())
      current = create();
    errno = saved;
  }
  return &current->code;
}

/* What the code that records takes for a word, about: it cannot be told from the program around it. */
static const double seconds_a_word = 0.45e-9;

/* By its own thread: another one, at the end of the program, has another clock. */
static void take_in_time(pmert_thread *thread, const uint64_t *end_of_buffer) {
  double start = thread_seconds(), program = start - thread->left_seconds;
  double recording = seconds_a_word * (double)(end_of_buffer - thread->buffer);
  recording = recording < program / 2 ? recording : program / 2;
  pme__measurement_take(thread->measurement, thread->buffer, end_of_buffer);
  double end = thread_seconds();
  pme__measurement_spend(thread->measurement, end - start + recording, program - recording);
  thread->left_seconds = end;
}

bool pmert_is_busy(pmert_thread *thread) { return atomic_load(&thread->busy); }

bool pmert_enter(pmert_thread *thread) {
  if (atomic_load(&thread->busy))
    return false;
  atomic_store(&thread->busy, true);
  while (atomic_exchange(&thread->visited, true))
    sched_yield();
  if (!atomic_load(&thread->ended))
    return true;
  atomic_store(&thread->visited, false);
  atomic_store(&thread->busy, false);
  return false;
}

/* What a handler recorded meanwhile stands in the spare room, and is dropped. One that comes now works the buffer off
 * itself. */
void pmert_leave(pmert_thread *thread) {
  atomic_store(&thread->visited, false);
  atomic_store(&thread->busy, false);
  uint64_t *held = thread->held;
  if (held && thread->code.cursor >= spare_of(thread))
    thread->code.cursor = held;
  thread->held = NULL;
}

void pmert_drain(pmert_thread *thread) {
  if (!pmert_has_records(thread))
    return;
  const uint64_t *end = thread->checked; /* the cursor may move, by a handler */
  if (thread->times && thread == current && !thread->failed)
    take_in_time(thread, end);
  else if (!thread->failed)
    pme__measurement_take(thread->measurement, thread->buffer, end);
  pmert_progress(thread);
  if (thread->trace)
    pmert_trace_take(thread->trace, thread->buffer, end);
  start_again(thread, end);
}

static bool is_idle(void *thread) { return !atomic_load(&((pmert_thread *)thread)->busy); }

bool pmert_end_thread(pmert_thread *thread) {
  if (thread == current) {
    pmert_drain(thread);
    return true;
  }
  atomic_store(&thread->ended, true);
  if (!pmert_wait_until(is_idle, thread) || thread->regions > 0)
    return false;
  pmert_drain(thread);
  return true;
}

/* ---- visits by another thread ----
 *
 * A thread that records at this moment sets its cursor behind its record, and leaves a gap that is found: what it records
 * until then is dropped. One that flushes waits.
 */

static bool takes_visit(void *thread) { return !atomic_exchange(&((pmert_thread *)thread)->visited, true); }

/* One that does not come to an end is not measured any more. */
static bool begin_visit(pmert_thread *thread) {
  if (thread == current)
    return pmert_enter(thread);
  bool is_begun = pmert_wait_until(takes_visit, thread);
  if (!is_begun)
    atomic_store(&thread->ended, true);
  return is_begun;
}

static void end_visit(pmert_thread *thread) {
  if (thread == current)
    pmert_leave(thread);
  else
    atomic_store(&thread->visited, false);
}

static void settle(pmert_thread *thread) {
  pmert_drain(thread);
  if (thread->trace)
    pmert_trace_flush(thread->trace);
}

static void follow(pmert_thread *thread) {
  if (thread->measurement)
    pme__measurement_follow(thread->measurement);
}

static void visit_threads(void (*work)(pmert_thread *thread)) {
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next)
    if (!atomic_load(&thread->ended) && begin_visit(thread)) {
      work(thread);
      end_visit(thread);
    }
}

void pmert_settle_threads(void) { visit_threads(settle); }
void pmert_follow_tables(void) { visit_threads(follow); }

void pmert_end_threads(void) {
  atomic_store(&takes_none, true);
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next)
    atomic_store(&thread->ended, true);
}

void __pme_rt_flush(pme_instrumented_thread *code) {
  pmert_thread *thread = (pmert_thread *)code;
  int saved = errno;
  if (thread == &nobody) {
    code->cursor = dump;
  } else if (pmert_enter(thread)) {
    pmert_drain(thread);
    pmert_leave(thread);
  } else if (atomic_load(&thread->busy)) {
    if (code->cursor < spare_of(thread))
      thread->held = code->cursor;
    code->cursor = spare_of(thread);
  } else {
    code->cursor = thread->buffer;
  }
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
  atomic_store(&own->busy, false);
  atomic_store(&own->visited, false);
  start_again(own, own->buffer + PME_MEASURE_BUFFER_WORDS);
  own->number = atomic_fetch_add(&thread_count, 1);
  own->measurement = pme__measurement_open(pmert_host(), own->number);
  own->failed = !own->measurement;
  own->samples = own->measurement && pme__measurement_samples_lines(own->measurement);
  own->next = NULL;
  if (own->trace)
    pmert_trace_in_child(own->trace, (uint32_t)own->number);
  atomic_store(&threads, own);
}

/* A line about how far the run is, when one is due. */
#define _GNU_SOURCE /* clock_gettime in any mode of the language */
#include "progress.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "message.h"
#include "trace_output.h"

static int64_t interval, start; /* nanoseconds; interval 0: nothing is said */
static _Atomic int64_t next;    /* when the next line is due */
static _Atomic uint64_t words;  /* of records so far, of all threads */

static const double most_seconds = 1e6;

static int64_t now(void) {
  struct timespec time;
  return clock_gettime(CLOCK_MONOTONIC, &time) == 0 ? time.tv_sec * INT64_C(1000000000) + time.tv_nsec : 0;
}

void pmert_progress_check(void) {
  const char *text = getenv("PMECACHE_PROGRESS");
  if (!text || !*text)
    return;
  char *end;
  double seconds = strtod(text, &end);
  if (end == text || *end || !(seconds > 0 && seconds <= most_seconds)) {
    pmert_warn("PMECACHE_PROGRESS: expected seconds, as in 10, found '%.40s'; not used", text);
    return;
  }
  interval = 1 + (int64_t)(seconds * 1e9);
  start = now();
  atomic_store(&next, start + interval);
}

static void say(int64_t time) {
  enum { THOUSAND = 1000, MILLION = 1000000 };
  int64_t milliseconds = (time - start) / MILLION;
  double millions = (double)atomic_load(&words) / MILLION;
  if (!pmert_trace_file_is_asked()) {
    pmert_say("%" PRId64 ".%" PRId64 " s: %.1f million words of records", milliseconds / THOUSAND,
              milliseconds % THOUSAND / 100, millions);
    return;
  }
  double megabytes = (double)pmert_trace_file_bytes() / MILLION, a_minute = 60. * THOUSAND / (double)(milliseconds + 1);
  pmert_say("%" PRId64 ".%" PRId64 " s: %.1f million words of records, trace %.1f MB, %.1f MB a minute",
            milliseconds / THOUSAND, milliseconds % THOUSAND / 100, millions, megabytes, megabytes * a_minute);
}

void pmert_progress(const pmert_thread *thread) {
  if (interval == 0)
    return;
  atomic_fetch_add_explicit(&words, (uint64_t)(thread->code.cursor - thread->buffer), memory_order_relaxed);
  int64_t time = now(), due = atomic_load(&next);
  if (time >= due && atomic_compare_exchange_strong(&next, &due, time + interval))
    say(time);
}

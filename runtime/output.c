/* At the end of the program what the threads counted is made a profile, and written; traces are finished. */
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/measure/profile_build.h"
#include "guest.h"
#include "memory.h"
#include "message.h"
#include "pmecache/profile.h"
#include "registry.h"
#include "run_names.h"
#include "thread.h"
#include "trace_output.h"

/* The newest thread comes first; the list is nearly so, two that start at once may be linked the other way round. */
static size_t rank_of(const pmert_thread *thread) {
  size_t rank = 0;
  for (const pmert_thread *other = pmert_threads(); other; other = other->next)
    rank += other->number > thread->number;
  return rank;
}

static size_t drain_all(void) {
  size_t count = 0, cut = 0;
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next) {
    cut += !pmert_end_thread(thread);
    count++;
  }
  if (cut)
    pmert_warn("the program ends while %zu threads are in parallel regions: the last that these did is not measured",
               cut);
  return count;
}

static void list_measurements(const pme__measurement **threads, size_t count) {
  for (size_t t = 0; t < count; t++)
    threads[t] = NULL;
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next)
    if (rank_of(thread) < count && !pmert_is_busy(thread)) /* one that starts now is not waited for */
      threads[rank_of(thread)] = thread->measurement;
}

static pme_status build(pme_profile **out) {
  char command[PMERT_COMMAND_BYTES];
  pmert_read_command(command);
  size_t count = drain_all();
  size_t bytes = (count + 1) * sizeof(pme__measurement *);
  const pme__measurement **threads = pmert_reallocate(NULL, 0, bytes);
  if (!threads)
    return PME_NO_MEMORY;
  list_measurements(threads, count);
  const pme__measured_run run = {
      .host = pmert_host(), .modules = pmert_modules(), .threads = threads, .thread_count = count, .command = command};
  pme_status status = pme__build_profile(&run, out);
  pmert_reallocate(threads, bytes, 0);
  return status;
}

/* What another copy of the runtime in this process has measured joins the profile. */
static pme_status add_written(pme_profile *profile, const char *path, pme_error *error) {
  pme_profile *written = NULL;
  if (!pmert_is_written(path))
    return PME_OK;
  pme_status status = pme_profile_read_file(path, &written, error);
  if (status == PME_OK)
    status = pme_profile_merge(profile, written, error);
  pme_profile_destroy(written);
  return status;
}

static void save(const char *path) {
  pme_profile *profile = NULL;
  pme_error error = {0};
  sigset_t before;
  pmert_hold_signals(&before);
  pme_status status = build(&profile);
  if (status == PME_OK)
    status = add_written(profile, path, &error);
  if (status == PME_OK)
    status = pme_profile_save(profile, path, &error);
  pmert_release_signals(&before, status != PME_OK);
  if (status != PME_OK) {
    pmert_warn("no profile written to '%s': %s", path, *error.message ? error.message : pme_status_text(status));
  } else {
    pmert_set_written(path);
    pmert_tell("profile written to '%s'", path);
  }
  pme_profile_destroy(profile);
}

static void end_traces(void) {
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next)
    if (!pmert_is_busy(thread))
      pmert_end_trace(thread);
  pmert_trace_file_finish();
}

void pmert_write_profile(void) {
  int saved = errno;
  char path[PMERT_PATH_BYTES];
  if (pmert_current() && pmert_is_busy(pmert_current())) { /* a signal's handler, that has come in between */
    pmert_warn("no profile written: the program was ended in the middle of a measurement");
    return;
  }
  if (!pmert_hold_modules()) {
    pmert_warn("no profile written: the program was ended while a library was opened or closed");
    return;
  }
  const char *pattern = getenv("PMECACHE_PROFILE_OUT");
  if (!pattern || !*pattern)
    pattern = "pmecache-%p.pmeprof";
  if (pmert_expand_path(pattern, path))
    save(path);
  else
    pmert_warn("no profile written: PMECACHE_PROFILE_OUT is too long");
  end_traces();
  pmert_release_modules();
  errno = saved;
}

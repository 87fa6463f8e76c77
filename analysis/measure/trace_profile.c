/* The online sink outside of a program: a trace is worked off as the run would have been. Takes the places of the
 * runtime's memory, messages and registry. */
#include "pmecache/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "followed_sets.h"
#include "measurement.h"
#include "pmecache/arena.h"
#include "profile_build.h"
#include "runtime/memory.h"
#include "runtime/message.h"
#include "runtime/sites.h"
#include "runtime/thread.h"

enum { MOST_THREADS = PME_PROFILE_MAX_THREADS };

static _Thread_local uint32_t site_count;

uint32_t pmert_site_count(void) { return site_count; }
const pme_allocator *pmert_memory(void) { return NULL; }

void *pmert_reallocate(void *pointer, size_t old_bytes, size_t new_bytes) {
  (void)old_bytes;
  return pme_reallocate(pointer, new_bytes);
}

void pmert_warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("warning: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

typedef struct team {
  pmert_online **threads;
  size_t count;
  bool is_full; /* and that was said */
} team;

/* As in the run: a profile has room for so many. */
static void leave_out(team *team) {
  if (!team->is_full)
    pmert_warn("more than %d threads: what the others do is not in the profile", (int)MOST_THREADS);
  team->is_full = true;
}

static pme_status add_thread(team *team, size_t thread) {
  if (thread >= team->count) {
    pmert_online **grown = pme_reallocate(team->threads, (thread + 1) * sizeof *grown);
    if (!grown)
      return PME_NO_MEMORY;
    memset(grown + team->count, 0, (thread + 1 - team->count) * sizeof *grown);
    team->threads = grown;
    team->count = thread + 1;
  }
  if (!team->threads[thread])
    team->threads[thread] = pmert_online_open((int)thread);
  return team->threads[thread] ? PME_OK : PME_NO_MEMORY;
}

/* In the pieces in which the run worked them off: a sampler may look different at other pieces. */
static void take_packet(pmert_online *online, const pme_trace_packet *packet) {
  size_t first = 0;
  for (size_t word = 0; word < packet->word_count;) {
    if (word - first >= PMERT_BUFFER_WORDS - PME_RECORD_WORDS) {
      pmert_online_take(online, packet->words + first, packet->words + word);
      first = word;
    }
    word += pme_trace_record_words((const pme_instrumented_block *)(uintptr_t)packet->words[word]);
  }
  pmert_online_take(online, packet->words + first, packet->words + packet->word_count);
}

static pme_status take_all(pme_trace *trace, team *team) {
  pme_trace_packet packet;
  bool found = true;
  pme_trace_rewind(trace);
  while (found) {
    pme_status status = pme_trace_next(trace, &packet, &found);
    if (status == PME_OK && found && packet.thread >= MOST_THREADS) {
      leave_out(team);
      continue;
    }
    if (status == PME_OK && found)
      status = add_thread(team, packet.thread);
    if (status != PME_OK)
      return status;
    if (found)
      take_packet(team->threads[packet.thread], &packet);
  }
  return PME_OK;
}

/* In the program the newest thread comes first. */
static void reverse(team *team) {
  for (size_t low = 0, high = team->count; low + 1 < high; low++) {
    pmert_online *last = team->threads[--high];
    team->threads[high] = team->threads[low];
    team->threads[low] = last;
  }
}

static void name_caches(const pme_instrumented_module *module) {
  pmert_sets_forget();
  for (; module; module = module->next)
    pmert_sets_name(module->caches);
}

pme_status pme_trace_profile(pme_trace *trace, pme_profile **out, pme_error *error) {
  team team = {NULL, 0, false};
  pme_profile *profile = NULL;
  site_count = pme_trace_site_count(trace);
  name_caches(pme_trace_modules(trace));
  pme_status status = take_all(trace, &team);
  reverse(&team);
  if (status == PME_OK)
    status = pmert_build_profile(pme_trace_modules(trace), (const pmert_online *const *)team.threads, team.count,
                                 pme_trace_command(trace), &profile);
  for (size_t t = 0; t < team.count; t++)
    pmert_online_close(team.threads[t]);
  pme_reallocate(team.threads, 0);
  if (status != PME_OK) {
    pme_profile_destroy(profile);
    return pme_error_set(error, status, 0, 0, "the trace cannot be evaluated: %s", pme_status_text(status));
  }
  *out = profile;
  return PME_OK;
}

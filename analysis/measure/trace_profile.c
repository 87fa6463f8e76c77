/* A profile from a trace: it is worked off as the run would have been, with all its threads. */
#include "pmecache/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "measurement.h"
#include "pmecache/arena.h"
#include "profile_build.h"

enum { MOST_THREADS = PME_PROFILE_MAX_THREADS };

static __attribute__((format(printf, 1, 2))) void warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("warning: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

static uint32_t site_count_of(const void *trace) { return pme_trace_site_count((const pme_trace *)trace); }

typedef struct measured_team {
  pme__measure_host host;
  pme__measurement **threads;
  size_t count;
  bool is_full; /* and that was said */
} measured_team;

/* As in the run: a profile has room for so many. */
static void leave_out(measured_team *team) {
  if (!team->is_full)
    warn("more than %d threads: what the others do is not in the profile", (int)MOST_THREADS);
  team->is_full = true;
}

static pme_status add_thread(measured_team *team, size_t thread) {
  if (thread >= team->count) {
    pme__measurement **grown = pme_reallocate(team->threads, (thread + 1) * sizeof *grown);
    if (!grown)
      return PME_NO_MEMORY;
    memset(grown + team->count, 0, (thread + 1 - team->count) * sizeof *grown);
    team->threads = grown;
    team->count = thread + 1;
  }
  if (!team->threads[thread])
    team->threads[thread] = pme__measurement_open(&team->host, (int)thread);
  return team->threads[thread] ? PME_OK : PME_NO_MEMORY;
}

/* In the pieces in which the run worked them off: a sampler may look different at other pieces. */
static void take_packet(pme__measurement *m, const pme_trace_packet *packet) {
  size_t first = 0, border = 0;
  for (size_t word = 0; word < packet->word_count;) {
    for (; border < packet->border_count && packet->borders[border].position <= word; border++)
      pme__measurement_border(m, &packet->borders[border], packet->words + first, packet->words + word);
    if (word - first >= PME_MEASURE_BUFFER_WORDS - PME_RECORD_WORDS) {
      pme__measurement_take(m, packet->words + first, packet->words + word);
      first = word;
    }
    word += pme_trace_record_words((const pme_instrumented_block *)(uintptr_t)packet->words[word]);
  }
  for (; border < packet->border_count; border++)
    pme__measurement_border(m, &packet->borders[border], packet->words + first, packet->words + packet->word_count);
  pme__measurement_take(m, packet->words + first, packet->words + packet->word_count);
}

static pme_status take_all(pme_trace *trace, measured_team *team) {
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
static void reverse(measured_team *team) {
  for (size_t low = 0, high = team->count; low + 1 < high; low++) {
    pme__measurement *last = team->threads[--high];
    team->threads[high] = team->threads[low];
    team->threads[low] = last;
  }
}

static void name_caches(const pme_instrumented_module *module, pme__named_caches *caches) {
  for (; module; module = module->next)
    pme__caches_name(caches, module->caches);
}

static pme_status build(const pme_trace *trace, const measured_team *team, pme_profile **out) {
  const pme__measured_run run = {.host = &team->host,
                                 .modules = pme_trace_modules(trace),
                                 .threads = (const pme__measurement *const *)team->threads,
                                 .thread_count = team->count,
                                 .command = pme_trace_command(trace)};
  return pme__build_profile(&run, out);
}

pme_status pme_trace_profile(pme_trace *trace, pme_profile **out, pme_error *error) {
  pme__named_caches caches = {0};
  measured_team team = {.host = {.site_count = site_count_of, .context = trace, .warn = warn, .caches = &caches}};
  pme_profile *profile = NULL;
  name_caches(pme_trace_modules(trace), &caches);
  pme_status status = take_all(trace, &team);
  reverse(&team);
  if (status == PME_OK)
    status = build(trace, &team, &profile);
  for (size_t t = 0; t < team.count; t++)
    pme__measurement_close(team.threads[t]);
  pme_reallocate(team.threads, 0);
  if (status != PME_OK) {
    pme_profile_destroy(profile);
    return pme_error_set(error, status, 0, 0, "the trace cannot be evaluated: %s", pme_status_text(status));
  }
  *out = profile;
  return PME_OK;
}

/* Advice in words. */
#include <inttypes.h>
#include <stdio.h>

#include "pmecache/advice.h"

static const struct {
  const char *name, *text;
} texts[PME_ADVICE_REASON_COUNT] = {
    [PME_ADVICE_NOTHING] = {"nothing", "nothing to gain"},
    [PME_ADVICE_PARALLELISM] = {"parallelism", "more threads share the work"},
    [PME_ADVICE_OVERHEAD] = {"overhead", "less to start and to hand out"},
    [PME_ADVICE_IMBALANCE] = {"imbalance", "even work: the slowest thread has less to do"},
    [PME_ADVICE_VECTORS] = {"vectors", "iterations in a row can be done as vectors"},
    [PME_ADVICE_FALSE_SHARING] = {"false-sharing", "no false sharing: threads no longer write into the same lines"},
    [PME_ADVICE_COHERENCE] = {"coherence", "threads touch less of what others write"},
    [PME_ADVICE_OVERRUN] = {"overrun", "fewer ends of chunks, where prefetchers go on into what other threads write"},
    [PME_ADVICE_INTERFERENCE] = {"interference", "threads evict fewer lines of each other"},
    [PME_ADVICE_SHARED_REUSE] = {"shared-reuse", "shared reuse: lines are fetched once, and not by several threads"},
    [PME_ADVICE_CONFLICT] = {"conflict", "lines spread over more sets of the cache"},
    [PME_ADVICE_CAPACITY] = {"capacity", "what is used again still fits into the cache"}};

const char *pme_advice_reason_name(pme_advice_reason reason) { return texts[reason].name; }
const char *pme_advice_reason_text(pme_advice_reason reason) { return texts[reason].text; }

static void write_schedule(const pme_candidate *c, char *buffer, size_t buffer_bytes) {
  if (c->chunk > 0)
    snprintf(buffer, buffer_bytes, "schedule(%s,%" PRId64 ")", pme_schedule_name(c->schedule), c->chunk);
  else
    snprintf(buffer, buffer_bytes, "schedule(%s)", pme_schedule_name(c->schedule));
}

/* By which the rows get longer; -1: there are no more arrays. */
static int64_t elements_of(const pme_candidate *c, const pme_program *program, int number) {
  if (number >= c->pad_count)
    return -1;
  int64_t element_bytes = pme_program_array(program, c->pads[number].array)->element_bytes;
  return element_bytes > 0 ? c->pads[number].bytes / element_bytes : 0;
}

/* "rows of 'a' and 'b' padded by 8 elements": where elements are of several sizes, each says its number. */
static void write_longer_rows(const pme_candidate *c, const pme_program *program, char *buffer, size_t buffer_bytes) {
  size_t used = 0;
  for (int i = 0; i < c->pad_count && used < buffer_bytes; i++) {
    const char *between = i == 0 ? "rows of " : i + 1 < c->pad_count ? ", " : " and ";
    const pme_array *array = pme_program_array(program, c->pads[i].array);
    int64_t elements = elements_of(c, program, i), next = elements_of(c, program, i + 1);
    used += (size_t)snprintf(buffer + used, buffer_bytes - used, "%s'%.80s'", between, array->name);
    if (elements != next && used < buffer_bytes)
      used += (size_t)snprintf(buffer + used, buffer_bytes - used, " padded by %" PRId64 " elements", elements);
  }
}

void pme_candidate_write(const pme_candidate *candidate, const pme_candidate *present, const pme_program *program,
                         char *buffer, size_t buffer_bytes) {
  char threads[40] = "", schedule[60] = "", pad[480] = "";
  bool all = present == NULL;
  if (all || candidate->threads != present->threads)
    snprintf(threads, sizeof threads, "num_threads(%d)", candidate->threads);
  if (all || candidate->schedule != present->schedule || candidate->chunk != present->chunk)
    write_schedule(candidate, schedule, sizeof schedule);
  if (candidate->is_team || (candidate->threads == 1 && !all))
    schedule[0] = 0;
  write_longer_rows(candidate, program, pad, sizeof pad);
  snprintf(buffer, buffer_bytes, "%s%s%s%s%s", threads, threads[0] && schedule[0] ? " " : "", schedule,
           pad[0] && (threads[0] || schedule[0]) ? ", " : "", pad);
}

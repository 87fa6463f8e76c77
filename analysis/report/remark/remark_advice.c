/* Advice as remarks: one line a loop, and the numbers behind it for records. */
#include <stdio.h>
#include <string.h>

#include "analysis/report/words/advice_words.h"
#include "analysis/report/words/facts.h"
#include "pmecache/report.h"

enum { MOST_ARGUMENTS = 12 + 2 * PME_MAX_LEVELS, MAX_NAME_BYTES = 120 };

typedef struct record {
  pme_arena *arena;
  pme_remark_argument *arguments;
  int count;
  bool failed;
} record;

static void put_number(record *r, const char *key, double number) {
  r->arguments[r->count++] = (pme_remark_argument){key, NULL, number};
}

static void put_text(record *r, const char *key, const char *text) {
  const char *copy = pme_arena_copy_text(r->arena, text);
  r->failed = r->failed || !copy;
  r->arguments[r->count++] = (pme_remark_argument){key, copy ? copy : "", 0};
}

/* "L2MissesBefore" */
static void put_misses(record *r, const char *level, const char *when, double misses) {
  char key[48];
  snprintf(key, sizeof key, "%sMisses%s", level, when);
  const char *copy = pme_arena_copy_text(r->arena, key);
  r->failed = r->failed || !copy;
  put_number(r, copy ? copy : "", misses);
}

static bool pays(const pme_loop_advice *loop) { return loop->pays || (loop->own_line_count > 0 && !loop->is_race); }

static void put_candidate(record *r, const pme_advice *advice, const pme_loop_advice *loop) {
  const pme_candidate *present = &loop->candidates[loop->present], *best = &loop->candidates[0];
  char change[300];
  pme_candidate_write(best, best->is_present ? NULL : present, pme_concrete_program(advice->prediction->concrete),
                      change, sizeof change);
  put_text(r, "Pays", pays(loop) ? "true" : "false");
  put_text(r, "Change", best->is_present ? "" : change);
  put_number(r, "Threads", best->threads);
  put_text(r, "Schedule", pme_schedule_name(best->schedule));
  put_number(r, "Chunk", (double)best->chunk);
  put_number(r, "PadBytes", best->pad_count > 0 ? (double)best->pads[0].bytes : 0);
  put_text(r, "CostIs", loop->by_misses ? "misses" : "time");
  if (!loop->is_partly) {
    put_number(r, "Ratio", best->ratio);
    put_number(r, "RatioLow", best->ratio_low);
    put_number(r, "RatioHigh", best->ratio_high);
  }
  put_text(r, "Reason", pme_advice_reason_name(best->reason));
  for (int l = 0; l < advice->prediction->level_count; l++) {
    put_misses(r, advice->prediction->level_info[l].name, "Before", present->levels[l].misses);
    put_misses(r, advice->prediction->level_info[l].name, "After", best->levels[l].misses);
  }
}

static bool fill(const pme_advice *advice, const pme_loop_advice *loop, pme_arena *arena, pme_remark *out) {
  const pme_subject *subject = advice->prediction->subject;
  char sentence[PME__ADVICE_TEXT_BYTES], line[PME__ADVICE_TEXT_BYTES + MAX_NAME_BYTES + 40];
  record r = {.arena = arena, .arguments = PME_ARENA_NEW(arena, pme_remark_argument, MOST_ARGUMENTS)};
  if (!r.arguments)
    return false;
  pme__write_advice(advice, loop, sentence, sizeof sentence);
  const pme_subject_loop *source = &pme_subject_at(subject, loop->node)->u.loop;
  snprintf(line, sizeof line, "%s '%.*s': %s", pme__kind_of_loop(source), MAX_NAME_BYTES, source->variable, sentence);
  for (char *c = line; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 127)
      *c = ' ';
  put_candidate(&r, advice, loop);
  *out = (pme_remark){.kind = pays(loop) ? PME_REMARK_PREDICTION : PME_REMARK_ANALYSIS,
                      .name = "CacheAdvice",
                      .node = loop->node,
                      .place = pme__place_of(subject, loop->node),
                      .text = pme_arena_copy_text(arena, line),
                      .argument_count = r.count,
                      .arguments = r.arguments};
  return out->text && !r.failed;
}

pme_status pme_remarks_advise(const pme_advice *advice, pme_arena *arena, const pme_remark **out, int *count,
                              pme_error *error) {
  pme_remark *remarks = PME_ARENA_NEW(arena, pme_remark, advice->loop_count);
  bool failed = !remarks;
  for (int i = 0; i < advice->loop_count && !failed; i++)
    failed = !fill(advice, &advice->loops[i], arena, &remarks[i]);
  if (failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = remarks;
  *count = advice->loop_count;
  return PME_OK;
}

void pme_advice_sentence(const pme_advice *advice, const pme_loop_advice *loop, char *buffer, size_t buffer_bytes) {
  pme__write_advice(advice, loop, buffer, buffer_bytes);
}

/* Advice as JSON: the key `advice` of a loop (docs/formats/json.md). */
#include <stdbool.h>

#include "analysis/report/words/advice_words.h"
#include "json_parts.h"
#include "pmecache/report.h"

typedef struct writer {
  const pme_advice *advice;
  bool failed;
} writer;

static json_t *misses_value(writer *w, const pme_candidate *c) {
  json_t *object = json_object();
  for (int l = 0; l < w->advice->prediction->level_count; l++)
    pme__json_set(&w->failed, object, w->advice->prediction->level_info[l].name, pme__json_number(c->levels[l].misses));
  return object;
}

static json_t *time_value(writer *w, const pme_loop_time *t) {
  json_t *object = json_object();
  pme__json_set(&w->failed, object, "cycles", pme__json_number(t->cycles));
  pme__json_set(&w->failed, object, "low", pme__json_number(t->low));
  pme__json_set(&w->failed, object, "high", pme__json_number(t->high));
  pme__json_set(&w->failed, object, "compute", pme__json_number(t->compute));
  pme__json_set(&w->failed, object, "streams", pme__json_number(t->streams));
  pme__json_set(&w->failed, object, "scattered", pme__json_number(t->scattered));
  pme__json_set(&w->failed, object, "pages", pme__json_number(t->pages));
  pme__json_set(&w->failed, object, "coherence", pme__json_number(t->coherence));
  pme__json_set(&w->failed, object, "bandwidth", pme__json_number(t->bandwidth));
  pme__json_set(&w->failed, object, "overhead", pme__json_number(t->overhead));
  pme__json_set(&w->failed, object, "imbalance", pme__json_number(t->imbalance));
  return object;
}

static json_t *padding_value(writer *w, const pme_longer_rows *padding) {
  json_t *pad = json_object();
  pme__json_set(&w->failed, pad, "array", pme__json_text(w->advice->prediction->subject->arrays[padding->array]));
  pme__json_set(&w->failed, pad, "bytes", pme__json_number((double)padding->bytes));
  if (padding->row_bytes > 0)
    pme__json_set(&w->failed, pad, "row_bytes", pme__json_number((double)padding->row_bytes));
  return pad;
}

/* The first array as documents of version 1 always had it, the others beside it. */
static void set_padding(writer *w, json_t *object, const pme_candidate *c) {
  pme__json_set(&w->failed, object, "pad_rows", padding_value(w, &c->pads[0]));
  if (c->pad_count == 1)
    return;
  json_t *others = json_array();
  for (int i = 1; i < c->pad_count; i++)
    pme__json_append(&w->failed, others, padding_value(w, &c->pads[i]));
  pme__json_set(&w->failed, object, "pad_rows_too", others);
}

/* Of a part of the loop nobody knows what share of the whole it is. */
static json_t *share_value(const pme_loop_advice *loop, double share) {
  return loop->is_partly ? json_null() : pme__json_number(share);
}

static json_t *candidate_value(writer *w, const pme_loop_advice *loop, int index) {
  const pme_candidate *c = &loop->candidates[index];
  char text[PME__ADVICE_TEXT_BYTES], change[300];
  json_t *object = json_object();
  pme_candidate_write(c, NULL, pme_concrete_program(w->advice->prediction->concrete), change, sizeof change);
  pme__json_set(&w->failed, object, "rank", json_integer(index + 1));
  pme__json_set(&w->failed, object, "threads", json_integer(c->threads));
  pme__json_set(&w->failed, object, "schedule", c->is_team ? json_null() : json_string(pme_schedule_name(c->schedule)));
  pme__json_set(&w->failed, object, "chunk", c->chunk > 0 && !c->is_team ? json_integer(c->chunk) : json_null());
  if (c->pad_count > 0)
    set_padding(w, object, c);
  pme__json_set(&w->failed, object, "change", pme__json_text(change));
  pme__json_set(&w->failed, object, "present", json_boolean(c->is_present));
  pme__json_set(&w->failed, object, "decided", json_boolean(c->is_decided));
  pme__json_set(&w->failed, object, "misses", misses_value(w, c));
  if (!loop->by_misses)
    pme__json_set(&w->failed, object, "time", time_value(w, &c->time));
  pme__json_set(&w->failed, object, loop->by_misses ? "miss_ratio" : "time_ratio", share_value(loop, c->ratio));
  if (loop->by_misses)
    pme__json_set(&w->failed, object, "ratio_level",
                  pme__json_text(w->advice->prediction->level_info[c->ratio_level].name));
  pme__json_set(&w->failed, object, "ratio_low", share_value(loop, c->ratio_low));
  pme__json_set(&w->failed, object, "ratio_high", share_value(loop, c->ratio_high));
  pme__json_set(&w->failed, object, "reason", json_string(pme_advice_reason_name(c->reason)));
  pme__write_reason(w->advice, loop, c, text, sizeof text);
  pme__json_set(&w->failed, object, "why", pme__json_text(c->is_present ? "what is there" : text));
  return object;
}

static json_t *list_value(writer *w, const pme_loop_advice *loop) {
  json_t *list = json_array();
  for (int i = 0; i < loop->count; i++)
    pme__json_append(&w->failed, list, candidate_value(w, loop, i));
  return list;
}

static void set_time(writer *w, json_t *loop, const pme_loop_advice *advice) {
  if (!advice->by_misses)
    pme__json_set(&w->failed, loop, "time_now", time_value(w, &advice->now));
}

static json_t *own_lines_value(writer *w, const pme_loop_advice *loop) {
  const pme_prediction *p = w->advice->prediction;
  json_t *object = json_object(), *arrays = json_array();
  for (int i = 0; i < loop->own_line_count; i++)
    pme__json_append(&w->failed, arrays, pme__json_text(p->subject->arrays[loop->own_lines[i]]));
  pme__json_set(&w->failed, object, "arrays", arrays);
  pme__json_set(&w->failed, object, "bytes", json_integer(p->machine->levels[0].line_bytes));
  pme__json_set(&w->failed, object, "level", pme__json_text(p->level_info[loop->own_level].name));
  if (!loop->is_put_off)
    pme__json_set(&w->failed, object, "misses_saved", pme__json_number(loop->own_saved));
  return object;
}

static void set_loop(writer *w, json_t *loop, const pme_loop_advice *advice) {
  char text[PME__ADVICE_TEXT_BYTES];
  json_t *notes = json_array();
  pme__write_advice(w->advice, advice, text, sizeof text);
  for (int i = 0; i < w->advice->assumption_count && !advice->by_misses; i++)
    pme__json_append(&w->failed, notes, pme__json_text(w->advice->assumptions[i]));
  pme__json_set(&w->failed, loop, "advice", list_value(w, advice));
  set_time(w, loop, advice);
  pme__json_set(&w->failed, loop, "advice_pays", json_boolean(advice->pays));
  if (advice->own_line_count > 0 && !advice->is_race)
    pme__json_set(&w->failed, loop, "advice_own_lines", own_lines_value(w, advice));
  pme__json_set(&w->failed, loop, "advice_as_compiled", json_boolean(advice->is_compiled));
  pme__json_set(&w->failed, loop, "advice_text", pme__json_text(text));
  pme__json_set(&w->failed, loop, "advice_assumptions", notes);
}

static pme_status set_loops(pme_json *json, const pme_advice *advice,
                            void (*set)(writer *w, json_t *loop, const pme_loop_advice *advice), pme_error *error) {
  writer w = {advice, false};
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1), *loop;
  size_t index;
  json_array_foreach(json_object_get(function, "loops"), index, loop) {
    for (int i = 0; i < advice->loop_count; i++)
      if (json_integer_value(json_object_get(loop, "id")) == advice->loops[i].node)
        set(&w, loop, &advice->loops[i]);
  }
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

pme_status pme_json_set_advice(pme_json *json, const pme_advice *advice, pme_error *error) {
  return set_loops(json, advice, set_loop, error);
}

pme_status pme_json_set_times(pme_json *json, const pme_advice *advice, pme_error *error) {
  return set_loops(json, advice, set_time, error);
}

/* ---- sizes that are not known ---- */

static json_t *range_value(writer *w, const pme_size_range *range) {
  json_t *object = json_object();
  char change[300] = "";
  if (range->pays)
    pme_candidate_write(&range->best, &range->present, pme_concrete_program(w->advice->prediction->concrete), change,
                        sizeof change);
  pme__json_set(&w->failed, object, "from", json_integer(range->from));
  pme__json_set(&w->failed, object, "to", json_integer(range->to));
  pme__json_set(&w->failed, object, "at", json_integer(range->at));
  pme__json_set(&w->failed, object, "pays", json_boolean(range->pays));
  pme__json_set(&w->failed, object, "unstable", json_boolean(range->is_unstable));
  pme__json_set(&w->failed, object, "change", pme__json_text(change));
  pme__json_set(&w->failed, object, range->by_misses ? "miss_ratio" : "time_ratio",
                pme__json_number(range->best.ratio));
  pme__json_set(&w->failed, object, "misses_before", misses_value(w, &range->present));
  pme__json_set(&w->failed, object, "misses_after", misses_value(w, &range->best));
  return object;
}

static json_t *sizes_value(writer *w, const pme_sizes *sizes, const pme_loop_sizes *loop) {
  const pme_prediction *prediction = w->advice->prediction;
  json_t *object = json_object(), *symbols = json_array(), *ranges = json_array(), *fits = json_object();
  for (int i = 0; i < sizes->symbol_count; i++)
    pme__json_append(&w->failed, symbols, pme__json_text(sizes->symbols[i]));
  for (int i = 0; i < loop->range_count; i++)
    pme__json_append(&w->failed, ranges, range_value(w, &loop->ranges[i]));
  for (int l = 0; l < prediction->level_count; l++)
    pme__json_set(&w->failed, fits, prediction->level_info[l].name,
                  loop->fits_up_to[l] == INT64_MAX ? json_null() : json_integer(loop->fits_up_to[l]));
  pme__json_set(&w->failed, object, "symbols", symbols);
  pme__json_set(&w->failed, object, "ranges", ranges);
  pme__json_set(&w->failed, object, "fits_up_to", fits);
  return object;
}

pme_status pme_json_set_sizes(pme_json *json, const pme_sizes *sizes, const pme_prediction *prediction,
                              pme_error *error) {
  const pme_advice names = {.prediction = prediction};
  writer w = {&names, false};
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1), *loop;
  size_t index;
  json_array_foreach(json_object_get(function, "loops"), index, loop) {
    for (int i = 0; i < sizes->loop_count; i++)
      if (json_integer_value(json_object_get(loop, "id")) == sizes->loops[i].node && sizes->loops[i].range_count)
        pme__json_set(&w.failed, loop, "sizes", sizes_value(&w, sizes, &sizes->loops[i]));
  }
  if (sizes->is_put_off)
    pme__json_set(&w.failed, function, "sizes_put_off", json_true());
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

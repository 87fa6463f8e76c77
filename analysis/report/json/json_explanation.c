/* What stands behind numbers, as JSON: the key "explanations" of docs/formats/json.md. */
#include "analysis/report/words/facts.h"
#include "json_parts.h"
#include "pmecache/report.h"

typedef struct writer {
  const pme_explanation *explanation;
  const pme_subject *subject;
  bool failed;
} writer;

static void set_text(writer *w, json_t *object, const char *key, const char *text) {
  pme__json_set(&w->failed, object, key, pme__json_text(text));
}

static void set_number(writer *w, json_t *object, const char *key, double value) {
  pme__json_set(&w->failed, object, key, pme__json_number(value));
}

/* A node that there is none of is null. */
static void set_node(writer *w, json_t *object, const char *key, int node) {
  pme__json_set(&w->failed, object, key, node == PME_NONE ? json_null() : json_integer(node));
}

static json_t *stratum_value(writer *w, const pme_stratum *s) {
  char text[PME_REUSE_TEXT_BYTES];
  json_t *object = json_object();
  pme_stratum_write(s, w->subject, text, sizeof text);
  set_text(w, object, "kind", pme_reuse_kind_name(s->kind));
  set_text(w, object, "text", text);
  set_node(w, object, "loop", s->loop);
  set_number(w, object, "stride_bytes", (double)s->stride_bytes);
  set_number(w, object, "accesses", s->accesses);
  pme__json_set(&w->failed, object, "certified", json_boolean(s->certified));
  set_number(w, object, "samples", (double)s->samples);
  set_number(w, object, "missing", (double)s->missing);
  set_number(w, object, "undecided", s->undecided);
  set_number(w, object, "misses", s->misses);
  set_number(w, object, "half_width", s->half_width);
  set_number(w, object, "cold", s->cold);
  set_number(w, object, "other_threads", s->other_threads);
  set_node(w, object, "source", s->source);
  set_number(w, object, "source_share", s->source_share);
  set_number(w, object, "effort_nanoseconds", s->effort_nanoseconds);
  return object;
}

static json_t *reuse_value(writer *w, const pme_reuse *reuse, int ways) {
  char text[PME_REUSE_TEXT_BYTES];
  json_t *object = json_object(), *vector = json_array();
  pme_reuse_write(reuse, w->subject, text, sizeof text);
  set_text(w, object, "text", text);
  set_node(w, object, "loop", reuse->loop);
  pme__json_set(&w->failed, object, "of_chunks", json_boolean(reuse->of_chunks));
  pme__json_set(&w->failed, object, "shared", json_boolean(reuse->is_shared));
  set_number(w, object, "distance", reuse->distance);
  set_node(w, object, "source", reuse->source);
  set_number(w, object, "lines", reuse->lines);
  set_number(w, object, "probability", reuse->probability);
  set_number(w, object, "misses", reuse->misses);
  set_number(w, object, "window_lines", reuse->window_lines);
  for (int c = 0; c <= ways; c++)
    pme__json_append(&w->failed, vector, pme__json_number(reuse->area_vector[c]));
  pme__json_set(&w->failed, object, "area_vector", vector);
  return object;
}

static void set_interval(writer *w, json_t *object, const pme_misses *m) {
  set_number(w, object, "misses", m->misses);
  set_number(w, object, "low", m->low);
  set_number(w, object, "high", m->high);
}

static json_t *walk_value(writer *w, const pme_number *number) {
  json_t *object = json_object(), *strata = json_array();
  set_interval(w, object, &number->walk);
  set_number(w, object, "coherence", number->walk.coherence);
  for (int i = 0; i < number->stratum_count; i++)
    pme__json_append(&w->failed, strata, stratum_value(w, &number->strata[i]));
  pme__json_set(&w->failed, object, "strata", strata);
  return object;
}

static json_t *form_value(writer *w, const pme_number *number, const pme_cache_level *level) {
  json_t *object = json_object(), *reuses = json_array();
  set_interval(w, object, &number->form);
  set_number(w, object, "sets", (double)pme_cache_sets(level));
  set_number(w, object, "ways", level->associativity);
  for (int i = 0; i < number->reuse_count; i++)
    pme__json_append(&w->failed, reuses, reuse_value(w, &number->reuses[i], level->associativity));
  pme__json_set(&w->failed, object, "reuses", reuses);
  set_number(w, object, "first_touches", number->first_touches);
  set_number(w, object, "rest", number->rest);
  return object;
}

static json_t *number_value(writer *w, int reference, int index) {
  const pme_number *number = pme_explanation_at(w->explanation, reference, index);
  const pme_prediction *prediction = w->explanation->prediction;
  const pme_misses *answer = &prediction->references[reference].levels[index];
  json_t *object = json_object();
  bool has_answer = number->choice != PME_CHOICE_NO_ANSWER;
  set_text(w, object, "name", prediction->level_info[index].name);
  set_text(w, object, "choice", pme_choice_name(number->choice));
  set_text(w, object, "text", pme_choice_text(number->choice));
  pme__json_set(&w->failed, object, "accesses", has_answer ? pme__json_number(answer->accesses) : json_null());
  pme__json_set(&w->failed, object, "misses", has_answer ? pme__json_number(answer->misses) : json_null());
  set_number(w, object, "correction", number->correction);
  pme__json_set(&w->failed, object, "walk", number->has_walk ? walk_value(w, number) : json_null());
  pme__json_set(&w->failed, object, "closed_form",
                number->has_form ? form_value(w, number, &prediction->machine->levels[index]) : json_null());
  return object;
}

static json_t *reference_value(writer *w, int reference) {
  const pme_prediction *prediction = w->explanation->prediction;
  int id = prediction->references[reference].node;
  const pme_subject_node *node = pme_subject_at(w->subject, id);
  json_t *object = json_object(), *levels = json_array();
  set_number(w, object, "id", id);
  set_text(w, object, "array", pme__array_name(w->subject, id));
  pme__json_set(&w->failed, object, "line", node->place.line > 0 ? json_integer(node->place.line) : json_null());
  pme__json_set(&w->failed, object, "column", node->place.column > 0 ? json_integer(node->place.column) : json_null());
  set_text(w, object, "access", node->u.access.is_write ? "write" : "read");
  for (int level = 0; level < prediction->level_count; level++)
    pme__json_append(&w->failed, levels, number_value(w, reference, level));
  pme__json_set(&w->failed, object, "levels", levels);
  return object;
}

pme_status pme_json_add_explanation(pme_json *json, const pme_explanation *explanation, const bool *wanted,
                                    const char *source_file, pme_error *error) {
  const pme_prediction *prediction = explanation->prediction;
  writer w = {explanation, prediction->subject, false};
  pme_status status = pme_json_add(json, prediction, source_file, error);
  if (status != PME_OK)
    return status;
  json_t *list = json_array();
  for (int r = 0; r < prediction->reference_count; r++)
    if (!wanted || wanted[r])
      pme__json_append(&w.failed, list, reference_value(&w, r));
  pme__json_set(&w.failed, json_array_get(json->functions, json_array_size(json->functions) - 1), "explanations", list);
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

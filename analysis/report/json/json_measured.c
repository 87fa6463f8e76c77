/* What of a document is from a run: the keys "measured" and "weight" of docs/formats/json.md. */
#include "analysis/report/words/facts.h"
#include "json_parts.h"
#include "pmecache/report.h"

static json_t *last_function(const pme_json *json) {
  return json_array_get(json->functions, json_array_size(json->functions) - 1);
}

static pme_status finish(bool failed, pme_error *error) {
  return failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

static json_t *measured_value(const pme_measured_run *run, bool *failed) {
  json_t *object = json_object();
  pme__json_set(failed, object, "threads", json_integer(run->threads));
  pme__json_set(failed, object, "at", pme__json_text(run->conditions));
  if (run->scaled)
    pme__json_set(failed, object, "scaled_from", pme__json_text(run->scaled));
  return object;
}

static int row_of(const pme_prediction *prediction, json_int_t node) {
  int row = 0;
  while (row < prediction->loop_count && prediction->loops[row].node != node)
    row++;
  return row < prediction->loop_count ? row : PME_NONE;
}

/* A run has counted what is executed. */
static void drop_suppositions(json_t *loop) {
  json_t *assumptions = json_object_get(loop, "assumptions");
  json_object_del(loop, "supposed_accesses");
  for (size_t i = json_array_size(assumptions); i-- > 0;) {
    const char *code = json_string_value(json_object_get(json_array_get(assumptions, i), "code"));
    pme_assumption assumption = {.code = pme_assumption_from_name(code ? code : "")};
    if (assumption.code != PME_ASSUMPTION_COUNT && pme__supposes(&assumption))
      json_array_remove(assumptions, i);
  }
}

/* It is measured, or inside of a loop that is. */
static bool is_in_measured(const pme_composed_prediction *composed, int row) {
  const pme_prediction *p = &composed->prediction;
  for (int i = 0; i < p->loop_count; i++)
    if (composed->is_measured[i] && pme_subject_is_below(p->subject, p->loops[row].node, p->loops[i].node))
      return true;
  return false;
}

pme_status pme_json_set_measured(pme_json *json, const pme_composed_prediction *composed,
                                 const pme_measured_run *const *runs, pme_error *error) {
  bool failed = false;
  size_t index;
  json_t *loop;
  json_array_foreach(json_object_get(last_function(json), "loops"), index, loop) {
    int row = row_of(&composed->prediction, json_integer_value(json_object_get(loop, "id")));
    if (row != PME_NONE && is_in_measured(composed, row))
      drop_suppositions(loop);
    if (row != PME_NONE && composed->is_measured[row])
      pme__json_set(&failed, loop, "measured", measured_value(runs[composed->part[row]], &failed));
    if (row != PME_NONE && composed->is_not_run[row])
      pme__json_set(&failed, loop, "not_run", json_true());
  }
  return finish(failed, error);
}

pme_status pme_json_set_found(pme_json *json, const pme_found *found, pme_error *error) {
  bool failed = false;
  size_t index;
  json_t *level;
  json_array_foreach(json_object_get(last_function(json), "levels"), index, level) {
    if (found[index].among > 0) {
      pme__json_set(&failed, level, "found", pme__json_number(found[index].lines));
      pme__json_set(&failed, level, "found_among", pme__json_number(found[index].among));
    }
    if (found[index].lacking > 0)
      pme__json_set(&failed, level, "found_lacking", pme__json_number(found[index].lacking));
  }
  return finish(failed, error);
}

pme_status pme_json_set_weight(pme_json *json, double calls, const char *from, pme_error *error) {
  bool failed = false;
  json_t *object = json_object();
  pme__json_set(&failed, object, "calls", pme__json_number(calls));
  pme__json_set(&failed, object, "from", pme__json_text(from));
  pme__json_set(&failed, last_function(json), "weight", object);
  return finish(failed, error);
}

pme_status pme_json_set_inlined(pme_json *json, const char *const *functions, int count, pme_error *error) {
  bool failed = false;
  json_t *names = count ? json_array() : NULL;
  for (int i = 0; i < count; i++)
    pme__json_append(&failed, names, pme__json_text(functions[i]));
  if (count)
    pme__json_set(&failed, last_function(json), "inlined_in", names);
  return finish(failed, error);
}

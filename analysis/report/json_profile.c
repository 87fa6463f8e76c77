/* What a profile says by three ways of counting, as JSON: the key "hit_models" of docs/json.md. */
#include "json_parts.h"
#include "pmecache/report.h"

typedef struct writer {
  const pme_profile_answer *answer;
  bool failed;
} writer;

static void set(writer *w, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value))
    w->failed = true;
}

static void append(writer *w, json_t *array, json_t *value) {
  if (json_array_append_new(array, value))
    w->failed = true;
}

static json_t *level_value(writer *w, int level, const pme_profile_counts *counts) {
  json_t *object = json_object();
  set(w, object, "name", pme__json_text(w->answer->prediction->level_info[level].name));
  set(w, object, "exact_index", pme__json_number(counts->exact_index));
  set(w, object, "sdcm", pme__json_number(counts->sdcm));
  set(w, object, "fully_associative", pme__json_number(counts->fully_associative));
  set(w, object, "set_conflict", json_boolean(counts->set_conflict));
  return object;
}

/* `key`: loop or reference, and the node; NULL: the function. */
static json_t *part_value(writer *w, const char *key, int node, const pme_profile_counts *counts) {
  json_t *object = json_object(), *levels = json_array();
  if (key)
    set(w, object, key, json_integer(node));
  for (int level = 0; level < w->answer->prediction->level_count; level++)
    append(w, levels, level_value(w, level, &counts[level]));
  set(w, object, "levels", levels);
  return object;
}

pme_status pme_json_add_profile(pme_json *json, const pme_profile_answer *answer, pme_error *error) {
  const pme_prediction *prediction = answer->prediction;
  writer w = {answer, false};
  pme_status status = pme_json_add(json, prediction, NULL, error);
  if (status)
    return status;
  json_t *parts = json_array();
  append(&w, parts, part_value(&w, NULL, PME_NONE, answer->totals));
  for (int i = 0; i < prediction->loop_count; i++)
    append(&w, parts, part_value(&w, "loop", prediction->loops[i].node, answer->loops[i]));
  for (int i = 0; i < prediction->reference_count; i++)
    append(&w, parts, part_value(&w, "reference", prediction->references[i].node, answer->references[i]));
  set(&w, json_array_get(json->functions, json_array_size(json->functions) - 1), "hit_models", parts);
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

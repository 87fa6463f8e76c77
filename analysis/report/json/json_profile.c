/* What a profile says by three ways of counting, as JSON: the key "hit_models" of docs/formats/json.md. */
#include "json_parts.h"
#include "pmecache/report.h"

typedef struct writer {
  const pme_profile_answer *answer;
  bool failed;
} writer;

static json_t *level_value(writer *w, int level, const pme_profile_counts *counts) {
  json_t *object = json_object();
  pme__json_set(&w->failed, object, "name", pme__json_text(w->answer->prediction->level_info[level].name));
  pme__json_set(&w->failed, object, "exact_index", pme__json_number(counts->exact_index));
  pme__json_set(&w->failed, object, "sets_sampled", json_boolean(counts->sets_sampled));
  pme__json_set(&w->failed, object, "sdcm", pme__json_number(counts->sdcm));
  pme__json_set(&w->failed, object, "fully_associative", pme__json_number(counts->fully_associative));
  pme__json_set(&w->failed, object, "set_conflict", json_boolean(counts->set_conflict));
  return object;
}

/* `key`: loop or reference, and the node; NULL: the function. */
static json_t *part_value(writer *w, const char *key, int node, const pme_profile_counts *counts) {
  json_t *object = json_object(), *levels = json_array();
  if (key)
    pme__json_set(&w->failed, object, key, json_integer(node));
  for (int level = 0; level < w->answer->prediction->level_count; level++)
    pme__json_append(&w->failed, levels, level_value(w, level, &counts[level]));
  pme__json_set(&w->failed, object, "levels", levels);
  return object;
}

pme_status pme_json_add_profile(pme_json *json, const pme_profile_answer *answer, pme_error *error) {
  const pme_prediction *prediction = answer->prediction;
  writer w = {answer, false};
  pme_status status = pme_json_add(json, prediction, NULL, error);
  if (status)
    return status;
  json_t *parts = json_array();
  pme__json_append(&w.failed, parts, part_value(&w, NULL, PME_NONE, answer->totals));
  for (int i = 0; i < prediction->loop_count; i++)
    pme__json_append(&w.failed, parts, part_value(&w, "loop", prediction->loops[i].node, answer->loops[i]));
  for (int i = 0; i < prediction->reference_count; i++)
    pme__json_append(&w.failed, parts,
                     part_value(&w, "reference", prediction->references[i].node, answer->references[i]));
  pme__json_set(&w.failed, json_array_get(json->functions, json_array_size(json->functions) - 1), "hit_models", parts);
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

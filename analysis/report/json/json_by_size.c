/* Predictions as functions of a size, as JSON: the key `by_size` of a loop (docs/formats/json.md). */
#include "json_parts.h"
#include "pmecache/report.h"

typedef struct writer {
  const pme_by_size *answer;
  bool failed;
} writer;

static const char *level_name(const writer *w, int level) { return w->answer->prediction->level_info[level].name; }

static json_t *law_value(writer *w, const pme_size_law *law) {
  json_t *object = json_object();
  pme__json_set(&w->failed, object, "from", json_integer(law->from));
  pme__json_set(&w->failed, object, "to", law->to == INT64_MAX ? json_null() : json_integer(law->to));
  pme__json_set(&w->failed, object, "coefficient", pme__json_number(law->coefficient));
  pme__json_set(&w->failed, object, "low", pme__json_number(law->low));
  pme__json_set(&w->failed, object, "high", pme__json_number(law->high));
  pme__json_set(&w->failed, object, "exponent", json_integer(law->exponent));
  pme__json_set(&w->failed, object, "error", pme__json_number(law->error));
  return object;
}

static json_t *level_value(writer *w, const pme_by_size_loop *loop, int level) {
  json_t *object = json_object(), *laws = json_array();
  for (int i = 0; i < loop->law_count[level]; i++)
    pme__json_append(&w->failed, laws, law_value(w, &loop->laws[level][i]));
  pme__json_set(&w->failed, object, "name", pme__json_text(level_name(w, level)));
  pme__json_set(&w->failed, object, "fits_up_to",
                loop->fits_up_to[level] == INT64_MAX ? json_null() : json_integer(loop->fits_up_to[level]));
  pme__json_set(&w->failed, object, "laws", laws);
  return object;
}

static json_t *point_value(writer *w, const pme_size_point *point) {
  json_t *object = json_object(), *levels = json_array();
  for (int level = 0; level < w->answer->prediction->level_count; level++) {
    const pme_misses *m = &point->levels[level];
    json_t *row = json_object();
    pme__json_set(&w->failed, row, "name", pme__json_text(level_name(w, level)));
    pme__json_set(&w->failed, row, "misses", pme__json_number(m->misses));
    pme__json_set(&w->failed, row, "low", pme__json_number(m->low));
    pme__json_set(&w->failed, row, "high", pme__json_number(m->high));
    pme__json_append(&w->failed, levels, row);
  }
  pme__json_set(&w->failed, object, "size", json_integer(point->size));
  pme__json_set(&w->failed, object, "trip_count", pme__json_number(point->trip_count));
  pme__json_set(&w->failed, object, "accesses", pme__json_number(point->levels[0].accesses));
  pme__json_set(&w->failed, object, "left_out_accesses",
                point->left_out_accesses < 0 ? json_null() : pme__json_number(point->left_out_accesses));
  if (point->data_accesses > 0)
    pme__json_set(&w->failed, object, "data_accesses", pme__json_number(point->data_accesses));
  pme__json_set(&w->failed, object, "levels", levels);
  return object;
}

/* Every size from the first one on. */
static json_t *small_value(writer *w, const pme_by_size_loop *loop) {
  json_t *object = json_object(), *accesses = json_array(), *misses = json_object();
  for (int i = 0; i < loop->small_count; i++)
    pme__json_append(&w->failed, accesses, pme__json_number(loop->small[i].levels[0].accesses));
  for (int level = 0; level < w->answer->prediction->level_count; level++) {
    json_t *of_level = json_array();
    for (int i = 0; i < loop->small_count; i++)
      pme__json_append(&w->failed, of_level, pme__json_number(loop->small[i].levels[level].misses));
    pme__json_set(&w->failed, misses, level_name(w, level), of_level);
  }
  pme__json_set(&w->failed, object, "from", json_integer(loop->small[0].size));
  pme__json_set(&w->failed, object, "accesses", accesses);
  pme__json_set(&w->failed, object, "misses", misses);
  return object;
}

static json_t *symbols_value(writer *w) {
  json_t *symbols = json_array();
  for (int i = 0; i < w->answer->symbol_count; i++)
    pme__json_append(&w->failed, symbols, pme__json_text(w->answer->symbols[i]));
  return symbols;
}

/* One list for each part of a form, as long as the symbols. */
static void set_forms(writer *w, json_t *object) {
  json_t *parts = json_array(), *powers = json_array(), *factors = json_array();
  for (int i = 0; i < w->answer->symbol_count; i++) {
    pme_size_form form = w->answer->forms[i];
    pme__json_append(&w->failed, parts, json_integer(form.parts));
    pme__json_append(&w->failed, powers, json_integer(form.power));
    pme__json_append(&w->failed, factors, json_integer(form.factor));
  }
  pme__json_set(&w->failed, object, "parts", parts);
  pme__json_set(&w->failed, object, "powers", powers);
  pme__json_set(&w->failed, object, "factors", factors);
}

static json_t *taken_value(writer *w, const pme_by_size_loop *loop) {
  json_t *taken = json_array();
  for (int i = 0; i < loop->taken_count; i++) {
    json_t *object = json_object();
    pme__json_set(&w->failed, object, "symbol", pme__json_text(loop->taken[i].name));
    pme__json_set(&w->failed, object, "value", json_integer(loop->taken[i].value));
    pme__json_set(&w->failed, object, "text", pme__json_text(loop->taken[i].origin));
    pme__json_append(&w->failed, taken, object);
  }
  return taken;
}

static json_t *loop_value(writer *w, const pme_by_size_loop *loop) {
  json_t *object = json_object(), *levels = json_array(), *points = json_array();
  for (int level = 0; level < w->answer->prediction->level_count; level++)
    pme__json_append(&w->failed, levels, level_value(w, loop, level));
  for (int i = 0; i < loop->point_count; i++)
    pme__json_append(&w->failed, points, point_value(w, &loop->points[i]));
  pme__json_set(&w->failed, object, "symbols", symbols_value(w));
  set_forms(w, object);
  if (w->answer->limit > 0)
    pme__json_set(&w->failed, object, "limit", json_integer(w->answer->limit));
  pme__json_set(&w->failed, object, "taken", taken_value(w, loop));
  pme__json_set(&w->failed, object, "alone", json_boolean(loop->alone));
  pme__json_set(&w->failed, object, "complete", json_boolean(loop->status == PME_LOOP_MODELLED));
  pme__json_set(&w->failed, object, "levels", levels);
  pme__json_set(&w->failed, object, "points", points);
  if (loop->small_count > 0)
    pme__json_set(&w->failed, object, "small", small_value(w, loop));
  return object;
}

pme_status pme_json_set_by_size(pme_json *json, const pme_by_size *answer, pme_error *error) {
  writer w = {answer, false};
  json_t *function = json_array_get(json->functions, json_array_size(json->functions) - 1), *loop;
  size_t index;
  json_array_foreach(json_object_get(function, "loops"), index, loop) {
    for (int i = 0; i < answer->loop_count; i++)
      if (json_integer_value(json_object_get(loop, "id")) == answer->loops[i].node)
        pme__json_set(&w.failed, loop, "by_size", loop_value(&w, &answer->loops[i]));
  }
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

/* The documents of a build as one document: docs/formats/json.md, "units". */
#include <errno.h>
#include <string.h>

#include "pmecache/report.h"
#include "units_parts.h"

/* Puts a value that may be NULL for want of memory. */
static bool put(json_t *object, const char *key, json_t *value) { return !json_object_set_new(object, key, value); }
static bool append(json_t *list, json_t *value) { return !json_array_append_new(list, value); }

/* The machine stands in a unit where it is not that of the first one. */
static json_t *unit_value(const pme__units *u, const pme__unit *unit) {
  json_t *object = json_object();
  bool is_good =
      put(object, "source", json_string(unit->source)) && put(object, "directory", json_string(unit->directory));
  if (unit->machine && u->units[0].machine && !json_equal((json_t *)unit->machine, (json_t *)u->units[0].machine))
    is_good = is_good && !json_object_set(object, "machine", (json_t *)unit->machine);
  if (is_good)
    return object;
  json_decref(object);
  return NULL;
}

static json_t *units_value(const pme__units *u) {
  json_t *list = json_array();
  for (int i = 0; i < u->unit_count; i++)
    if (!append(list, unit_value(u, &u->units[i]))) {
      json_decref(list);
      return NULL;
    }
  return list;
}

static json_t *functions_value(const pme__units *u) {
  json_t *list = json_array();
  for (int i = 0; i < u->function_count; i++) {
    json_t *function = json_copy((json_t *)u->functions[i].value);
    if (json_is_object(function) && !put(function, "unit", json_integer(u->functions[i].unit)))
      json_decref(function), function = NULL;
    if (!append(list, function)) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}

static json_t *totals_value(const pme__units *u) {
  pme__totals t = pme__totals_of(u, NULL);
  json_t *levels = json_array();
  for (int i = 0; i < t.level_count; i++)
    if (!append(levels, json_pack("{s:s,s:f,s:f,s:f,s:f,s:f,s:f}", "name", t.levels[i].name, "accesses",
                                  t.levels[i].accesses, "misses", t.levels[i].misses, "first_touches",
                                  t.levels[i].first_touches, "warm_misses", t.levels[i].warm_misses, "cold_misses",
                                  t.levels[i].cold_misses, "data_misses", t.levels[i].data_misses))) {
      json_decref(levels);
      return NULL;
    }
  return json_pack("{s:i,s:i,s:i,s:i,s:f,s:f,s:b,s:f,s:o}", "functions", u->function_count, "weighted",
                   u->weighted_count, "inlined", u->inlined_count, "partly", pme__count_partly(u), "data_accesses",
                   t.data_accesses, "left_out_accesses", t.left_out_accesses, "more_left_out", t.is_more_left_out,
                   "supposed_accesses", t.supposed_accesses, "levels", levels);
}

static json_t *document(const pme__units *u) {
  json_t *root = json_object();
  bool is_good = put(root, "version", json_integer(PME_JSON_VERSION)) && put(root, "producer", json_string("report"));
  if (u->unit_count && u->units[0].machine)
    is_good = is_good && !json_object_set(root, "machine", (json_t *)u->units[0].machine);
  is_good = is_good && put(root, "units", units_value(u)) && put(root, "functions", functions_value(u)) &&
            put(root, "totals", totals_value(u));
  if (is_good)
    return root;
  json_decref(root);
  return NULL;
}

pme_status pme__write_json(json_t *root, size_t flags, FILE *stream, pme_error *error) {
  char *text = root ? json_dumps(root, JSON_INDENT(1) | flags) : NULL;
  json_decref(root);
  if (!text)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  bool is_written = fputs(text, stream) != EOF && fputc('\n', stream) != EOF;
  pme_reallocate(text, 0);
  return is_written ? PME_OK : pme_error_set(error, PME_IO, 0, 0, "cannot write: %s", strerror(errno));
}

pme_status pme__units_json(const pme__units *units, FILE *stream, pme_error *error) {
  return pme__write_json(document(units), JSON_REAL_PRECISION(15), stream, error);
}

/* The printed equations as JSON: the key "printed" of docs/formats/json.md. */
#include "analysis/report/words/facts.h"
#include "json_parts.h"
#include "pmecache/printed.h"

typedef struct writer {
  const pme_printed *printed;
  const pme_subject *subject;
  bool failed;
} writer;

static void set_number(writer *w, json_t *object, const char *key, double value) {
  pme__json_set(&w->failed, object, key, pme__json_number(value));
}

static int node_of(const writer *w, int row) { return w->printed->prediction->references[row].node; }

static void set_parallel(writer *w, json_t *object, const pme_printed_equation *e) {
  set_number(w, object, "nrs", e->nrs);
  set_number(w, object, "rd", e->rd);
  set_number(w, object, "rso", e->rso);
  set_number(w, object, "ngrt", e->ngrt);
  set_number(w, object, "nst", e->nst);
  set_number(w, object, "ngrtC", e->ngrt_c);
}

static json_t *equation_value(writer *w, const pme_printed_equation *e) {
  static const char *const kinds[] = {
      [PME_PRINTED_SERIAL] = "serial", [PME_PRINTED_PARALLEL] = "parallel", [PME_PRINTED_TRANSLATION] = "translation"};
  json_t *object = json_object();
  set_number(w, object, "id", node_of(w, e->reference));
  pme__json_set(&w->failed, object, "array", pme__json_text(pme__array_name(w->subject, node_of(w, e->reference))));
  pme__json_set(&w->failed, object, "level", pme__json_text(w->printed->prediction->level_info[e->level].name));
  set_number(w, object, "loop", e->loop);
  pme__json_set(&w->failed, object, "variable", pme__json_text(pme_subject_at(w->subject, e->loop)->u.loop.variable));
  pme__json_set(&w->failed, object, "kind", pme__json_text(kinds[e->kind]));
  pme__json_set(&w->failed, object, "of_chunks", json_boolean(e->of_chunks));
  set_number(w, object, "iterations", (double)e->iterations);
  set_number(w, object, "block", (double)e->block);
  set_number(w, object, "threads", (double)e->threads);
  set_number(w, object, "stride_bytes", (double)e->stride_bytes);
  set_number(w, object, "element_bytes", (double)e->element_bytes);
  set_number(w, object, "line_bytes", (double)e->line_bytes);
  set_number(w, object, "new_sets", e->new_sets);
  if (e->kind == PME_PRINTED_PARALLEL)
    set_parallel(w, object, e);
  if (e->kind == PME_PRINTED_TRANSLATION) {
    set_number(w, object, "follows", node_of(w, e->follows));
    set_number(w, object, "distance", e->distance);
  }
  set_number(w, object, "rem", e->rem);
  set_number(w, object, "miss_between", e->miss_between);
  set_number(w, object, "miss_after_one", e->miss_after_one);
  set_number(w, object, "first", e->first);
  set_number(w, object, "reused", e->reused);
  return object;
}

pme_status pme_json_add_printed(pme_json *json, const pme_printed *printed, const bool *wanted, const char *source_file,
                                pme_error *error) {
  writer w = {printed, printed->prediction->subject, false};
  pme_status status = pme_json_add(json, printed->prediction, source_file, error);
  if (status != PME_OK)
    return status;
  json_t *list = json_array();
  for (int i = 0; i < printed->equation_count; i++)
    if (!wanted || wanted[printed->equations[i].reference])
      pme__json_append(&w.failed, list, equation_value(&w, &printed->equations[i]));
  pme__json_set(&w.failed, json_array_get(json->functions, json_array_size(json->functions) - 1), "printed", list);
  return w.failed ? pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory") : PME_OK;
}

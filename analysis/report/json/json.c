/* Predictions as JSON: docs/formats/json.md describes every key. A failed allocation sticks: every setter accepts NULL,
 * and the caller asks once, at the end. */
#include "pmecache/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/report/words/facts.h"
#include "json_parts.h"

typedef struct writer {
  const pme_prediction *prediction;
  const pme_prediction *simulated; /* NULL: no comparison */
  const pme_subject *subject;
  const char *source_file;
  bool failed;
} writer;

/* ---- values ---- */

static void *allocate(size_t size_bytes) { return pme_reallocate(NULL, size_bytes ? size_bytes : 1); }
static void release(void *pointer) { pme_reallocate(pointer, 0); }

void pme__json_set(bool *failed, json_t *object, const char *key, json_t *value) {
  if (json_object_set_new(object, key, value))
    *failed = true;
}

void pme__json_append(bool *failed, json_t *array, json_t *value) {
  if (json_array_append_new(array, value))
    *failed = true;
}

/* Source names may hold any bytes, JSON only UTF-8: others become '?'. */
json_t *pme__json_text(const char *text) {
  json_t *value = json_string(text);
  if (value)
    return value;
  size_t length = strlen(text);
  char *copy = (char *)allocate(length + 1);
  if (!copy)
    return NULL;
  for (size_t i = 0; i <= length; i++)
    copy[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
  value = json_string(copy);
  release(copy);
  return value;
}

/* Whole numbers are written as such. */
json_t *pme__json_number(double value) {
  if (!isfinite(value))
    return json_null();
  return fabs(value) < 9e15 && floor(value) == value ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *known_value(double value, bool known) { return known ? pme__json_number(value) : json_null(); }

static void set_text(writer *w, json_t *object, const char *key, const char *text) {
  pme__json_set(&w->failed, object, key, pme__json_text(text));
}

static void set_number(writer *w, json_t *object, const char *key, double value) {
  pme__json_set(&w->failed, object, key, pme__json_number(value));
}

/* A line or column that is not known is null. */
static void set_place(writer *w, json_t *object, pme_place place) {
  pme__json_set(&w->failed, object, "line", known_value(place.line, place.line > 0));
  pme__json_set(&w->failed, object, "column", known_value(place.column, place.column > 0));
}

/* ---- machine ---- */

static json_t *machine_level(writer *w, const pme_cache_level *level) {
  json_t *object = json_object();
  set_text(w, object, "name", level->name);
  set_number(w, object, "size_bytes", (double)level->size_bytes);
  set_number(w, object, "associativity", level->associativity);
  set_number(w, object, "line_bytes", level->line_bytes);
  set_number(w, object, "sets", (double)pme_cache_sets(level));
  set_number(w, object, "shared_by", level->shared_by);
  char policy[PME_POLICY_NAME_BYTES];
  pme_policy_name(&level->policy, policy);
  set_text(w, object, "policy", policy);
  pme__json_set(&w->failed, object, "latency_cycles", known_value(level->latency_cycles, level->latency_cycles > 0));
  pme__json_set(&w->failed, object, "throughput_cycles",
                known_value(level->throughput_cycles, level->throughput_cycles > 0));
  return object;
}

static json_t *machine_value(writer *w, const pme_machine *machine) {
  char text[1024];
  json_t *object = json_object(), *levels = json_array();
  pme_machine_write(machine, text, sizeof text);
  set_text(w, object, "name", machine->name);
  set_text(w, object, "text", text);
  set_number(w, object, "cores", machine->cores);
  set_text(w, object, "placement", machine->placement == PME_PLACEMENT_SPREAD ? "spread" : "close");
  pme__json_set(&w->failed, object, "frequency_hz", known_value(machine->frequency_hz, machine->frequency_hz > 0));
  pme__json_set(&w->failed, object, "memory_latency_cycles",
                known_value(machine->memory_latency_cycles, machine->memory_latency_cycles > 0));
  pme__json_set(&w->failed, object, "memory_throughput_cycles",
                known_value(machine->memory_throughput_cycles, machine->memory_throughput_cycles > 0));
  for (int level = 0; level < machine->level_count; level++)
    pme__json_append(&w->failed, levels, machine_level(w, &machine->levels[level]));
  pme__json_set(&w->failed, object, "levels", levels);
  return object;
}

/* ---- misses ---- */

static const char *precision_name(pme_precision precision) {
  static const char *const names[] = {"exact", "estimate", "bound"};
  return names[precision];
}

static const char *engine_name(pme_engine engine) {
  static const char *const names[] = {"closed-form", "walk", "simulator", "profile"};
  return names[engine];
}

/* error = (predicted - simulated) / simulated; null when only the prediction has misses. */
static void set_comparison(writer *w, json_t *object, const pme_misses *predicted, const pme_misses *simulated) {
  double difference = predicted->misses - simulated->misses;
  bool known = simulated->misses > 0 || difference == 0;
  set_number(w, object, "simulated", simulated->misses);
  pme__json_set(&w->failed, object, "error", known_value(difference == 0 ? 0 : difference / simulated->misses, known));
}

/* Lines over the border behind the level. */
static json_t *traffic_value(writer *w, int level, const pme_misses *m) {
  double line_bytes = w->prediction->machine->levels[level].line_bytes, half = m->write_backs_half_width;
  json_t *object = json_object();
  set_number(w, object, "fills", m->fills);
  set_number(w, object, "write_backs", m->write_backs);
  set_number(w, object, "write_backs_low", m->write_backs > half ? m->write_backs - half : 0);
  set_number(w, object, "write_backs_high", m->write_backs + half);
  set_number(w, object, "clean_outs", m->clean_outs);
  set_number(w, object, "left", m->left);
  set_number(w, object, "bytes_in", line_bytes * m->fills);
  set_number(w, object, "bytes_out", line_bytes * (m->write_backs + m->clean_outs));
  return object;
}

static json_t *level_value(writer *w, int level, const pme_misses *misses, const pme_misses *simulated) {
  const pme_prediction_level *info = &w->prediction->level_info[level];
  json_t *object = json_object();
  set_text(w, object, "name", info->name);
  set_text(w, object, "scope", info->shared ? "shared" : "private");
  set_number(w, object, "instances", info->instances);
  set_number(w, object, "accesses", misses->accesses);
  set_number(w, object, "misses", misses->misses);
  pme__json_set(&w->failed, object, "miss_rate",
                known_value(misses->accesses > 0 ? misses->misses / misses->accesses : 0, misses->accesses > 0));
  set_number(w, object, "cold", misses->cold);
  set_number(w, object, "self", misses->self);
  set_number(w, object, "other_threads", misses->other_threads);
  set_number(w, object, "coherence", misses->coherence);
  set_number(w, object, "false_sharing", misses->false_sharing);
  set_number(w, object, "page_walks", misses->page_walks);
  set_number(w, object, "prefetches", misses->prefetches);
  set_text(w, object, "precision", precision_name(misses->precision));
  set_number(w, object, "low", misses->low);
  set_number(w, object, "high", misses->high);
  set_number(w, object, "placement", misses->placement);
  set_text(w, object, "engine", engine_name(misses->engine));
  if (w->prediction->has_traffic)
    pme__json_set(&w->failed, object, "traffic", traffic_value(w, level, misses));
  if (simulated)
    set_comparison(w, object, misses, simulated);
  return object;
}

/* PME_MAX_LEVELS rows of misses; without an answer the list is empty. */
static json_t *levels_value(writer *w, bool modelled, const pme_misses *misses, const pme_misses *simulated) {
  json_t *levels = json_array();
  for (int level = 0; modelled && level < w->prediction->level_count; level++)
    pme__json_append(&w->failed, levels, level_value(w, level, &misses[level], simulated ? &simulated[level] : NULL));
  return levels;
}

/* `file`: that of the loop, of which nothing is said again. */
static json_t *reference_value(writer *w, int index, const char *file) {
  const pme_reference_prediction *reference = &w->prediction->references[index];
  const pme_subject_node *node = pme_subject_at(w->subject, reference->node);
  const char *own = pme__file_of(w->subject, node->place, w->source_file);
  json_t *object = json_object();
  set_number(w, object, "id", reference->node);
  set_text(w, object, "array", pme__array_name(w->subject, reference->node));
  set_place(w, object, node->place);
  if (node->place.line > 0 && strcmp(own, file) != 0)
    set_text(w, object, "file", own);
  set_text(w, object, "access", node->u.access.is_write ? "write" : "read");
  set_number(w, object, "kept_loops", node->u.access.kept_loops);
  pme__json_set(&w->failed, object, "modelled", json_boolean(reference->modelled));
  pme__json_set(&w->failed, object, "levels",
                levels_value(w, reference->modelled, reference->levels,
                             w->simulated ? w->simulated->references[index].levels : NULL));
  return object;
}

/* ---- reasons and assumptions ---- */

static json_t *reason_value(writer *w, const pme_reason *reason) {
  pme_place place = reason->place.line > 0 ? reason->place : pme__place_of(w->subject, reason->node);
  json_t *object = json_object();
  set_text(w, object, "code", pme_reason_name(reason->code));
  set_place(w, object, place);
  set_text(w, object, "text", reason->text && reason->text[0] ? reason->text : pme_reason_text(reason->code));
  set_text(w, object, "hint", pme__reason_text_hint(reason));
  return object;
}

static json_t *assumption_value(writer *w, const pme_assumption *assumption) {
  json_t *object = json_object();
  set_text(w, object, "code", pme_assumption_name(assumption->code));
  set_text(w, object, "text",
           assumption->text && assumption->text[0] ? assumption->text : pme_assumption_text(assumption->code));
  return object;
}

/* Those that concern a loop; NULL: those of the whole function. */
static json_t *reasons_value(writer *w, const pme_loop_prediction *loop) {
  json_t *list = json_array();
  for (int i = 0; i < pme__reason_count(w->prediction); i++) {
    const pme_reason *reason = pme__reason_at(w->prediction, i);
    if (loop ? pme__reason_concerns(w->prediction, reason, loop)
             : pme__reported_loop(w->subject, reason->node) == PME_NONE)
      pme__json_append(&w->failed, list, reason_value(w, reason));
  }
  return list;
}

static json_t *assumptions_value(writer *w, const pme_loop_prediction *loop) {
  json_t *list = json_array();
  for (int i = 0; i < pme__assumption_count(w->prediction); i++) {
    const pme_assumption *assumption = pme__assumption_at(w->prediction, i);
    if (loop ? pme__assumption_concerns(w->prediction, assumption, loop)
             : pme__reported_loop(w->subject, assumption->node) == PME_NONE)
      pme__json_append(&w->failed, list, assumption_value(w, assumption));
  }
  return list;
}

/* ---- loops and functions ---- */

static void set_schedule(writer *w, json_t *object, const pme_loop_prediction *loop) {
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  bool parallel = pme__is_parallel(w->prediction, loop), team = pme__is_team(w->prediction, loop);
  bool has_schedule = parallel && !team;
  pme__schedule_of(w->prediction, loop, &schedule, &chunk, &threads);
  pme__json_set(&w->failed, object, "parallel", json_boolean(parallel));
  pme__json_set(&w->failed, object, "schedule", has_schedule ? json_string(pme_schedule_name(schedule)) : json_null());
  pme__json_set(&w->failed, object, "chunk", known_value((double)chunk, has_schedule && chunk > 0));
  pme__json_set(&w->failed, object, "collapse",
                known_value(pme_subject_at(w->subject, loop->node)->u.loop.collapse, parallel));
  pme__json_set(&w->failed, object, "threads", known_value(threads, threads > 0));
  pme__json_set(&w->failed, object, "each_thread", json_boolean(team));
  if (pme_subject_at(w->subject, loop->node)->u.loop.is_taskloop)
    pme__json_set(&w->failed, object, "taskloop", json_true());
}

static json_t *loop_value(writer *w, int index) {
  static const char *const statuses[] = {"modelled", "partly", "not-modelled"};
  const pme_loop_prediction *loop = &w->prediction->loops[index];
  const pme_subject_node *node = pme_subject_at(w->subject, loop->node);
  int outer = pme__loop_around(w->subject, loop->node);
  const char *file = pme__file_of(w->subject, node->place, w->source_file);
  json_t *object = json_object(), *references = json_array();
  set_number(w, object, "id", loop->node);
  pme__json_set(&w->failed, object, "parent", known_value(outer, outer != PME_NONE));
  set_text(w, object, "file", file);
  set_place(w, object, node->place);
  set_text(w, object, "variable", node->u.loop.variable);
  set_schedule(w, object, loop);
  pme__json_set(&w->failed, object, "trip_count", known_value(loop->trip_count, loop->trip_count >= 0));
  pme__json_set(&w->failed, object, "executions", known_value(loop->executions, loop->executions >= 0));
  set_text(w, object, "status", statuses[loop->status]);
  if (loop->status == PME_LOOP_PARTLY)
    pme__json_set(&w->failed, object, "left_out_accesses",
                  known_value(loop->left_out_accesses, loop->left_out_accesses >= 0));
  if (loop->data_accesses > 0)
    pme__json_set(&w->failed, object, "data_accesses", pme__json_number(loop->data_accesses));
  double supposed = loop->status == PME_LOOP_NOT_MODELLED ? 0 : pme__supposed_accesses(w->prediction, loop->node);
  if (supposed > 0)
    pme__json_set(&w->failed, object, "supposed_accesses", pme__json_number(supposed));
  pme__json_set(&w->failed, object, "reasons", reasons_value(w, loop));
  pme__json_set(&w->failed, object, "assumptions", assumptions_value(w, loop));
  pme__json_set(&w->failed, object, "levels",
                levels_value(w, loop->status != PME_LOOP_NOT_MODELLED, loop->levels,
                             w->simulated ? w->simulated->loops[index].levels : NULL));
  for (int i = 0; i < w->prediction->reference_count; i++)
    if (pme_subject_is_below(w->subject, w->prediction->references[i].node, loop->node))
      pme__json_append(&w->failed, references, reference_value(w, i, file));
  pme__json_set(&w->failed, object, "references", references);
  return object;
}

static json_t *function_value(writer *w) {
  json_t *object = json_object(), *loops = json_array();
  pme_place own = {.line = w->subject->line};
  set_text(w, object, "name", w->subject->function);
  set_text(w, object, "file", pme__file_of(w->subject, own, w->source_file));
  pme__json_set(&w->failed, object, "line", known_value(own.line, own.line > 0));
  set_text(w, object, "accesses", w->subject->as_compiled ? "compiled" : "source");
  for (int i = 0; i < w->prediction->loop_count; i++)
    if (pme__is_reported(w->prediction, &w->prediction->loops[i]))
      pme__json_append(&w->failed, loops, loop_value(w, i));
  pme__json_set(&w->failed, object, "loops", loops);
  pme__json_set(&w->failed, object, "reasons", reasons_value(w, NULL));
  pme__json_set(&w->failed, object, "assumptions", assumptions_value(w, NULL));
  pme__json_set(&w->failed, object, "levels",
                levels_value(w, pme__has_totals(w->prediction), w->prediction->levels,
                             w->simulated ? w->simulated->levels : NULL));
  return object;
}

/* ---- documents ---- */

static pme_status no_memory(pme_error *error) { return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory"); }

pme_status pme_json_create(const char *producer, const pme_machine *machine, pme_json **out, pme_error *error) {
  json_set_alloc_funcs(allocate, release);
  pme_json *json = (pme_json *)allocate(sizeof *json);
  if (!json)
    return no_memory(error);
  writer w = {0};
  json->root = json_object();
  json->functions = json_array();
  pme__json_set(&w.failed, json->root, "version", json_integer(PME_JSON_VERSION));
  set_text(&w, json->root, "producer", producer);
  pme__json_set(&w.failed, json->root, "machine", machine_value(&w, machine));
  pme__json_set(&w.failed, json->root, "functions", json->functions);
  if (w.failed) {
    pme_json_destroy(json);
    return no_memory(error);
  }
  *out = json;
  return PME_OK;
}

void pme_json_destroy(pme_json *json) {
  if (!json)
    return;
  json_decref(json->root);
  release(json);
}

pme_status pme_json_add_comparison(pme_json *json, const pme_prediction *model, const pme_prediction *simulated,
                                   const char *source_file, pme_error *error) {
  writer w = {model, simulated, model->subject, source_file, false};
  pme__json_append(&w.failed, json->functions, function_value(&w));
  return w.failed ? no_memory(error) : PME_OK;
}

pme_status pme_json_add(pme_json *json, const pme_prediction *prediction, const char *source_file, pme_error *error) {
  return pme_json_add_comparison(json, prediction, NULL, source_file, error);
}

pme_status pme_json_write(const pme_json *json, FILE *stream, pme_error *error) {
  errno = 0;
  char *text = json_dumps(json->root, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
  int failed = !text || fputs(text, stream) == EOF; /* at once: json_dumpf takes the lock for each word */
  release(text);
  failed |= fputc('\n', stream) == EOF;
  failed |= fflush(stream) != 0;
  if (ferror(stream))
    return pme_error_set(error, PME_IO, 0, 0, "cannot write JSON: %s", strerror(errno));
  return failed ? no_memory(error) : PME_OK;
}

/* ---- files ---- */

static pme_status write_file(const pme_json *json, const char *path, const char *mode, pme_error *error) {
  FILE *stream = fopen(path, mode);
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "cannot write '%.150s': %s", path, strerror(errno));
  pme_status status = pme_json_write(json, stream, error);
  if (fclose(stream) && !status)
    status = pme_error_set(error, PME_IO, 0, 0, "cannot write '%.150s': %s", path, strerror(errno));
  return status;
}

static pme_status save_beside(const pme_json *json, const char *path, const char *beside, pme_error *error) {
  pme_status status = write_file(json, beside, "wx", error);
  if (!status && rename(beside, path))
    status = pme_error_set(error, PME_IO, 0, 0, "cannot write '%.150s': %s", path, strerror(errno));
  if (status)
    remove(beside);
  return status;
}

bool pme__json_is_stream(const char *path) {
  static const char *const open_files[] = {"/dev/std", "/dev/fd/", "/proc/"};
  for (int i = 0; i < 3; i++)
    if (!strncmp(path, open_files[i], strlen(open_files[i])))
      return true;
  struct stat there;
  return !stat(path, &there) && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
}

pme_status pme_json_save(const pme_json *json, const char *path, pme_error *error) {
  if (pme__json_is_stream(path))
    return write_file(json, path, "w", error);
  size_t beside_bytes = strlen(path) + 32;
  char *beside = (char *)allocate(beside_bytes);
  if (!beside)
    return no_memory(error);
  snprintf(beside, beside_bytes, "%s.%ld.tmp", path, (long)getpid());
  pme_status status = save_beside(json, path, beside, error);
  release(beside);
  return status;
}

/* The answer about a build as SARIF 2.1.0, for viewers of findings: costs, advice, and what was refused. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "analysis/report/words/words.h"
#include "pmecache/report.h"
#include "units_parts.h"

enum { URI_BYTES = 3 * PME__PLACE_BYTES, MESSAGE_BYTES = 1024 };

typedef struct finding {
  const char *rule, *kind, *level;
  const char *text;
  double rank;         /* 0 to 100 */
  const json_t *fixes; /* as of `loop_order` (docs/formats/json.md); NULL: there are none */
} finding;

/* ---- places ---- */

static void write_uri(const char *path, char uri[URI_BYTES]) {
  int length = snprintf(uri, URI_BYTES, "%s", path[0] == '/' ? "file://" : "");
  for (; *path && length < URI_BYTES - 4; path++) {
    unsigned char c = (unsigned char)*path;
    if (isalnum(c) || strchr("/-._~+", c))
      uri[length++] = (char)c;
    else
      length += snprintf(uri + length, 4, "%%%02X", c);
  }
  uri[length] = 0;
}

static json_t *location(const pme__unit_loop *loop) {
  char uri[URI_BYTES];
  write_uri(loop->file, uri);
  json_t *physical = json_pack("{s:{s:s}}", "artifactLocation", "uri", uri);
  if (loop->line > 0)
    json_object_set_new(physical, "region", json_pack("{s:i}", "startLine", loop->line));
  if (loop->line > 0 && loop->column > 0)
    json_object_set_new(json_object_get(physical, "region"), "startColumn", json_integer(loop->column));
  return json_pack("{s:o,s:[{s:s,s:s}]}", "physicalLocation", physical, "logicalLocations", "name", loop->name, "kind",
                   "function");
}

/* ---- what stays the same from build to build, where lines move ---- */

static uint64_t add_hash(uint64_t hash, const char *text) {
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * 1099511628211u;
  return hash * 1099511628211u;
}

/* FNV-1a of file, function, loop variable and rule; `ordinal` tells equal ones apart. */
static json_t *fingerprint(const pme__unit_loop *loop, const char *rule, int ordinal) {
  char text[40];
  uint64_t hash = add_hash(14695981039346656037u, pme__text_at(loop->loop, "file"));
  hash = add_hash(add_hash(add_hash(hash, loop->symbol), loop->variable), rule);
  snprintf(text, sizeof text, "%016llx:%d", (unsigned long long)hash, ordinal);
  return json_pack("{s:s}", "pmecacheLoop/v1", text);
}

/* ---- changes of the source ---- */

/* Whole lines, without the end of the last one. */
static json_t *replacement(const json_t *fix) {
  const char *text = pme__text_at(fix, "text");
  size_t length = strlen(text);
  length -= length > 0 && text[length - 1] == '\n';
  return json_pack("{s:{s:i,s:i},s:{s:s%}}", "deletedRegion", "startLine", (int)pme__number_at(fix, "line", 1),
                   "endLine", (int)pme__number_at(fix, "end_line", 1), "insertedContent", "text", text, length);
}

static json_t *fix_value(const pme__unit_loop *loop, const json_t *fix, const char *description) {
  char uri[URI_BYTES];
  const char *file = pme__text_at(fix, "file");
  write_uri(strcmp(file, pme__text_at(loop->loop, "file")) ? file : loop->file, uri);
  return json_pack("{s:{s:s},s:[{s:{s:s},s:[o]}]}", "description", "text", description, "artifactChanges",
                   "artifactLocation", "uri", uri, "replacements", replacement(fix));
}

static json_t *fixes_of(const pme__unit_loop *loop, const finding *f) {
  json_t *fixes = json_array(), *fix;
  size_t index;
  json_array_foreach((json_t *)f->fixes, index, fix) { json_array_append_new(fixes, fix_value(loop, fix, f->text)); }
  return fixes;
}

/* ---- results ---- */

static json_t *result(const pme__unit_loop *loop, const finding *f, int ordinal) {
  json_t *object = json_pack("{s:s,s:s,s:{s:s},s:f,s:[o],s:o}", "ruleId", f->rule, "kind", f->kind, "message", "text",
                             f->text, "rank", f->rank, "locations", location(loop), "partialFingerprints",
                             fingerprint(loop, f->rule, ordinal));
  if (f->level)
    json_object_set_new(object, "level", json_string(f->level));
  if (json_array_size(f->fixes) > 0)
    json_object_set_new(object, "fixes", fixes_of(loop, f));
  return object;
}

static bool add_result(json_t *results, const pme__unit_loop *loop, const finding *f, int ordinal) {
  return !json_array_append_new(results, result(loop, f, ordinal));
}

static void write_message(const pme__unit_loop *loop, char text[MESSAGE_BYTES]) {
  pme__words words = pme__words_in(text, MESSAGE_BYTES);
  char part[PME__LAW_BYTES];
  if (loop->kind == PME__LOOP_BY_SIZE)
    pme__write_law(&loop->law, part, sizeof part);
  else
    pme__write_cost(loop, pme__loop_cost(loop), part, sizeof part);
  pme__say(&words, "parallel loop '%s': %s", loop->variable, part);
  for (int i = 0; i < loop->level_count && loop->cycles >= 0; i++) {
    pme__say(&words, "%s%s ", i ? ", " : "; misses ", loop->levels[i].name);
    pme__say_count(&words, loop->levels[i].misses);
  }
}

/* The share of the loop's time that a change saves. */
static double saved_by(const json_t *change) {
  double now = pme__number_at(change, "cycles_now", 0), then = pme__number_at(change, "cycles_then", 0);
  return now > 0 && then >= 0 && then < now ? 1 - then / now : 0;
}

/* Another order, tiles, or one loop with the next. */
static bool add_change(json_t *results, const pme__unit_loop *loop, const char *key, const char *rule, double share,
                       int ordinal) {
  const json_t *change = json_object_get(loop->loop, key);
  if (strcmp(pme__text_at(change, "legality"), "legal") != 0 || !*pme__text_at(change, "text"))
    return true;
  double left = (1 - saved_by(change)) * (1 - saved_by(json_object_get(change, "tiles")));
  finding found = {
      rule, "fail", "note", pme__text_at(change, "text"), 100 * share * (1 - left), json_object_get(change, "fixes")};
  return add_result(results, loop, &found, ordinal);
}

static bool add_loop(json_t *results, const pme__unit_loop *loop, double share, int ordinal) {
  char text[MESSAGE_BYTES];
  const char *reason = pme__text_at(json_array_get(json_object_get(loop->loop, "reasons"), 0), "text");
  write_message(loop, text);
  finding cost = {"cache-cost", "informational", NULL, text, 100 * share, NULL};
  finding refused = {"not-modelled", "open", NULL, *reason ? reason : "not modelled", 0, NULL};
  finding advice = {"cache-advice", "fail", "note", loop->saving.text, 100 * share * (1 - loop->saving.ratio), NULL};
  bool is_good = add_result(results, loop, loop->kind == PME__LOOP_REFUSED ? &refused : &cost, ordinal);
  return is_good && (!loop->saving.text[0] || add_result(results, loop, &advice, ordinal)) &&
         add_change(results, loop, "loop_order", "loop-order", share, ordinal) &&
         add_change(results, loop, "loop_fusion", "loop-fusion", share, ordinal);
}

static json_t *results_of(const pme__units *u) {
  json_t *results = json_array();
  double total = 0;
  for (int i = 0; i < u->loop_count; i++)
    total += u->loops[i].cycles >= 0 ? pme__loop_cost(&u->loops[i]) : 0;
  for (int i = 0; i < u->loop_count; i++) {
    const pme__unit_loop *loop = &u->loops[i];
    double share = loop->cycles >= 0 && total > 0 ? pme__loop_cost(loop) / total : 0;
    if (!add_loop(results, loop, share, pme__loop_ordinal(u, loop))) {
      json_decref(results);
      return NULL;
    }
  }
  return results;
}

static json_t *rule(const char *id, const char *text) {
  return json_pack("{s:s,s:{s:s}}", "id", id, "shortDescription", "text", text);
}

pme_status pme__units_sarif(const pme__units *units, FILE *stream, pme_error *error) {
  json_t *rules = json_pack("[o,o,o,o,o]", rule("cache-cost", "what a parallel loop costs in the caches"),
                            rule("cache-advice", "a change of a parallel loop that saves time or misses"),
                            rule("loop-order", "loops of a nest in another order, or in tiles, that is legal"),
                            rule("loop-fusion", "two loops beside each other as one, which is legal"),
                            rule("not-modelled", "a parallel loop without a prediction"));
  json_t *root =
      json_pack("{s:s,s:s,s:[{s:{s:{s:s,s:o}},s:s,s:o}]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                "version", "2.1.0", "runs", "tool", "driver", "name", "pmecache", "rules", rules, "columnKind",
                "utf16CodeUnits", "results", results_of(units));
  return pme__write_json(root, JSON_REAL_PRECISION(6), stream, error);
}

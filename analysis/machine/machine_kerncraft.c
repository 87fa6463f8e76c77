/* Machine files of kerncraft (YAML): sockets and cores, the clock, sets, ways and lines of each level, how many cores share
 * one, cycles a line from its throughput. What else they hold (ports, benchmarks) is not asked for. */
#include "machine_source.h"

#ifdef PME_HAVE_YAML
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct reader {
  yaml_document_t document;
  pme_error *error;
} reader;

/* ---- nodes ---- */

#define FAULT(r, node, ...)                                                                                            \
  pme_error_set((r)->error, PME_BAD_INPUT, (int)(node)->start_mark.line + 1, (int)(node)->start_mark.column + 1,       \
                __VA_ARGS__)

static yaml_node_t *node_at(reader *r, int index) { return yaml_document_get_node(&r->document, index); }

static const char *text_of(const yaml_node_t *node) {
  bool is_text =
      node && node->type == YAML_SCALAR_NODE && !memchr(node->data.scalar.value, 0, node->data.scalar.length);
  return is_text ? (const char *)node->data.scalar.value : "";
}

/* NULL: the mapping does not have it. */
static yaml_node_t *find(reader *r, const yaml_node_t *mapping, const char *key) {
  if (!mapping || mapping->type != YAML_MAPPING_NODE)
    return NULL;
  for (const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start; pair < mapping->data.mapping.pairs.top; pair++)
    if (!strcmp(text_of(node_at(r, pair->key)), key))
      return node_at(r, pair->value);
  return NULL;
}

static pme_status need(reader *r, const yaml_node_t *mapping, const char *key, const char *of, yaml_node_t **out) {
  if (mapping->type != YAML_MAPPING_NODE)
    return FAULT(r, mapping, "expected the fields of %s", of);
  *out = find(r, mapping, key);
  return *out ? PME_OK : FAULT(r, mapping, "%s has no field '%s'", of, key);
}

static pme_status need_count(reader *r, const yaml_node_t *mapping, const char *key, const char *of, int *out) {
  yaml_node_t *node = NULL;
  pme_status status = need(r, mapping, key, of, &node);
  if (status)
    return status;
  char *end = NULL;
  const char *text = text_of(node);
  double value = strtod(text, &end);
  bool is_number = end != text && (!*end || !strcmp(end, " B"));
  if (!is_number || !(value >= 1 && value <= 1e9) || value != floor(value))
    return FAULT(r, node, "expected a whole number for '%s' of %s, found '%.40s'", key, of, text);
  *out = (int)value;
  return PME_OK;
}

/* ---- levels ---- */

/* Of "32 B/cy" the cycles of a line; 0: it says something else. */
static double cycles_of(const char *throughput, int line_bytes) {
  char *end = NULL;
  double bytes = strtod(throughput, &end);
  return end != throughput && bytes > 0 && !strncmp(end, " B/cy", 5) ? line_bytes / bytes : 0;
}

/* The first of [64 B/cy, half-duplex]. */
static double read_throughput(reader *r, const yaml_node_t *level, int line_bytes) {
  const yaml_node_t *list = find(r, level, "upstream throughput");
  if (!list || list->type != YAML_SEQUENCE_NODE || list->data.sequence.items.start == list->data.sequence.items.top)
    return 0;
  return cycles_of(text_of(node_at(r, *list->data.sequence.items.start)), line_bytes);
}

/* kerncraft simulates LRU, FIFO, RR (random) and MRU. */
static pme_status read_policy(reader *r, const yaml_node_t *cache, const char *of, pme_policy *out) {
  const yaml_node_t *node = find(r, cache, "replacement_policy");
  const char *name = text_of(node);
  if (!node)
    return PME_OK;
  if (!pme_policy_named(strcmp(name, "RR") != 0 ? name : "random", out))
    return FAULT(r, node, "expected LRU, FIFO, RR or MRU for 'replacement_policy' of %s, found '%.40s'", of, name);
  return PME_OK;
}

static pme_status read_geometry(reader *r, const yaml_node_t *cache, const char *of, pme_cache_level *level) {
  int sets = 0;
  pme_status status = need_count(r, cache, "sets", of, &sets);
  if (!status)
    status = need_count(r, cache, "ways", of, &level->associativity);
  if (!status)
    status = need_count(r, cache, "cl_size", of, &level->line_bytes);
  if (!status && (level->associativity > 1024 || level->line_bytes > 4096))
    return FAULT(r, cache, "%s: expected at most 1024 ways and lines of at most 4096 bytes", of);
  level->size_bytes = (int64_t)sets * level->associativity * level->line_bytes;
  return status ? status : read_policy(r, cache, of, &level->policy);
}

static pme_status read_level(reader *r, const yaml_node_t *node, const char *name, pme_machine *machine) {
  yaml_node_t *cache = NULL;
  if (name[0] != 'L' || name[1] < '1' || name[1] > '9' || name[2])
    return FAULT(r, node, "expected a level L1 to L9 or MEM, found '%.40s'", name);
  if (machine->level_count == PME_MAX_LEVELS)
    return FAULT(r, node, "more than %d levels", PME_MAX_LEVELS);
  pme_cache_level *level = &machine->levels[machine->level_count++];
  snprintf(level->name, sizeof level->name, "%s", name);
  pme_status status = need(r, node, "cache per group", name, &cache);
  if (!status)
    status = read_geometry(r, cache, name, level);
  if (!status)
    status = need_count(r, node, "cores per group", name, &level->shared_by);
  if (!status)
    level->throughput_cycles = read_throughput(r, node, level->line_bytes);
  if (!status && text_of(find(r, cache, "victims_to"))[0])
    snprintf(machine->untold, sizeof machine->untold,
             "%.15s takes what %.15s evicts in kerncraft's file; here each level has lines of its own",
             text_of(find(r, cache, "victims_to")), name);
  return status;
}

/* The hierarchy ends with MEM. */
static pme_status read_levels(reader *r, const yaml_node_t *root, pme_machine *machine) {
  yaml_node_t *list = NULL, *name = NULL;
  pme_status status = need(r, root, "memory hierarchy", "the file", &list);
  if (!status && list->type != YAML_SEQUENCE_NODE)
    return FAULT(r, list, "expected a list of levels");
  for (const yaml_node_item_t *item = status ? NULL : list->data.sequence.items.start;
       !status && item < list->data.sequence.items.top; item++) {
    const yaml_node_t *level = node_at(r, *item);
    status = need(r, level, "level", "a level of 'memory hierarchy'", &name);
    if (!status && strcmp(text_of(name), "MEM") != 0)
      status = read_level(r, level, text_of(name), machine);
  }
  return !status && !machine->level_count ? FAULT(r, list, "no level of a cache") : status;
}

/* ---- the machine ---- */

/* "2.4 GHz". */
static pme_status read_clock(reader *r, const yaml_node_t *root, pme_machine *machine) {
  static const char *const units[] = {" Hz", " kHz", " MHz", " GHz"};
  const yaml_node_t *node = find(r, root, "clock");
  double factor = 1;
  char *end = NULL;
  if (!node)
    return PME_OK;
  double value = strtod(text_of(node), &end);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++, factor *= 1e3)
    if (value > 0 && !strcmp(end, units[i])) {
      machine->frequency_hz = value * factor;
      return PME_OK;
    }
  return FAULT(r, node, "expected a frequency such as 2.4 GHz for 'clock', found '%.40s'", text_of(node));
}

static void read_name(reader *r, const yaml_node_t *root, pme_machine *machine) {
  const char *model = text_of(find(r, root, "model name"));
  if (!model[0] || !strcmp(model, "null") || !strcmp(model, "~"))
    model = text_of(find(r, root, "model type"));
  pme__machine_set_name(machine, model);
}

static pme_status read_machine(reader *r, const yaml_node_t *root, pme_machine *machine) {
  int sockets = 0, cores = 0;
  pme_status status = need_count(r, root, "sockets", "the file", &sockets);
  if (!status)
    status = need_count(r, root, "cores per socket", "the file", &cores);
  if (!status && (int64_t)sockets * cores > PME_MAX_CORES)
    return FAULT(r, root, "more than %d cores", PME_MAX_CORES);
  machine->cores = sockets * cores;
  read_name(r, root, machine);
  if (!status)
    status = read_clock(r, root, machine);
  return status ? status : read_levels(r, root, machine);
}

/* ---- files ---- */

static pme_status load(reader *r, const char *text, size_t length) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return pme_error_set(r->error, PME_NO_MEMORY, 0, 0, "out of memory");
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, length);
  pme_status status = PME_OK;
  if (!yaml_parser_load(&parser, &r->document))
    status =
        pme_error_set(r->error, PME_BAD_INPUT, (int)parser.problem_mark.line + 1, (int)parser.problem_mark.column + 1,
                      "no YAML: %.120s", parser.problem ? parser.problem : "out of memory");
  yaml_parser_delete(&parser);
  return status;
}

pme_status pme__machine_read_kerncraft(const char *text, size_t length, pme_machine *out, pme_error *error) {
  static const pme__machine_source source = {"this machine file",
                                             "write the machine as a text (docs/formats/machine.md)"};
  pme_machine machine = {0};
  reader r = {.error = error};
  pme_status status = load(&r, text, length);
  if (status)
    return status;
  const yaml_node_t *root = yaml_document_get_root_node(&r.document);
  if (root && root->type == YAML_MAPPING_NODE)
    status = read_machine(&r, root, &machine);
  else
    status = pme_error_set(error, PME_BAD_INPUT, 1, 1, "expected a machine file of kerncraft");
  yaml_document_delete(&r.document);
  return status ? status : pme__machine_check(&machine, &source, out, error);
}

#else

pme_status pme__machine_read_kerncraft(const char *text, size_t length, pme_machine *out, pme_error *error) {
  (void)text, (void)length, (void)out;
  return pme_error_set(
      error, PME_UNSUPPORTED, 0, 0,
      "this build cannot read machine files of kerncraft (no libyaml): install libyaml-dev and build again");
}
#endif

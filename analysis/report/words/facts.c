/* What all reports ask of a prediction. Mostly walks up the tree of nodes. */
#include "facts.h"

#include <string.h>
#include <strings.h>

/* ---- the tree ---- */

int pme__reported_loop(const pme_subject *subject, int node) {
  int nearest = PME_NONE;
  for (; node != PME_NONE; node = pme_subject_at(subject, node)->parent) {
    const pme_subject_node *n = pme_subject_at(subject, node);
    if (n->kind != PME_NODE_LOOP)
      continue;
    if (n->u.loop.parallel)
      return node;
    if (nearest == PME_NONE)
      nearest = node;
  }
  return nearest;
}

bool pme__is_parallel(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  return pme_subject_at(prediction->subject, loop->node)->u.loop.parallel;
}

bool pme__is_sequential(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  const pme_subject *subject = prediction->subject;
  if (pme__loop_around(subject, loop->node) != PME_NONE)
    return false;
  for (int id = loop->node; id < subject->node_count; id++) {
    const pme_subject_node *node = pme_subject_at(subject, id);
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel && pme_subject_is_below(subject, id, loop->node))
      return false;
  }
  return true;
}

bool pme__is_team(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  return pme_subject_at(prediction->subject, loop->node)->u.loop.is_team;
}

const char *pme__schedule_word(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  const pme_subject_loop *row = &pme_subject_at(prediction->subject, loop->node)->u.loop;
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  pme__schedule_of(prediction, loop, &schedule, &chunk, &threads);
  return row->is_taskloop ? "taskloop" : pme_schedule_name(schedule);
}

const char *pme__kind_of_loop(const pme_subject_loop *loop) {
  return loop->is_team ? "parallel region by thread" : loop->parallel ? "parallel loop" : "loop";
}

bool pme__is_reported(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  const pme_subject *subject = prediction->subject;
  if (pme__is_parallel(prediction, loop))
    return true;
  for (int outer = pme__loop_around(subject, loop->node); outer != PME_NONE; outer = pme__loop_around(subject, outer))
    if (pme_subject_at(subject, outer)->u.loop.parallel)
      return false;
  return true;
}

/* ---- reasons and assumptions ---- */

int pme__reason_count(const pme_prediction *prediction) {
  return prediction->subject->reason_count + prediction->reason_count;
}

const pme_reason *pme__reason_at(const pme_prediction *prediction, int index) {
  int first = prediction->subject->reason_count;
  return index < first ? &prediction->subject->reasons[index] : &prediction->reasons[index - first];
}

int pme__assumption_count(const pme_prediction *prediction) {
  return prediction->subject->assumption_count + prediction->assumption_count;
}

const pme_assumption *pme__assumption_at(const pme_prediction *prediction, int index) {
  int first = prediction->subject->assumption_count;
  return index < first ? &prediction->subject->assumptions[index] : &prediction->assumptions[index - first];
}

bool pme__reason_concerns(const pme_prediction *prediction, const pme_reason *reason, const pme_loop_prediction *loop) {
  const pme_subject *subject = prediction->subject;
  if (reason->node != PME_NONE && pme_subject_is_below(subject, reason->node, loop->node))
    return true;
  return loop->status == PME_LOOP_NOT_MODELLED && pme_subject_is_below(subject, loop->node, reason->node);
}

bool pme__assumption_concerns(const pme_prediction *prediction, const pme_assumption *assumption,
                              const pme_loop_prediction *loop) {
  const pme_subject *subject = prediction->subject;
  return pme_subject_is_below(subject, loop->node, assumption->node) ||
         pme_subject_is_below(subject, assumption->node, loop->node);
}

const char *pme__reason_text_hint(const pme_reason *reason) {
  return reason->hint && reason->hint[0] ? reason->hint : pme_reason_hint(reason->code);
}

static pme__two_texts two_texts(const char *general, const char *particular, bool particular_is_complete) {
  if (!particular)
    particular = "";
  return (pme__two_texts){particular[0] && particular_is_complete ? "" : general, particular};
}

pme__two_texts pme__reason_texts(const pme_reason *reason) {
  return two_texts(pme_reason_text(reason->code), reason->text, reason->code == PME_REASON_UNKNOWN_PARAMETER);
}

pme__two_texts pme__assumption_texts(const pme_assumption *assumption) {
  bool complete = false;
  switch (assumption->code) {
  case PME_ASSUMPTION_PARAMETER_VALUE:
  case PME_ASSUMPTION_TEAM_SIZE:
  case PME_ASSUMPTION_SCHEDULE:
  case PME_ASSUMPTION_BASES_UNKNOWN:
  case PME_ASSUMPTION_DYNAMIC_AS_CYCLIC:
  case PME_ASSUMPTION_GIVEN_WHAT_IF:
    complete = true;
    break;
  default:
    break;
  }
  return two_texts(pme_assumption_text(assumption->code), assumption->text, complete);
}

/* ---- levels, places, names ---- */

bool pme__loop_asks_for(const pme_prediction *prediction, int loop, const char *value) {
  const pme_program *program = prediction->concrete ? pme_concrete_program(prediction->concrete) : NULL;
  pme_arena *arena = program ? pme_arena_create() : NULL;
  const bool *asked = arena ? pme__symbols_of_loop(program, loop, arena) : NULL;
  bool asks = !asked;
  for (int i = 0; asked && i < pme_program_parameter_count(program); i++) {
    const char *name = pme_program_parameter(program, i)->name;
    size_t length = strlen(name);
    asks = asks || (asked[i] && !strncmp(value, name, length) && !strncmp(value + length, " = ", 3));
  }
  pme_arena_destroy(arena);
  return asks;
}

bool pme__has_totals(const pme_prediction *prediction) {
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled)
      return true;
  return prediction->reference_count == 0;
}

static double latency_behind(const pme_machine *machine, int level) {
  bool is_last = level == machine->level_count - 1;
  return is_last ? machine->memory_latency_cycles : machine->levels[level + 1].latency_cycles;
}

/* Without latencies a level counts eight times the one before, about as it is in processors. */
static double weight_of(const pme_machine *machine, int level) {
  bool known = true;
  double weight = 1;
  for (int l = 0; l < machine->level_count; l++)
    known = known && latency_behind(machine, l) > machine->levels[l].latency_cycles;
  for (int l = 0; l < level; l++)
    weight *= 8;
  return known ? latency_behind(machine, level) - machine->levels[level].latency_cycles : weight;
}

int pme__costliest_level(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  int most = prediction->level_count - 1;
  for (int level = most - 1; level >= 0; level--)
    if (loop->levels[level].misses * weight_of(prediction->machine, level) >
        loop->levels[most].misses * weight_of(prediction->machine, most))
      most = level;
  return most;
}

pme_place pme__place_of(const pme_subject *subject, int node) {
  for (; node != PME_NONE; node = pme_subject_at(subject, node)->parent)
    if (pme_subject_at(subject, node)->place.line > 0)
      return pme_subject_at(subject, node)->place;
  return (pme_place){.line = subject->line};
}

const char *pme__file_of(const pme_subject *subject, pme_place place, const char *source_file) {
  if (place.file)
    return place.file;
  const char *file = subject->file;
  return file[0] || !source_file ? file : source_file;
}

bool pme__takes_loop_directives(const pme_subject *subject, int node) {
  static const char *const endings[] = {".f", ".for", ".ftn", ".f90", ".f95", ".f03", ".f08", ".f18"};
  const char *name = pme__base_name(pme__file_of(subject, pme_subject_at(subject, node)->place, NULL));
  const char *ending = strrchr(name, '.');
  for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
    if (!strcasecmp(ending, endings[i]))
      return false;
  return true;
}

const char *pme__base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *pme__array_name(const pme_subject *subject, int access_node) {
  return subject->arrays[pme_subject_at(subject, access_node)->u.access.array];
}

int pme__race_in(const pme_prediction *prediction, int loop) {
  bool is_sure;
  int race = pme__race_of(prediction, loop, &is_sure);
  return is_sure ? race : PME_NONE;
}

/* ---- schedules ---- */

void pme__schedule_of(const pme_prediction *prediction, const pme_loop_prediction *loop, pme_schedule_kind *schedule,
                      int64_t *chunk, int *threads) {
  const pme_subject_loop *row = &pme_subject_at(prediction->subject, loop->node)->u.loop;
  *schedule = row->schedule;
  *chunk = row->chunk;
  *threads = row->threads;
}

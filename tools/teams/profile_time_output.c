/* The table has a row for each loop, and their sum: what the traced code takes, part after part. */
#include "profile_time_output.h"

#include <stdio.h>

static pme_status no_memory(pme_error *error) { return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory"); }

/* ---- JSON ---- */

pme_status add_times_to_json(pme_json *json, const pme_profile *profile, const pme_profile_answer *answer,
                             pme_error *error) {
  pme_arena *arena = pme_arena_create();
  const pme_advice *times = NULL;
  pme_status status = arena ? pme_time_profile(profile, answer, arena, &times) : PME_NO_MEMORY;
  status = status == PME_OK ? pme_json_set_times(json, times, error) : no_memory(error);
  pme_arena_destroy(arena);
  return status;
}

/* ---- text ---- */

typedef struct table {
  int loops;
  double unit; /* of a cycle */
  pme_loop_time sum;
} table;

static void print_row(const table *t, const char *place, const pme_loop_time *now) {
  printf("%-32s %10.4g %10.4g %10.4g %10.4g %10.4g %10.4g\n", place, now->cycles * t->unit, now->low * t->unit,
         now->high * t->unit, now->compute * t->unit, (now->streams + now->scattered + now->pages) * t->unit,
         (now->coherence + now->overhead) * t->unit);
}

static void print_head(const pme_machine *machine) {
  printf("\n%-32s %10s %10s %10s %10s %10s %10s   %s\n", "loop", "time", "low", "high", "compute", "lines", "team",
         machine->frequency_hz > 0 ? "all in ms" : "all in cycles");
}

static void add(pme_loop_time *to, const pme_loop_time *from) {
  to->cycles += from->cycles;
  to->low += from->low;
  to->high += from->high;
  to->compute += from->compute;
  to->streams += from->streams;
  to->scattered += from->scattered;
  to->pages += from->pages;
  to->coherence += from->coherence;
  to->overhead += from->overhead;
}

static void print_loops(table *t, const pme_profile_answer *answer, const pme_advice *times) {
  const pme_prediction *p = answer->prediction;
  for (int i = 0; i < times->loop_count; i++) {
    const pme_subject_node *node = pme_subject_at(p->subject, times->loops[i].node);
    char place[300];
    snprintf(place, sizeof place, "%s:%d%s", *p->subject->file ? p->subject->file : p->subject->function,
             node->place.line, node->u.loop.parallel ? "" : " (serial)");
    if (t->loops++ == 0)
      print_head(p->machine);
    print_row(t, place, &times->loops[i].now);
    add(&t->sum, &times->loops[i].now);
  }
}

static pme_status print_answer(table *t, const pme_profile *profile, const pme_profile_answer *answer, bool is_last,
                               pme_error *error) {
  pme_arena *arena = pme_arena_create();
  const pme_advice *times = NULL;
  pme_status status = arena ? pme_time_profile(profile, answer, arena, &times) : PME_NO_MEMORY;
  if (status == PME_OK) {
    print_loops(t, answer, times);
    if (is_last && t->loops > 1)
      print_row(t, "all, one after the other", &t->sum);
    for (int i = 0; is_last && t->loops > 0 && i < times->assumption_count; i++)
      printf("  assumption: %s\n", times->assumptions[i]);
  }
  pme_arena_destroy(arena);
  return status == PME_OK ? PME_OK : no_memory(error);
}

static bool has_latencies(const pme_machine *machine) {
  bool has_all = machine->memory_latency_cycles > 0;
  for (int l = 0; l < machine->level_count; l++)
    has_all = has_all && machine->levels[l].latency_cycles > 0;
  return has_all;
}

pme_status print_profile_times(const pme_profile *profile, const pme_profile_answers *answers, pme_error *error) {
  const pme_machine *machine = answers->count ? answers->items[0].prediction->machine : NULL;
  table t = {.loops = 0};
  if (machine && !has_latencies(machine))
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                         "times need a machine with latencies of all its levels: pmecache machine calibrate measures "
                         "those of this computer");
  t.unit = machine && machine->frequency_hz > 0 ? 1e3 / machine->frequency_hz : 1;
  pme_status status = PME_OK;
  for (int i = 0; i < answers->count && status == PME_OK; i++)
    status = print_answer(&t, profile, &answers->items[i], i + 1 == answers->count, error);
  if (status == PME_OK && t.loops == 0)
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                         "no time: the profile does not know what its loops compute; make it again, with "
                         "-pmecache-instrument=irregular or all and the runtime of this version");
  return status;
}

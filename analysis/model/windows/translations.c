/* Counting walks of the page table: the misses of a cache of pages. */
#include "translations.h"

#include <math.h>
#include <string.h>

#include "analysis/model/walk/estimate/walk.h"

static const double RELATIVE_TARGET = 0.02;

pme_machine pme__translations_as_cache(const pme_machine *machine) {
  pme_machine pages = *machine;
  pages.level_count = 1;
  pages.levels[0] = (pme_cache_level){.name = "pages",
                                      .size_bytes = machine->page_entries * machine->page_bytes,
                                      .associativity = machine->page_ways,
                                      .line_bytes = (int)machine->page_bytes,
                                      .shared_by = 1};
  return pages;
}

/* Of `is_short` nothing is known. */
static void take(const pme_prediction *prediction, const bool *is_short, double *walks, double *half_width) {
  double squares = 0;
  for (int i = 0; i < prediction->reference_count; i++) {
    const pme_misses *m = &prediction->references[i].levels[0];
    double half = (m->high - m->low) / 2;
    walks[prediction->references[i].node] = is_short[i] ? NAN : m->misses;
    squares += half * half;
  }
  *half_width = sqrt(squares);
}

static bool is_any(const bool *is_short, int count) {
  bool any = false;
  for (int i = 0; i < count; i++)
    any = any || is_short[i];
  return any;
}

static pme_status go_on(const pme__translations_question *question, pme__walk_run *run, bool *is_short,
                        pme_arena *arena, pme_prediction *prediction) {
  pme__walk_options options = {.relative_target = RELATIVE_TARGET,
                               .target_misses = question->tolerance,
                               .effort_nanoseconds = question->effort,
                               .is_short = is_short};
  pme_status status = pme__walk_go_on(run, &options, arena, prediction);
  if (status != PME_OK || question->most_effort <= question->effort || !is_any(is_short, prediction->reference_count))
    return status;
  options.effort_nanoseconds = question->most_effort;
  memset(is_short, 0, (size_t)prediction->reference_count * sizeof *is_short);
  return pme__walk_go_on(run, &options, arena, prediction);
}

pme_status pme__count_walks(const pme__translations_question *question, double *walks, double *half_width,
                            double *effort) {
  pme_machine pages = pme__translations_as_cache(question->machine);
  pme_arena *arena = pme_arena_create();
  pme__walk_run *run = NULL;
  pme_prediction *prediction;
  bool *is_short = NULL;
  pme_status status =
      arena ? pme_prediction_create(question->concrete, &pages, arena, &prediction, NULL) : PME_NO_MEMORY;
  if (status == PME_OK)
    status = pme__walk_begin(question->concrete, &pages, &run);
  if (status == PME_OK && !(is_short = PME_ARENA_NEW(arena, bool, prediction->reference_count)))
    status = PME_NO_MEMORY;
  if (status == PME_OK)
    status = go_on(question, run, is_short, arena, prediction);
  if (status == PME_OK) {
    take(prediction, is_short, walks, half_width);
    *effort += prediction->effort;
  }
  pme__walk_end(run);
  pme_arena_destroy(arena);
  return status;
}

/* Counting walks of the page table: the misses of a cache of pages. */
#include "translations.h"

#include <math.h>

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

static void take(const pme_prediction *prediction, double *walks, double *half_width) {
  double squares = 0;
  for (int i = 0; i < prediction->reference_count; i++) {
    const pme_misses *m = &prediction->references[i].levels[0];
    double half = (m->high - m->low) / 2;
    walks[prediction->references[i].node] = m->misses;
    squares += half * half;
  }
  *half_width = sqrt(squares);
}

pme_status pme__count_walks(const pme__translations_question *question, double *walks, double *half_width,
                            double *effort) {
  pme_machine pages = pme__translations_as_cache(question->machine);
  pme__walk_options options = {
      .relative_target = RELATIVE_TARGET, .target_misses = question->tolerance, .effort_nanoseconds = question->effort};
  pme_arena *arena = pme_arena_create();
  pme_prediction *prediction;
  pme_status status =
      arena ? pme_prediction_create(question->concrete, &pages, arena, &prediction, NULL) : PME_NO_MEMORY;
  if (status == PME_OK)
    status = pme__walk_predict(question->concrete, &pages, &options, arena, prediction, NULL);
  if (status == PME_OK) {
    take(prediction, walks, half_width);
    *effort += prediction->effort;
  }
  pme_arena_destroy(arena);
  return status;
}

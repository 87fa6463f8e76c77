/* Lines of a block. */
#include "footprint.h"

#include "layout.h"
#include "region.h"

static int collect(pme__engine *engine, int block, pme__comb *combs) {
  const pme__view *view = engine->view;
  const pme__sweep all = {.carrier = 0, .count = 1};
  int count = 0;
  for (int r = 0; r < view->reference_count && count < PME__ENGINE_MOST_COMBS; r++)
    if (view->references[r].block == block && view->references[r].executions > 0 &&
        pme__region_comb(engine, r, &all, &combs[count]))
      count++;
  return count;
}

static double threads_of(const pme__engine *engine, int block) {
  const pme__view *view = engine->view;
  for (int r = 0; r < view->reference_count && view->blocks[block].is_private; r++)
    if (view->references[r].block == block)
      return (double)pme__region_threads(engine, r);
  return 1;
}

double pme__footprint_lines(pme__engine *engine, int block) {
  pme__layout layout = {&engine->units[block], engine->units[block].alignment, engine->block_combs,
                        collect(engine, block, engine->block_combs)};
  double positions = pme__layout_measure(engine, &layout);
  return positions < 0 ? -1 : positions / (double)engine->units[block].line * threads_of(engine, block);
}

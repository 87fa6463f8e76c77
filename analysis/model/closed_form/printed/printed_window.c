/* The windows of the printed model. */
#include "printed_window.h"

#include <string.h>

#include "analysis/model/closed_form/area/area_vector.h"
#include "analysis/model/closed_form/block_area.h"
#include "analysis/model/closed_form/reuse_window.h"
#include "analysis/model/closed_form/touched_region.h"

/* Arrays may begin anywhere; long ways are read in larger steps. */
static int64_t alignment_of(const pme__context *context, int block) {
  const pme__block_units *units = &context->units[block];
  int64_t alignment = 1;
  while (units->span / alignment > PME__CONTEXT_MOST_SLOTS && alignment < units->line)
    alignment *= 2;
  return alignment;
}

static void add_block(pme__context *context, int block, int thread_of) {
  int count = 0;
  for (int i = context->block_first[block]; i != PME_NONE; i = context->region_next[i])
    context->block_regions[count++] = context->regions[i];
  pme__block_area area = {&context->units[block], alignment_of(context, block), context->block_regions, count};
  pme__block_area_vector(context, &area, context->sum);
  if (context->view->blocks[block].is_private)
    pme__area_power(context->sum, context->most, (long)pme__touched_region_threads(context, thread_of),
                    context->scratch);
  pme__context_spend(context, 100 + 2.0 * (double)context->most * context->most);
  pme__area_union(context->others, context->sum, context->most, context->scratch);
  memcpy(context->others, context->scratch, (size_t)(context->most + 1) * sizeof *context->others);
}

static double evaluate(pme__context *context, int carrier, int64_t iterations) {
  const pme__instance_view *view = context->view;
  const pme__iteration_span span = {.carrier = carrier, .count = (double)iterations};
  int thread_of = PME_NONE;
  context->region_count = 0;
  for (int b = 0; b < view->block_count; b++)
    context->block_first[b] = PME_NONE;
  for (int r = 0; r < view->reference_count; r++)
    if (pme__instance_view_encloses(view, carrier, &view->references[r])) {
      pme__reuse_window_add(context, r, span);
      thread_of = r;
    }
  pme__area_none(context->others, context->most);
  for (int b = 0; b < view->block_count && pme__context_can_go_on(context); b++)
    if (context->block_first[b] != PME_NONE)
      add_block(context, b, thread_of);
  double lost = 0;
  for (int c = context->ways; c <= context->most; c++)
    lost += context->others[c];
  return lost < 1 ? lost : 1;
}

double pme__printed_miss(pme__context *context, pme__printed_windows *known, int carrier, int64_t iterations) {
  if (iterations <= 0)
    return 0;
  for (int i = 0; i < known->count; i++)
    if (known->carrier[i] == carrier && known->iterations[i] == iterations)
      return known->probability[i];
  double probability = evaluate(context, carrier, iterations);
  if (known->count < PME__PRINTED_WINDOWS) {
    known->carrier[known->count] = carrier;
    known->iterations[known->count] = iterations;
    known->probability[known->count++] = probability;
  }
  return probability;
}

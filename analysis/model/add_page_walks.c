/* Page walks, added to the first level of an answer. */
#include "add_page_walks.h"

#include <math.h>
#include <string.h>

#include "half_width.h"

/* Of the misses of the level. Where more of them is open without walks half of that will do, up to so many times as much. */
static const double USUAL_PRECISION = 0.004, LEAST_TOLERANCE = 1, SHARE_OF_OPEN = 0.5, MOST_TIMES = 2;

static double misses_of(const pme_prediction *prediction) {
  double misses = 0;
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled)
      misses += prediction->references[i].levels[0].misses;
  return misses;
}

/* Entries that a walk reads were there before as a rule: they are no first touches. */
static void add(const pme__page_walks *walks, pme_misses *m) {
  double more = fmax(walks->entries + walks->others, -m->misses);
  double below = m->misses - m->low, above = m->high - m->misses;
  m->page_walks = walks->entries;
  m->misses += more;
  m->self = fmax(m->self + more, 0);
  m->low = fmax(m->misses - sqrt(below * below + walks->half_width * walks->half_width), 0);
  m->high = m->misses + sqrt(above * above + walks->half_width * walks->half_width);
  if (walks->half_width > 0)
    m->precision = PME_PRECISION_ESTIMATE;
}

static pme_status say_left_out(pme_prediction *prediction, pme_arena *arena) {
  const pme_assumption assumption = {PME_ASSUMPTION_MACHINE, PME_NONE,
                                     "walks of the page table read no cache, though the machine says they do"};
  return pme_prediction_add_assumption(prediction, arena, &assumption);
}

static double tolerance_of(const pme__page_walks_options *options, const pme_prediction *prediction) {
  double share = options->precision > 0 ? options->precision : USUAL_PRECISION, all = share * misses_of(prediction),
         open = options->precision > 0 ? 0 : SHARE_OF_OPEN * pme__half_width_of_sum(prediction, 0);
  return fmax(fmax(all, fmin(open, MOST_TIMES * all)), LEAST_TOLERANCE);
}

pme_status pme__look_at_page_walks(const pme__count *counts, const pme__page_walks_options *options, pme_arena *arena,
                                   pme_arena *scratch, pme_prediction *inout, pme__page_walks **out) {
  int nodes = pme_program_node_count(pme_concrete_program(inout->concrete));
  pme__page_walks_question question = {.concrete = inout->concrete,
                                       .machine = inout->machine,
                                       .tolerance = tolerance_of(options, inout),
                                       .effort = options->effort};
  *out = NULL;
  if (!inout->machine->page_walks_read)
    return PME_OK;
  if (options->left_out || !pme__page_walks_are_told(inout->machine))
    return say_left_out(inout, arena);
  double *executions = PME_ARENA_NEW(scratch, double, nodes);
  *out = PME_ARENA_NEW(scratch, pme__page_walks, nodes);
  if (!executions || !*out)
    return PME_NO_MEMORY;
  for (int i = 0; i < nodes; i++)
    executions[i] = counts[i].executions;
  question.executions = executions;
  return pme__find_page_walks(&question, *out, &inout->effort);
}

void pme__add_page_walks(const pme__page_walks *walks, pme_prediction *inout) {
  for (int i = 0; i < inout->reference_count; i++)
    if (inout->references[i].modelled)
      add(&walks[inout->references[i].node], &inout->references[i].levels[0]);
}

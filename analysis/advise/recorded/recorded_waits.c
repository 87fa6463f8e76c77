/* Latencies of accesses, by what they missed. */
#include "recorded_waits.h"

#include <math.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/core/tree.h"

/* Between what is read and the address of the next: a comparison, a choice, an addition. */
static const double CYCLES_OF_A_LINK = 1;
/* libomp starts a region of one thread in 0.4 microseconds. */
static const double CYCLES_OF_A_TEAM_OF_ONE = 1500;
/* Operations that a core has under way together, and those whose results need registers until all before them are
 * done. Between two misses that still overlap fit 128 to 160 conversions, 192 to 208 additions of integers (an AMD
 * EPYC); 160 was chosen in between by programs. 320 is what is published of Zen 4 and fits lists; it was not measured.
 */
static const double WINDOW = 320, WINDOW_OF_RESULTS = 160;

/* Cycles from the address of an access to what it reads, in the mean: those of the access that had its line before it. */
static double latency_of(const pme__recorded_loop *loop, const pme_prediction *p, int access, const pme__costs *costs) {
  const pme_reference_prediction *row = NULL;
  for (int r = 0; r < p->reference_count; r++)
    if (p->references[r].node == loop->leader[access])
      row = &p->references[r];
  double accesses = row ? row->levels[0].accesses : 0, arriving = accesses, sum = 0;
  for (int l = 0; l <= p->level_count && accesses > 0; l++) {
    double missing = l < p->level_count ? fmin(row->levels[l].misses, arriving) : 0;
    sum += (arriving - missing) * costs->latency[l];
    arriving = missing;
  }
  return accesses > 0 ? sum / accesses : 0;
}

/* Cycles from the address of an access to what a branch that is guessed wrong waits for. All accesses to a line wait for
 * it when it comes: where several of them stand between two such branches, the last one waits for what the first has
 * missed. Lines that prefetchers foresee are there. */
static double latency_at_surprise(const pme__recorded_loop *loop, const pme_prediction *p, int access,
                                  const pme__costs *costs) {
  double nearest = costs->latency[0], moves = loop->moves[access], far = moves - loop->near[access];
  double waited = fmax(latency_of(loop, p, access, costs) - nearest, 0) * loop->entered[access];
  double intervals = fmax(moves, loop->surprises[access]);
  return moves > 0 ? nearest + waited * fmax(far, 0) / moves / intervals : nearest;
}

/* What a core does between the starts of two executions of a loop. */
typedef struct interval {
  double operations, surprises;
} interval;

static interval interval_of(const pme__recorded_loop *loop, const pme_prediction *p, int node) {
  int around = pme__loop_around(p->subject, node), top = around == PME_NONE ? node : around;
  interval sum = {0};
  for (int l = 0; l < p->loop_count; l++) {
    int inner = p->loops[l].node;
    if (!pme_subject_is_below(p->subject, inner, top))
      continue;
    pme__loop_body body = pme__loop_body_of(p, inner);
    sum.operations += p->loops[l].executions * p->loops[l].trip_count * (body.operations + body.moving_accesses);
    sum.surprises += loop->surprises[inner];
  }
  double entries = fmax(loop->entered[node], 1);
  return (interval){sum.operations / entries, fmin(sum.surprises / entries, 1)};
}

/* Cycles of the loads in the loop's own body that wait for each other. The next execution of the loop begins meanwhile
 * where it lies in the core's window, unless a surprise stands between them. */
static double chained_in(const pme__recorded_loop *loop, const pme_prediction *p, int node, const pme__costs *costs) {
  double sum = 0;
  for (int r = 0; r < p->reference_count; r++) {
    int access = p->references[r].node;
    if (loop->is_chained[access] && pme__loop_around(p->subject, access) == node)
      sum += loop->entered[access] * (latency_of(loop, p, access, costs) + CYCLES_OF_A_LINK);
  }
  interval between = sum > 0 ? interval_of(loop, p, node) : (interval){0};
  double beside = between.operations > 0 ? WINDOW / between.operations : 0;
  return sum / (1 + beside * (1 - between.surprises));
}

bool pme__recorded_waits_of(const pme__recorded_loop *loop, const pme_prediction *p, const pme__costs *costs,
                            pme_arena *arena, pme__waits *out) {
  double *branches = PME_ARENA_NEW(arena, double, loop->node_count + 1);
  *out = (pme__waits){.window = WINDOW_OF_RESULTS,
                      .entries = loop->entries,
                      .paths = loop->paths,
                      .branches = branches,
                      .team_of_one = CYCLES_OF_A_TEAM_OF_ONE};
  if (!branches)
    return false;
  for (int l = 0; l < p->loop_count; l++) {
    branches[p->loops[l].node] = loop->surprises[p->loops[l].node] * costs->branch;
    out->chained += chained_in(loop, p, p->loops[l].node, costs);
  }
  for (int r = 0; r < p->reference_count; r++) {
    int node = p->references[r].node, around = pme__loop_around(p->subject, node);
    /* What stays is in a register. */
    if (around != PME_NONE && pme__stride_along(p->concrete, node, around) != 0)
      branches[around] += loop->surprises[node] * latency_at_surprise(loop, p, node, costs);
  }
  return true;
}

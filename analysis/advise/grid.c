/* The first candidates: a coarse grid of threads and chunks, later refined around the best. */
#include "grid.h"

#include <math.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/core/tree.h"
#include "unknown_work.h"

enum { COARSE_FACTOR = 4, FIRST_DEMANDED = 4, LAST_DEMANDED = 16 };

/* Blocks of a schedule without a chunk are as long as this. */
static int64_t block_of(double trips, int threads) { return (int64_t)ceil(trips / threads); }

/* Chunks as they count: with one thread, or at least as long as a block, there is nothing to choose. */
static int64_t chunk_in_force(const pme_candidate *c, double trips) {
  if (c->threads <= 1 || c->schedule != PME_SCHEDULE_STATIC)
    return c->threads <= 1 ? 0 : c->chunk;
  bool is_block =
      (double)c->chunk * c->threads >= trips && fmod(trips, c->threads) == 0 && c->chunk == block_of(trips, c->threads);
  return is_block ? 0 : c->chunk;
}

static bool is_same(const pme_candidate *a, const pme_candidate *b, double trips) {
  return a->threads == b->threads && (a->schedule == b->schedule || a->threads <= 1) &&
         chunk_in_force(a, trips) == chunk_in_force(b, trips) &&
         pme__has_same_longer_rows(a->pads, a->pad_count, b->pads, b->pad_count);
}

int pme__grid_add(pme__grid *grid, double trips, const pme_candidate *candidate) {
  if (grid->count == PME__MOST_CANDIDATES)
    return -1;
  for (int i = 0; i < grid->count; i++)
    if (is_same(&grid->answers[i].candidate, candidate, trips))
      return -1;
  grid->answers[grid->count] = (pme__answer){.candidate = *candidate};
  grid->answers[grid->count].candidate.reason_level = -1;
  grid->answers[grid->count].candidate.reason_access = PME_NONE;
  return grid->count++;
}

/* Teams whose threads share the work out by their own numbers. */
static void add_teams(pme__grid *grid, const pme_machine *machine, double trips, int most) {
  pme_candidate c = grid->answers[0].candidate;
  c.is_present = false;
  for (c.threads = 1; c.threads < machine->cores && grid->count < most; c.threads *= 2)
    pme__grid_add(grid, trips, &c);
  c.threads = machine->cores;
  pme__grid_add(grid, trips, &c);
}

static void add_schedule(pme__grid *grid, double trips, int threads, pme_schedule_kind schedule, int64_t chunk) {
  pme_candidate c = {.threads = threads, .schedule = schedule, .chunk = chunk};
  pme__grid_add(grid, trips, &c);
}

static void add_chunks(pme__grid *grid, const pme__work_distribution *distribution, int threads, int most) {
  add_schedule(grid, distribution->iterations, threads, PME_SCHEDULE_STATIC, 0);
  if (threads <= 1)
    return;
  for (int64_t chunk = 1; chunk < block_of(distribution->iterations, threads) && grid->count < most;
       chunk *= COARSE_FACTOR)
    add_schedule(grid, distribution->iterations, threads, PME_SCHEDULE_STATIC, chunk);
  if (distribution->is_uneven)
    for (int64_t chunk = FIRST_DEMANDED; chunk <= LAST_DEMANDED && grid->count < most; chunk *= COARSE_FACTOR)
      if (chunk < block_of(distribution->iterations, threads))
        add_schedule(grid, distribution->iterations, threads, PME_SCHEDULE_DYNAMIC, chunk);
}

void pme__grid_fill(pme__grid *grid, const pme_machine *machine, const pme__work_distribution *distribution,
                    bool other_threads, int most) {
  const pme_candidate present = grid->answers[0].candidate;
  if (present.is_team) {
    if (other_threads)
      add_teams(grid, machine, distribution->iterations, most);
    return;
  }
  add_chunks(grid, distribution, present.threads, most);
  if (!other_threads)
    return;
  if (machine->cores != present.threads)
    add_chunks(grid, distribution, machine->cores, most);
  for (int threads = 1; threads < machine->cores && grid->count < most; threads *= 2)
    add_schedule(grid, distribution->iterations, threads, present.schedule, threads > 1 ? present.chunk : 0);
  for (int threads = machine->cores - 1; threads > 1 && grid->count < most; threads--)
    if ((threads & (threads - 1)) == 0)
      add_chunks(grid, distribution, threads, most);
}

void pme__grid_fill_demanded(pme__grid *grid, const pme__work_distribution *distribution, int most) {
  const pme_candidate present = grid->answers[0].candidate;
  double longest = pme__most_demanded(distribution, present.threads);
  for (int64_t chunk = present.chunk * COARSE_FACTOR; (double)chunk <= longest && grid->count < most;
       chunk *= COARSE_FACTOR)
    add_schedule(grid, distribution->iterations, present.threads, present.schedule, chunk);
}

void pme__grid_fill_teams(pme__grid *grid, const pme__work_distribution *distribution) {
  const pme_candidate present = grid->answers[0].candidate;
  for (int threads = 1; threads < present.threads; threads *= 2)
    add_schedule(grid, distribution->iterations, threads, present.schedule, threads > 1 ? present.chunk : 0);
  add_schedule(grid, distribution->iterations, present.threads, PME_SCHEDULE_STATIC, 0); /* least to hand out */
}

void pme__grid_refine(pme__grid *grid, const pme__work_distribution *distribution, int candidate) {
  pme_candidate c = grid->answers[candidate].candidate;
  int64_t chunk = c.chunk > 0 ? c.chunk : block_of(distribution->iterations, c.threads);
  if (c.threads <= 1 || c.pad_count > 0 || c.is_team)
    return;
  c.is_present = false;
  if (chunk >= 2) {
    c.chunk = chunk / 2;
    pme__grid_add(grid, distribution->iterations, &c);
  }
  c.chunk = chunk * 2;
  if (c.chunk < block_of(distribution->iterations, c.threads))
    pme__grid_add(grid, distribution->iterations, &c);
}

void pme__add_whole_lines(const pme__question *question, pme__grid *grid) {
  const pme_prediction *p = question->prediction;
  const pme__answer *present = &grid->answers[0];
  if (present->candidate.is_team)
    return;
  double most = 0;
  int64_t chunk = 0;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_reference_prediction *row = &p->references[r];
    const pme_misses *m = &row->levels[0];
    if (!row->modelled || m->false_sharing <= most || !pme_subject_is_below(p->subject, row->node, question->loop))
      continue;
    int64_t stride = pme__stride_along(p->concrete, row->node, question->loop);
    int64_t line_bytes = p->machine->levels[0].line_bytes;
    most = m->false_sharing;
    stride = stride < 0 ? -stride : stride;
    chunk = stride > 0 ? (line_bytes + stride - 1) / stride : 0;
  }
  pme_candidate lines = present->candidate;
  lines.is_present = false;
  lines.schedule = PME_SCHEDULE_STATIC;
  lines.chunk = chunk;
  if (chunk > 1 && 2 * (double)chunk <= present->distribution.iterations)
    pme__grid_add(grid, present->distribution.iterations, &lines);
}

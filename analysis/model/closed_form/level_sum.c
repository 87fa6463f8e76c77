/* The level sum. */
#include "level_sum.h"

#include <math.h>

#include "first_touches.h"
#include "observed_windows.h"
#include "reuse_sources.h"
#include "reuse_window.h"
#include "touched_region.h"

/* A phase of a schedule with less than this share of the touches is taken to be like the others. */
static const double SHORT_PHASE = 0.02;

static void add_verdict(pme__explanation *e, double lines, const pme__window *window) {
  pme__verdict verdict = pme__window_verdict(e->engine, window);
  e->misses += lines * verdict.miss;
  e->low += lines * verdict.low;
  e->high += lines * verdict.high;
  if (e->engine->recorder)
    pme__record_reuse(e->engine, window, lines, verdict.miss);
}

static pme__loop *shared_loop_around(const pme__view *view, int loop) {
  while (loop != 0 && view->loops[loop].kind != PME__LOOP_SHARED)
    loop = view->loops[loop].parent;
  return loop ? &view->loops[loop] : NULL;
}

/* Of the first visible thread, as far in the phase, from the first turn that may reuse anything, as the position is in
 * the loop. */
static int64_t iteration_in_phase(const pme__loop *shared, int64_t first, int64_t turns, int64_t distance) {
  double far = ((double)shared->turn + 0.5) / (double)pme__view_turns(shared);
  int64_t idle = distance - first > 0 ? distance - first : 0;
  idle = idle < turns ? idle : turns - 1;
  int64_t turn = first + idle + (int64_t)(far * (double)(turns - idle));
  return pme__schedule_serial_iteration(&shared->schedule, turn, shared->threads[0]);
}

/* Reuse inside a SHARED loop: each phase of active threads has a window of its own, unless it is too short to count. */
static void add_phases(pme__explanation *e, double lines, pme__window *window, pme__loop *shared) {
  pme__phase phases[PME__MOST_PHASES];
  int count = pme__view_phases(shared, phases);
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference];
  bool apart = r->is_private || pme__view_stride(view, r, (int)(shared - view->loops)) != 0;
  bool carries = window->carrier == (int)(shared - view->loops);
  double touches[PME__MOST_PHASES], all = 0, counted = 0;
  int64_t busy = shared->active, at = shared->at, first = 0;
  for (int i = 0; i < count; i++)
    all += touches[i] = (double)phases[i].turns * (double)(apart ? phases[i].active : 1);
  for (int i = 0; i < count; i++)
    counted += touches[i] >= SHORT_PHASE * all ? touches[i] : 0;
  for (int i = 0; i < count; i++) {
    if (touches[i] >= SHORT_PHASE * all) {
      window->active = shared->active = phases[i].active;
      shared->at = iteration_in_phase(shared, first, phases[i].turns, carries ? window->distance : 0);
      add_verdict(e, lines * touches[i] / counted, window);
    }
    first += phases[i].turns;
  }
  shared->active = busy;
  shared->at = at;
}

void pme__explain_reuse_in(pme__explanation *e, int carrier, double share, int64_t distance, int source) {
  if (share <= 0 || !pme__engine_can_go_on(e->engine))
    return;
  pme__window window = {.carrier = carrier, .distance = distance, .source = source, .target = e->reference};
  pme__loop *shared = shared_loop_around(e->engine->view, carrier);
  if (shared)
    add_phases(e, e->amount * share, &window, shared);
  else
    add_verdict(e, e->amount * share, &window);
}

void pme__explain_reuse(pme__explanation *e, double share, int64_t distance, int source) {
  pme__explain_reuse_in(e, e->loop, share, distance, source);
}

bool pme__explain_region(const pme__explanation *e, int64_t shift, double count, pme__comb *out) {
  pme__sweep sweep = {.carrier = e->loop, .shift = shift, .count = count, .limits = e->limits, .one_thread = true};
  return pme__region_comb(e->engine, e->reference, &sweep, out);
}

int pme__explain_adjacent(const pme__explanation *e) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference];
  int inner = PME_NONE;
  for (int l = r->loop; l != e->loop; l = view->loops[l].parent)
    if (pme__view_stride(view, r, l) != 0)
      inner = l; /* ends as the outermost one that moves the reference */
  if (inner == PME_NONE || view->loops[inner].kind == PME__LOOP_SHARED)
    return PME_NONE;
  double outer_stride = (double)pme__view_stride(view, r, e->loop), stride = (double)pme__view_stride(view, r, inner);
  double length = stride * view->loops[inner].trips;
  bool same_way = (outer_stride > 0) == (stride > 0);
  return same_way && fabs(outer_stride) >= fabs(length) && fabs(outer_stride) < fabs(length) + e->engine->line_bytes
             ? inner
             : PME_NONE;
}

static void explain_level(pme__explanation *e) {
  pme__explain_earlier(e);
  if (e->loop == 0)
    return;
  if (e->engine->view->loops[e->loop].kind == PME__LOOP_SHARED)
    pme__explain_shared(e);
  else
    pme__explain_plain(e);
}

static void explain_reference(pme__engine *engine, int reference, double weight, pme__estimate *out) {
  const pme__view *view = engine->view;
  const pme__reference *r = &view->references[reference];
  const pme__block_units *units = &engine->units[r->block];
  pme__comb one = pme__comb_run(0, (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes, units->line);
  pme__explanation e = {.engine = engine, .reference = reference};
  e.amount = r->executions * (r->is_private ? r->copies : 1) * pme__comb_measure(&one) / (double)units->line;
  for (e.loop = r->loop; e.loop != PME_NONE && pme__engine_can_go_on(engine); e.loop = view->loops[e.loop].parent)
    explain_level(&e);
  if (!pme__engine_can_go_on(engine))
    return;
  out->accesses += weight * r->executions * r->copies;
  out->misses += weight * (e.misses + e.amount);
  out->cold += weight * e.amount;
  out->low += weight * (e.low + e.amount);
  out->high += weight * (e.high + e.amount);
}

/* First touches of a block add up to its lines. What the levels left over, or took too much, would else have been
 * reused after a long time: such reuse misses in so far as the program is larger than the cache. */
static void settle_cold(const pme__engine *engine, int block, double lines, double long_miss,
                        pme__estimate *estimates) {
  const pme__view *view = engine->view;
  double cold = 0;
  for (int r = 0; r < view->reference_count; r++)
    cold += view->references[r].block == block ? estimates[r].cold : 0;
  if (lines < 0 || cold <= 0)
    return;
  for (int r = 0; r < view->reference_count; r++) {
    pme__estimate *e = &estimates[r];
    if (view->references[r].block != block)
      continue;
    double more = e->cold * (lines / cold - 1), other = more * (1 - long_miss);
    e->cold += more;
    e->misses = e->misses + other > e->cold ? e->misses + other : e->cold;
    e->low = e->low + other > e->cold ? e->low + other : e->cold;
    e->high = e->high + other > e->misses ? e->high + other : e->misses;
  }
}

static void settle_all(pme__engine *engine, pme__estimate *estimates) {
  double lines[PME__MOST_SETTLED], all = 0;
  int blocks = engine->view->block_count < PME__MOST_SETTLED ? engine->view->block_count : PME__MOST_SETTLED;
  for (int b = 0; b < blocks; b++) {
    lines[b] = engine->footprints ? engine->footprints[b] : pme__footprint_lines(engine, b);
    all += lines[b] > 0 ? lines[b] : 0;
  }
  double long_miss = all / ((double)engine->sets * engine->ways);
  for (int b = 0; b < blocks; b++)
    settle_cold(engine, b, lines[b], long_miss < 1 ? 0 : 1, estimates);
}

/* A line is pushed out by an access that misses. So among the lines that are lost inside a nest, other threads cause
 * the share that they have of the nest's misses. */
static void share_out(const pme__engine *engine, int outermost, pme__estimate *estimates) {
  const pme__view *view = engine->view;
  double misses = 0, others = 0;
  for (int r = 0; r < view->reference_count; r++)
    if (pme__view_child(view, 0, &view->references[r]) == outermost) {
      misses += estimates[r].misses;
      others += estimates[r].misses * pme__region_other_share(engine, r);
    }
  for (int r = 0; r < view->reference_count && misses > 0; r++)
    if (pme__view_child(view, 0, &view->references[r]) == outermost)
      estimates[r].other_threads = (estimates[r].misses - estimates[r].cold) * others / misses;
}

int pme__closed_form_add(pme__engine *engine, double weight, pme__estimate *estimates) {
  const pme__view *view = engine->view;
  int r = 0;
  for (; r < view->reference_count; r++) {
    if (view->references[r].executions > 0)
      explain_reference(engine, r, weight, &estimates[r]);
    if (!pme__engine_can_go_on(engine))
      break;
  }
  if (r == view->reference_count)
    settle_all(engine, estimates);
  for (int l = 1; l < view->loop_count; l++)
    if (view->loops[l].parent == 0)
      share_out(engine, l, estimates);
  return r;
}

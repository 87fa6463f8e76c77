/* What stands between two touches of a line. */
#include "window.h"

#include <string.h>

#include "area_vector.h"
#include "circle.h"
#include "region.h"

/* ---- collecting ---- */

static void add_region(pme__engine *engine, int reference, pme__sweep sweep) {
  if (!pme__engine_can_go_on(engine) || sweep.count <= 0)
    return;
  if (engine->comb_count == PME__ENGINE_MOST_COMBS) {
    engine->over_budget = true;
    return;
  }
  pme__comb comb;
  if (!pme__region_comb(engine, reference, &sweep, &comb))
    return;
  int at = engine->comb_count++;
  engine->combs[at] = comb;
  engine->comb_blocks[at] = engine->view->references[reference].block;
  engine->comb_others[at] = pme__region_other_share(engine, reference);
}

/* Where a reference stands in the body of the carrier. */
typedef struct seat {
  int child; /* loop, PME_NONE: directly in the body */
  int order;
} seat;

static seat seat_of(const pme__view *view, int carrier, int reference) {
  const pme__reference *r = &view->references[reference];
  int child = pme__view_child(view, carrier, r);
  return (seat){child, child == PME_NONE ? r->order : view->loops[child].order};
}

static bool stands_still(const pme__view *view, int loop, int reference) {
  return pme__view_stride(view, &view->references[reference], loop) == 0;
}

/* The first touch in an execution of `loop` happens in its first iteration, and the last one in its last (spec 4.6). */
static bool is_tight(const pme__view *view, const pme__window *w, seat source, seat target) {
  return source.child == target.child && target.child != PME_NONE && view->loops[target.child].trips > 1.5 &&
         stands_still(view, target.child, w->source) && stands_still(view, target.child, w->target);
}

/* How much of one execution of `child` the part before (or behind) a touch of `reference` runs, for q inside it. */
static double part_of(const pme__view *view, int child, int reference, int q) {
  double trips = view->loops[child].trips;
  if (stands_still(view, child, reference) || trips < 2)
    return 1;
  if (stands_still(view, child, q))
    return trips;
  return trips / 2;
}

/* Iterations between the touches that q sees in full, and what it sees of the iterations of the touches themselves. */
static void add_between(pme__engine *engine, const pme__window *w, seat source, seat target, int q, seat place) {
  const pme__view *view = engine->view;
  int64_t d = w->distance;
  bool in_source = place.order == source.order, in_target = place.order == target.order;
  bool behind = place.order > source.order, before = place.order < target.order;
  if (in_source && in_target) {
    bool both = place.child != PME_NONE && view->loops[place.child].trips > 1.5 && stands_still(view, place.child, q);
    add_region(engine, q, (pme__sweep){.carrier = w->carrier, .shift = -d, .count = (double)(both ? d + 1 : d)});
    return;
  }
  int64_t full = d - 1 + behind + before;
  add_region(engine, q, (pme__sweep){.carrier = w->carrier, .shift = behind ? -d : 1 - d, .count = (double)full});
  if (place.child == PME_NONE) {
    if (in_source || in_target) /* the touches of other threads */
      add_region(engine, q, (pme__sweep){.carrier = w->carrier, .shift = in_source ? -d : 0, .count = 1});
    return;
  }
  if (in_source)
    add_region(engine, q,
               (pme__sweep){.carrier = w->carrier,
                            .shift = -d,
                            .count = 1,
                            .part = part_of(view, place.child, w->source, q),
                            .part_is_tail = true});
  if (in_target)
    add_region(engine, q,
               (pme__sweep){.carrier = w->carrier, .count = 1, .part = part_of(view, place.child, w->target, q)});
}

static void collect(pme__engine *engine, const pme__window *w) {
  const pme__view *view = engine->view;
  seat source = seat_of(view, w->carrier, w->source), target = seat_of(view, w->carrier, w->target);
  bool tight = w->distance > 0 && is_tight(view, w, source, target);
  for (int q = 0; q < view->reference_count; q++) {
    if (!pme__view_encloses(view, w->carrier, &view->references[q]) || view->references[q].executions == 0)
      continue;
    seat place = seat_of(view, w->carrier, q);
    if (tight && place.child == target.child) {
      add_region(engine, q,
                 (pme__sweep){.carrier = w->carrier, .shift = -w->distance, .count = (double)(w->distance - 1)});
      continue;
    }
    add_between(engine, w, source, target, q, place);
  }
  if (tight && w->distance == 1) {
    pme__window inner = *w;
    inner.carrier = target.child;
    collect(engine, &inner);
  }
}

/* ---- evaluating ---- */

static int take_block(pme__engine *engine, int block) {
  int taken = 0;
  for (int i = 0; i < engine->comb_count; i++)
    if (engine->comb_blocks[i] == block) {
      /* Swap to the front of the list. */
      pme__comb comb = engine->combs[i];
      double other = engine->comb_others[i];
      engine->combs[i] = engine->combs[taken];
      engine->comb_blocks[i] = engine->comb_blocks[taken];
      engine->comb_others[i] = engine->comb_others[taken];
      engine->combs[taken] = comb;
      engine->comb_blocks[taken] = block;
      engine->comb_others[taken++] = other;
    }
  return taken;
}

static void drop_front(pme__engine *engine, int count) {
  int left = engine->comb_count - count;
  memmove(engine->combs, engine->combs + count, (size_t)left * sizeof *engine->combs);
  memmove(engine->comb_blocks, engine->comb_blocks + count, (size_t)left * sizeof *engine->comb_blocks);
  memmove(engine->comb_others, engine->comb_others + count, (size_t)left * sizeof *engine->comb_others);
  engine->comb_count = left;
}

static void spend(pme__engine *engine, double effort) {
  engine->effort += effort;
  engine->over_budget |= engine->effort > engine->effort_limit;
}

static bool any_overlap(const pme__comb *combs, int count) {
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (combs[i].start < combs[j].start + pme__comb_extent(&combs[j]) &&
          combs[j].start < combs[i].start + pme__comb_extent(&combs[i]))
        return true;
  return count == 1 && pme__comb_is_irregular(&combs[0]);
}

/* Combs of different shapes that overlap: few rows are joined one by one. */
static bool lay_out_rows(pme__engine *engine, pme__circle *circle, const pme__comb *combs, int count) {
  double rows = 0;
  for (int i = 0; i < count; i++)
    rows += pme__comb_rows(&combs[i]);
  if (rows > PME__ENGINE_MOST_ROWS)
    return false;
  int intervals = 0;
  for (int i = 0; i < count; i++)
    intervals = pme__comb_expand(&combs[i], engine->intervals, intervals);
  intervals = pme__intervals_join(engine->intervals, intervals);
  for (int i = 0; i < intervals; i++)
    pme__circle_add_interval(circle, &engine->intervals[i]);
  spend(engine, 60 * rows);
  return true;
}

/* Many rows: a comb most of which lies in the others is left out. */
static int drop_covered(pme__comb *combs, int count, int64_t line) {

  for (int i = 0; i < count;) {
    pme__comb comb = combs[i];
    combs[i] = combs[count - 1];
    if (count > 1 && pme__comb_covered(&comb, combs, count - 1, line) > 0.5) {
      count--;
    } else {
      combs[count - 1] = combs[i];
      combs[i++] = comb;
    }
  }
  return count;
}

static bool lay_out(pme__engine *engine, pme__circle *circle, pme__comb *combs, int count, int64_t line) {
  bool overlap = any_overlap(combs, count);
  if (!overlap || !lay_out_rows(engine, circle, combs, count)) {
    if (overlap)
      count = drop_covered(combs, count, line);
    for (int i = 0; i < count; i++) {
      spend(engine, pme__circle_effort(circle, &combs[i]));
      if (engine->over_budget)
        return false;
      if (!pme__circle_add(circle, &combs[i])) {
        engine->no_memory = true;
        return false;
      }
    }
  }
  pme__circle_finish(circle);
  return true;
}

/* Outer loops that move the block by amounts that are no multiple of the alignment spread it over more positions. */
static int64_t alignment_of(const pme__engine *engine, int block, int carrier) {
  const pme__view *view = engine->view;
  int64_t unit = engine->units[block].unit_bytes, a = engine->units[block].alignment * unit;
  for (int r = 0; r < view->reference_count && a > unit; r++) {
    const pme__reference *reference = &view->references[r];
    if (reference->block != block || !pme__view_encloses(view, carrier, reference))
      continue;
    for (int l = view->loops[carrier].parent; l > 0; l = view->loops[l].parent) {
      int64_t stride = pme__view_stride(view, reference, l);
      while (stride % a)
        a /= 2;
    }
  }
  return a / unit < 1 ? 1 : a / unit;
}

/* The first `count` combs are those of `block`: unions them into engine->others, or, if it is the block of the reused
 * line, fills engine->own. */
static void add_block(pme__engine *engine, const pme__window *w, int count, const pme__comb *own) {
  int block = engine->comb_blocks[0];
  const pme__block_units *units = &engine->units[block];
  int64_t alignment = alignment_of(engine, block, w->carrier);
  pme__circle region, mine;
  size_t bytes = (size_t)(engine->most + 1) * sizeof(double);
  int joined = pme__comb_join_all(engine->combs, count);
  spend(engine, 3.0 * (double)units->span / (double)alignment);
  pme__circle_start(&region, units->span, alignment, engine->region_counts);
  if (!lay_out(engine, &region, engine->combs, joined, units->line))
    return;
  long copies = engine->view->blocks[block].is_private ? (long)pme__region_threads(engine, w->target) : 1;
  if (own) {
    pme__comb reused = *own;
    pme__circle_start(&mine, units->span, alignment, engine->own_counts);
    if (!lay_out(engine, &mine, &reused, 1, units->line))
      return;
    memset(engine->own, 0, bytes);
    pme__circle_others(&region, &mine, engine->most, engine->own);
    if (--copies == 0)
      return;
  }
  double *hist = engine->sum, *scratch = engine->scratch;
  memset(hist, 0, bytes);
  pme__circle_histogram(&region, engine->most, hist);
  if (copies > 1)
    pme__area_power(hist, engine->most, copies, scratch);
  pme__area_union(engine->others, hist, engine->most, scratch);
  memcpy(engine->others, scratch, bytes);
}

static double other_share(const pme__engine *engine) {
  double lines = 0, others = 0;
  for (int i = 0; i < engine->comb_count; i++) {
    double measure = pme__comb_measure(&engine->combs[i]) / (double)engine->units[engine->comb_blocks[i]].line;
    lines += measure;
    others += measure * engine->comb_others[i];
  }
  return lines > 0 ? others / lines : 0;
}

/* The carrier of the innermost window that counts when windows are tight. */
static int innermost_carrier(const pme__view *view, const pme__window *w) {
  int carrier = w->carrier;
  while (w->distance == 1) {
    seat source = seat_of(view, carrier, w->source), target = seat_of(view, carrier, w->target);
    if (!is_tight(view, w, source, target))
      break;
    carrier = target.child;
  }
  return carrier;
}

/* The lines that are reused: touched by the source then and by the target now. They count as lines of the window's
 * first iteration. */
static bool reused_lines(pme__engine *engine, const pme__window *w, pme__comb *own) {
  pme__comb now;
  pme__sweep sweep = {.carrier = innermost_carrier(engine->view, w), .shift = -w->distance, .count = 1};
  if (!pme__region_comb(engine, w->source, &sweep, own))
    return false;
  add_region(engine, w->source, sweep);
  sweep.shift = 0;
  if (!pme__region_comb(engine, w->target, &sweep, &now))
    return false;
  pme__comb_cut(own, &now);
  return true;
}

static pme__verdict evaluate(pme__engine *engine, const pme__window *w) {
  engine->comb_count = 0;
  collect(engine, w);
  pme__comb own;
  if (!reused_lines(engine, w, &own))
    return (pme__verdict){0};
  pme__verdict verdict = {.other = other_share(engine)};
  pme__area_none(engine->others, engine->most);
  pme__area_none(engine->own, engine->most);
  while (engine->comb_count && pme__engine_can_go_on(engine)) {
    int block = engine->comb_blocks[0], count = take_block(engine, block);
    add_block(engine, w, count, block == engine->view->references[w->target].block ? &own : NULL);
    drop_front(engine, count);
  }
  verdict.miss = pme__area_at_least(engine->own, engine->others, engine->most, engine->ways);
  verdict.low = pme__area_at_least(engine->own, engine->others, engine->most, engine->ways + 1);
  verdict.high = pme__area_at_least(engine->own, engine->others, engine->most, engine->ways - 1);
  return verdict;
}

static size_t memo_slot(const pme__window *w) {
  uint64_t h = (uint64_t)w->carrier * 0x9E3779B97F4A7C15u;
  h = (h ^ (uint64_t)w->distance ^ (uint64_t)w->active << 40) * 0xBF58476D1CE4E5B9u;
  h = (h ^ (uint64_t)w->source << 20 ^ (uint64_t)w->target) * 0x94D049BB133111EBu;
  return (size_t)(h >> 40) % PME__ENGINE_MEMO_SLOTS;
}

pme__verdict pme__window_verdict(pme__engine *engine, const pme__window *w) {
  pme__window_memo *memo = &engine->memo[memo_slot(w)];
  bool same = memo->used && memo->window.carrier == w->carrier && memo->window.distance == w->distance &&
              memo->window.source == w->source && memo->window.target == w->target && memo->window.active == w->active;
  if (!same)
    *memo = (pme__window_memo){*w, evaluate(engine, w), true};
  return memo->verdict;
}

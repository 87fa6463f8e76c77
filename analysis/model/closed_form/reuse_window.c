/* The verdict on a window: its regions, block by block. */
#include "reuse_window.h"

#include <math.h>
#include <string.h>

#include "analysis/model/closed_form/area/area_vector.h"
#include "block_area.h"
#include "guard_thinning.h"
#include "observed_windows.h"

/* Moments that are looked at when a window is about as large as the cache, and from which uncertainty on it is. */
enum { MOMENTS = 8, MANY_MOMENTS = 24, FEW_SETS = 256 };
static const double SENSITIVE = 0.05;

/* Copies the combs of one block to block_combs; returns their number. */
static int take_block(pme__engine *engine, int block) {
  int taken = 0;
  for (int i = engine->block_first[block]; i != PME_NONE; i = engine->comb_next[i])
    engine->block_combs[taken++] = engine->combs[i];
  return taken;
}

/* Loops that move the block by amounts that are no multiple of the alignment spread it over more positions. Of those
 * some stand for all where the circle is long. */
static int64_t alignment_of(const pme__engine *engine, int block, int carrier) {
  const pme__view *view = engine->view;
  int64_t unit = engine->units[block].unit_bytes, a = engine->units[block].alignment * unit;
  for (int r = 0; r < view->reference_count && a > unit; r++) {
    const pme__reference *reference = &view->references[r];
    if (reference->block != block || !pme__view_encloses(view, carrier, reference))
      continue;
    for (int l = carrier; l > 0; l = view->loops[l].parent) {
      int64_t stride = pme__view_stride(view, reference, l);
      while (stride % a)
        a /= 2;
    }
  }
  a = a / unit < 1 ? 1 : a / unit;
  while (engine->units[block].span / a > PME__ENGINE_MOST_SLOTS && a < engine->units[block].line)
    a *= 2;
  return a;
}

/* block_combs has the `count` combs of the block: unions them into engine->others, or, if it is the block of the reused
 * line, fills engine->own. */
static void add_block(pme__engine *engine, const pme__window *w, int block, int count, const pme__comb *own) {
  pme__layout layout = {&engine->units[block], alignment_of(engine, block, w->carrier), engine->block_combs, count};
  long copies = engine->view->blocks[block].is_private ? (long)pme__region_threads(engine, w->target) : 1;
  double share = pme__thinning_share(engine, block, w->carrier);
  if (own) {
    pme__layout_others(engine, &layout, own, engine->own);
    pme__thinning_apply(engine, share, engine->own);
    if (--copies == 0)
      return;
  }
  double *scratch = engine->scratch;
  pme__layout_histogram(engine, &layout, engine->sum);
  pme__thinning_apply(engine, share, engine->sum);
  if (copies > 1)
    pme__area_power(engine->sum, engine->most, copies, scratch);
  pme__engine_spend(engine, 100 + 2.0 * (double)engine->most * engine->most);
  pme__area_union(engine->others, engine->sum, engine->most, scratch);
  memcpy(engine->others, scratch, (size_t)(engine->most + 1) * sizeof *scratch);
}

/* The lines that are reused: touched by the source then and by the target now, at the moment if there is one. They
 * count as lines of the window's first iteration. */
static bool reused_lines(pme__engine *engine, const pme__window *w, pme__comb *own) {
  pme__comb now;
  int carrier = pme__window_innermost(engine->view, w);
  int child = engine->moment < 0 ? PME_NONE : pme__window_moving_child(engine->view, w, carrier);
  pme__sweep sweep = {.carrier = carrier, .shift = -w->distance, .count = 1};
  if (pme__region_groups(engine->view, w->source) > 1 && pme__region_groups(engine->view, w->target) > 1)
    sweep.group = PME__THREADS_LONGER; /* they stand for all */
  if (child != PME_NONE) {
    const pme__loop *loop = &engine->view->loops[child];
    double turns = loop->kind == PME__LOOP_SHARED ? (double)pme__view_turns(loop) : loop->trips;
    sweep.part = 1;
    sweep.part_first = (double)(int64_t)(engine->moment * turns);
  }
  if (!pme__region_comb(engine, w->source, &sweep, own))
    return false;
  pme__window_add(engine, w->source, sweep);
  sweep.shift = 0;
  if (!pme__region_comb(engine, w->target, &sweep, &now))
    return false;
  pme__comb_cut(own, &now);
  return true;
}

static pme__verdict evaluate_at(pme__engine *engine, const pme__window *w, double moment) {
  pme__comb own;
  pme__verdict verdict = {0};
  engine->moment = moment;
  engine->comb_count = 0;
  for (int b = 0; b < engine->view->block_count; b++)
    engine->block_first[b] = PME_NONE;
  pme__window_collect(engine, w);
  if (!reused_lines(engine, w, &own))
    return verdict;
  pme__area_none(engine->others, engine->most);
  pme__area_none(engine->own, engine->most);
  for (int b = 0; b < engine->view->block_count && pme__engine_can_go_on(engine); b++)
    if (engine->block_first[b] != PME_NONE)
      add_block(engine, w, b, take_block(engine, b), b == engine->view->references[w->target].block ? &own : NULL);
  verdict.miss = pme__area_at_least(engine->own, engine->others, engine->most, engine->ways);
  verdict.low = pme__area_at_least(engine->own, engine->others, engine->most, engine->ways + 1);
  verdict.high = pme__area_at_least(engine->own, engine->others, engine->most, engine->ways - 1);
  return verdict;
}

/* For a listener: different lines that the window brings, all sets together. Costs no effort. */
static double lines_of(pme__engine *engine, const pme__window *w) {
  double effort = engine->effort, sum = 0;
  bool over_budget = engine->over_budget;
  for (int b = 0; b < engine->view->block_count; b++) {
    if (engine->block_first[b] == PME_NONE)
      continue;
    pme__layout layout = {&engine->units[b], alignment_of(engine, b, w->carrier), engine->block_combs,
                          take_block(engine, b)};
    double positions = pme__layout_measure(engine, &layout);
    long copies = engine->view->blocks[b].is_private ? (long)pme__region_threads(engine, w->target) : 1;
    sum += positions < 0 ? NAN : positions / (double)engine->units[b].line * (double)copies;
  }
  engine->effort = effort;
  engine->over_budget = over_budget;
  return sum;
}

static void record_area(pme__engine *engine, const pme__window *w, bool is_first, double weight) {
  if (engine->recorder && engine->recorder->thorough && pme__engine_can_go_on(engine))
    pme__record_area(engine, is_first, weight, lines_of(engine, w));
}

/* Where one line more or less in a set decides, it matters that the end of one iteration and the start of the next lie
 * around the reused line: several moments are looked at (spec 10.1, "ordered tail/head"). */
static pme__verdict evaluate(pme__engine *engine, const pme__window *w) {
  pme__verdict whole = evaluate_at(engine, w, -1);
  record_area(engine, w, true, 1);
  int child = pme__window_moving_child(engine->view, w, pme__window_innermost(engine->view, w));
  if (w->distance == 0 || child == PME_NONE || whole.high - whole.low < SENSITIVE)
    return whole;
  /* Several positions share the moments between them. */
  int all = engine->sets <= FEW_SETS ? MANY_MOMENTS : MOMENTS;
  int moments = all > 2 * engine->positions ? all / engine->positions : 2;
  pme__verdict sum = {0};
  for (int i = 0; i < moments && pme__engine_can_go_on(engine); i++) {
    double jitter = (i + moments * engine->position + 1) * 0.6180339887498949;
    pme__verdict at = evaluate_at(engine, w, (i + jitter - (double)(int)jitter) / moments);
    sum.miss += at.miss / moments;
    sum.low += at.low / moments;
    sum.high += at.high / moments;
    record_area(engine, w, i == 0, 1.0 / moments);
  }
  return sum;
}

static size_t memo_slot(const pme__engine *engine, const pme__window *w) {
  uint64_t h = (uint64_t)w->carrier * 0x9E3779B97F4A7C15u;
  h = (h ^ (uint64_t)w->distance ^ (uint64_t)w->active << 40) * 0xBF58476D1CE4E5B9u;
  h = (h ^ (uint64_t)w->source << 20 ^ (uint64_t)w->target) * 0x94D049BB133111EBu;
  return (size_t)(h >> 40) & (size_t)(engine->memo_slots - 1);
}

/* A line that was touched `distance` iterations ago is not reused in one of the first: the position's iteration stands
 * for one of the later ones. */
static void step_behind(pme__view *view, int loop, int64_t distance) {
  pme__loop *l = &view->loops[loop];
  if (l->kind != PME__LOOP_PLAIN || distance == 0 || (double)distance >= l->trips)
    return;
  double share = ((double)l->at + 0.5) / l->trips;
  int64_t at = distance + (int64_t)(share * (l->trips - (double)distance));
  l->value += (at - l->at) * pme__view_step(view, loop);
  l->at = at;
}

static pme__verdict evaluate_behind(pme__engine *engine, const pme__window *w) {
  pme__view *view = engine->view;
  pme__loop kept[PME__VIEW_MOST_DEPTH];
  int loops[PME__VIEW_MOST_DEPTH], count = 0;
  for (int l = pme__window_innermost(view, w);; l = view->loops[l].parent) {
    loops[count] = l;
    kept[count++] = view->loops[l];
    step_behind(view, l, w->distance);
    if (l == w->carrier)
      break;
  }
  pme__verdict verdict = evaluate(engine, w);
  while (count-- > 0)
    view->loops[loops[count]] = kept[count];
  return verdict;
}

pme__verdict pme__window_verdict(pme__engine *engine, const pme__window *w) {
  size_t slot = memo_slot(engine, w);
  pme__window_memo *memo = &engine->memo[slot];
  if (engine->recorder)
    engine->window = &engine->windows[slot];
  bool same = memo->used && memo->window.carrier == w->carrier && memo->window.distance == w->distance &&
              memo->window.source == w->source && memo->window.target == w->target && memo->window.active == w->active;
  if (!same)
    *memo = (pme__window_memo){*w, evaluate_behind(engine, w), true};
  return memo->verdict;
}

/* Another order of loops in words. */
#include "order_words.h"

#include <inttypes.h>

#include "facts.h"

enum { MOST_NAME_BYTES = 120 };

static const char *variable_of(const pme_prediction *prediction, int loop) {
  const char *variable = pme_subject_at(prediction->subject, loop)->u.loop.variable;
  return variable ? variable : "?";
}

static void say_place(pme__words *words, const pme_prediction *prediction, int node) {
  pme_place place = pme_subject_at(prediction->subject, node)->place;
  if (place.line > 0)
    pme__say(words, " (%.*s:%d:%d)", MOST_NAME_BYTES, pme__base_name(pme__file_of(prediction->subject, place, NULL)),
             place.line, place.column);
}

static void say_stride(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  pme__say(words, "the innermost loop '%.*s'", MOST_NAME_BYTES, variable_of(prediction, order->inner));
  say_place(words, prediction, order->inner);
  pme__say(words, " goes from line to line in '%.*s'", MOST_NAME_BYTES,
           pme__array_name(prediction->subject, order->access));
  if (order->stride_bytes > 0)
    pme__say(words, ", %lld bytes a step", (long long)order->stride_bytes);
}

static void say_order(pme__words *words, const pme_prediction *prediction, const pme_nest_order *order) {
  for (int p = 0; p < order->count; p++)
    pme__say(words, "%s'%.*s'", p ? ", " : "", MOST_NAME_BYTES, variable_of(prediction, order->loops[order->at[p]]));
}

bool pme__say_order_pragma(pme__words *words, const pme_prediction *prediction, const pme_loop_order *of) {
  const pme_nest_order *order = &of->order;
  if (of->block > 0 || !of->is_rectangular || !pme__takes_loop_directives(prediction->subject, order->loops[0]))
    return false;
  pme__say(words, "#pragma omp interchange permutation(");
  for (int p = 0; p < order->count; p++)
    pme__say(words, "%s%d", p ? "," : "", order->at[p] + 1);
  pme__say(words, ")");
  return true;
}

bool pme__say_tile_pragma(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  if (!pme__takes_loop_directives(prediction->subject, order->order.loops[0]))
    return false;
  pme__say(words, "#pragma omp tile sizes(");
  for (int p = 0; p < order->tile_count; p++)
    pme__say(words, "%s%lld", p ? "," : "", (long long)order->tile_sizes[p]);
  pme__say(words, ")");
  return true;
}

bool pme__makes_counter_shared(const pme_prediction *prediction, const pme_loop_order *of, int loop,
                               bool by_directive) {
  const pme_nest_order *order = &of->order;
  int dealt = order->loops[0] == of->node ? pme_subject_at(prediction->subject, of->node)->u.loop.collapse : 0,
      then = 0;
  while (order->at[then] != loop)
    then++;
  if (loop >= dealt || !pme__takes_loop_directives(prediction->subject, of->node))
    return false;
  return by_directive || then >= dealt || then >= order->count - of->tile_count;
}

/* Of a level, and of time where that is known. */
static void say_change(pme__words *words, const char *level, const double misses[2], const double cycles[2]) {
  double less_time = cycles[0] > 0 ? 100 * (1 - cycles[1] / cycles[0]) : 0;
  pme__say(words, " about ");
  pme__say_count(words, misses[1]);
  pme__say(words, " %s misses in place of ", level);
  pme__say_count(words, misses[0]);
  if (less_time >= 1)
    pme__say(words, ", %.0f%% less time", less_time);
  else if (cycles[0] > 0)
    pme__say(words, ", in as much time");
}

static void say_exchange(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  pme__say(words, " (");
  if (!pme__say_order_pragma(words, prediction, order))
    pme__say(words, "in the source: no directive %s",
             order->block > 0        ? "does that"
             : order->is_rectangular ? "takes loops of Fortran"
                                     : "takes bounds that depend on loops of the nest");
  pme__say(words, ")");
  if (order->is_unrolled)
    return;
  say_change(words, prediction->level_info[order->level].name, (double[]){order->misses_now, order->misses_then},
             (double[]){order->cycles_now, order->cycles_then});
}

static void say_tile_sizes(pme__words *words, const pme_loop_order *order) {
  pme__say(words, "in the source: ");
  for (int p = 0; p < order->tile_count; p++)
    pme__say(words, "%s%lld", p ? " x " : "", (long long)order->tile_sizes[p]);
  pme__say(words, " iterations");
}

/* No compiler takes tiles of loops that a directive has exchanged: that is said. */
static void say_tiles(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  int outermost = order->order.loops[order->order.at[order->order.count - order->tile_count]];
  pme__say(words, order->is_exchanged ? "; then, the loops exchanged in the source, in tiles (" : " in tiles (");
  if (!pme__say_tile_pragma(words, prediction, order))
    say_tile_sizes(words, order);
  pme__say(words, " at loop '%.*s')", MOST_NAME_BYTES, variable_of(prediction, outermost));
  if (order->is_unrolled)
    pme__say(words, ", in which compilers unroll '%.*s' and keep what it does not move in registers,", MOST_NAME_BYTES,
             variable_of(prediction, order->order.loops[order->order.at[order->order.count - 1]]));
  say_change(words, prediction->level_info[order->tile_level].name,
             (double[]){order->tile_misses_before, order->tile_misses},
             (double[]){order->tile_cycles_before, order->tile_cycles});
}

static void say_usual_sizes(pme__words *words, int64_t size) {
  if (size > 0)
    pme__say(words, " (sizes that are not known taken as %" PRId64 ")", size);
}

/* What is assumed of the source. OpenMP makes the counter of a loop that is dealt out private; not in the place of
 * another loop, nor in one that a directive makes loops of: there a counter that is declared outside is shared. */
static void say_legal(pme__words *words, bool keeps_counters) {
  pme__say(words, "; legal: no dependence is reversed, arrays taken not to overlap%s",
           keeps_counters ? "" : ", counters to be declared in their loops");
}

static void say_access(pme__words *words, const pme_prediction *prediction, int access) {
  pme__say(words, "%s '%.*s'", pme_subject_at(prediction->subject, access)->u.access.is_write ? "writing" : "reading",
           MOST_NAME_BYTES, pme__array_name(prediction->subject, access));
  say_place(words, prediction, access);
}

static void say_reversed(pme__words *words, const pme_prediction *prediction, int from, int to) {
  pme__say(words, "that would change the order of ");
  say_access(words, prediction, from);
  pme__say(words, " and ");
  say_access(words, prediction, to);
}

static void say_not_examined(pme__words *words, pme_order_legality legality) {
  if (legality == PME_ORDER_OVER_BUDGET)
    pme__say(words, "whether that is legal is too much effort to tell");
  else
    pme__say(words, "whether that is legal was not examined: libpmecache_transform.so is not beside pmecache");
}

static void say_obstacle(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  switch (order->legality) {
  case PME_ORDER_REVERSED:
    say_reversed(words, prediction, order->from, order->to);
    break;
  case PME_ORDER_BOUNDS:
    pme__say(words, "bounds depend on loops that would stand inside");
    break;
  case PME_ORDER_CARRIED:
    pme__say(words, "iterations of '%.*s' hand on values that are in no array: a sum in a variable, another counter",
             MOST_NAME_BYTES, variable_of(prediction, order->culprit));
    break;
  case PME_ORDER_HIDDEN:
    pme__say(words, "not all that the nest touches is known");
    break;
  default:
    say_not_examined(words, order->legality);
  }
}

const char *pme__order_legality_name(pme_order_legality legality) {
  static const char *const names[PME_ORDER_LEGALITY_COUNT] = {[PME_ORDER_LEGAL] = "legal",
                                                              [PME_ORDER_REVERSED] = "reversed",
                                                              [PME_ORDER_BOUNDS] = "bounds",
                                                              [PME_ORDER_CARRIED] = "carried",
                                                              [PME_ORDER_HIDDEN] = "hidden",
                                                              [PME_ORDER_OVER_BUDGET] = "over-budget",
                                                              [PME_ORDER_NOT_EXAMINED] = "not-examined"};
  return names[legality];
}

/* Half of the lines go by the innermost loop alone; else what outer loops bring back decides. */
static bool goes_along_lines(const pme_loop_order *order) {
  bool is_exchanged = order->is_exchanged || order->legality != PME_ORDER_LEGAL;
  return is_exchanged && order->lines_now >= 1 && order->lines_then <= order->lines_now / 2;
}

static void say_why(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  int level = order->is_exchanged ? order->level : order->tile_level;
  if (goes_along_lines(order))
    say_stride(words, prediction, order);
  else
    pme__say(words, "the loops around '%.*s' come back to lines that have left %s", MOST_NAME_BYTES,
             variable_of(prediction, order->inner), prediction->level_info[level].name);
}

static void say_row(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  pme__say(words,
           " with what '%.*s' hands on in variables kept in rows of their own, an element for each '%.*s', in the "
           "same sequence, and",
           MOST_NAME_BYTES, variable_of(prediction, order->inner), MOST_NAME_BYTES,
           variable_of(prediction, order->order.loops[0]));
}

static void say_kept(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  pme__say(words, " with what '%.*s' hands on in a variable kept in '%.*s'", MOST_NAME_BYTES,
           variable_of(prediction, order->inner), MOST_NAME_BYTES,
           pme__array_name(prediction->subject, order->kept_by));
  say_place(words, prediction, order->kept_by);
  pme__say(words, ", in the same sequence, and");
}

static bool keeps_counters(const pme_prediction *prediction, const pme_loop_order *order) {
  bool keeps = true;
  for (int p = 0; p < order->order.count; p++)
    keeps = keeps && !pme__makes_counter_shared(prediction, order, p, order->is_exchanged && order->is_rectangular);
  return keeps;
}

void pme__say_loop_order(pme__words *words, const pme_prediction *prediction, const pme_loop_order *order) {
  say_why(words, prediction, order);
  pme__say(words, ";");
  if (order->kept_by != PME_NONE)
    say_kept(words, prediction, order);
  if (order->row > 0)
    say_row(words, prediction, order);
  if (order->is_distributed)
    pme__say(words, " with what else stands in '%.*s' in loops of its own,", MOST_NAME_BYTES,
             variable_of(prediction, order->order.loops[0]));
  if (order->block > 0)
    pme__say(words, " with '%.*s' dealt out in blocks of %" PRId64 " iterations, and within a block", MOST_NAME_BYTES,
             variable_of(prediction, order->node), order->block);
  if (order->is_exchanged || order->legality != PME_ORDER_LEGAL) {
    pme__say(words, " in the order ");
    say_order(words, prediction, &order->order);
  }
  if (order->legality != PME_ORDER_LEGAL) {
    pme__say(words, " an iteration would come to %.2g new lines in place of %.2g, but ", order->lines_then,
             order->lines_now);
    say_obstacle(words, prediction, order);
    return;
  }
  if (order->is_exchanged)
    say_exchange(words, prediction, order);
  if (order->tile_count > 0)
    say_tiles(words, prediction, order);
  say_usual_sizes(words, order->usual_size);
  say_legal(words, keeps_counters(prediction, order));
}

/* ---- loops beside each other ---- */

bool pme__say_fuse_pragma(pme__words *words, const pme_prediction *prediction, const pme_loop_fusion *fusion) {
  bool is_taken = pme__takes_loop_directives(prediction->subject, fusion->first);
  pme__say(words, "%s", is_taken ? "#pragma omp fuse" : "");
  return is_taken;
}

static void say_against_fusion(pme__words *words, const pme_prediction *prediction, const pme_loop_fusion *fusion) {
  switch (fusion->legality) {
  case PME_ORDER_REVERSED:
    say_reversed(words, prediction, fusion->from, fusion->to);
    break;
  case PME_ORDER_CARRIED:
    pme__say(words, "iterations of '%.*s' hand on values that are in no array: a sum in a variable, another counter",
             MOST_NAME_BYTES, variable_of(prediction, fusion->first));
    break;
  case PME_ORDER_HIDDEN:
    pme__say(words, "not all that stands in the loops or between them is known");
    break;
  default:
    say_not_examined(words, fusion->legality);
  }
}

void pme__say_loop_fusion(pme__words *words, const pme_prediction *prediction, const pme_loop_fusion *fusion) {
  bool is_legal = fusion->legality == PME_ORDER_LEGAL;
  pme__say(words, "the next loop, '%.*s'", MOST_NAME_BYTES, variable_of(prediction, fusion->second));
  say_place(words, prediction, fusion->second);
  pme__say(words, ", comes back to '%.*s'; as one loop", MOST_NAME_BYTES,
           pme__array_name(prediction->subject, fusion->access));
  if (is_legal) {
    pme__say(words, " (");
    pme__say(words, pme__say_fuse_pragma(words, prediction, fusion) ? " around both)" : "in the source)");
  } else {
    pme__say(words, " they would have");
  }
  say_change(words, prediction->level_info[fusion->level].name, (double[]){fusion->misses_now, fusion->misses_then},
             (double[]){fusion->cycles_now, fusion->cycles_then});
  say_usual_sizes(words, fusion->usual_size);
  if (is_legal) {
    bool is_dealt = pme_subject_at(prediction->subject, fusion->first)->u.loop.parallel;
    say_legal(words, !is_dealt || !pme__takes_loop_directives(prediction->subject, fusion->first));
    return;
  }
  pme__say(words, ", but ");
  say_against_fusion(words, prediction, fusion);
}

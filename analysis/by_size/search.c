/* A ladder of sizes, then those between points that do not lie on a smooth curve. */
#include "search.h"

#include <math.h>
#include <string.h>

#include "analysis/core/tree.h"
#include "excerpt.h"
#include "looks/open_points.h"
#include "multiples.h"
#include "what_fits.h"

/* One prediction, in milliseconds of effort, more of it for programs of many accesses; a wider interval will do after a
 * share of it. What it takes beside that. */
static const double look_ms = 0.5, look_ms_of_access = 0.03, patience_of_look = 0.3;
/* Counting is done where it takes so many times that: a look that samples takes more than it is given. */
static const double counted_share_of_look = 3;
static const double setting_up_a_look_ms = 0.1, setting_up_an_access_ms = 0.03;
/* Where it counts: the first accesses are in it, thousands of others take more than their count. */
static const double setting_up_a_count_ms = 0.02, setting_up_a_counted_access_ms = 0.001, accesses_in_a_count = 200;
/* So many times that where it is not enough for the interval of a level, or for a part of the program. No more than a
 * share of what is left goes into one size. */
static const double second_try = 5, share_of_closer = 0.25, most_of_look = 10;
/* One size alone tells nothing of others: the second one may take so many times what there is. */
static const double most_of_second = 2;
/* Half a decade; a whole one where there is effort for less than so many looks, by what they are given, or than so many by
 * what the last one took. */
static const double fine_step = 3.1622776601683795, looks_for_fine_steps = 40, dear_looks = 10;
static const double most_size = 1e9;

/* ---- one size ---- */

/* How many of the levels the next look is at, as a share. */
static double share_of_levels(const pme__size_search *s) {
  return (double)__builtin_popcount(s->levels) / s->question->prediction->level_count;
}

static const pme_loop_prediction *row_of(const pme__size_search *s, int number, const pme_prediction *prediction) {
  return pme__loop_row(prediction, s->excerpt ? s->excerpt_loops[number] : s->loops[number].node);
}

bool pme__point_of(const pme__size_search *s, int loop, const pme_prediction *prediction, int64_t size,
                   pme_size_point *out) {
  const pme_loop_prediction *row = row_of(s, loop, prediction);
  if (!row || row->status == PME_LOOP_NOT_MODELLED ||
      (row->levels[0].accesses <= 0 && pme__touches_memory(s->program, s->loops[loop].node)))
    return false;
  *out = (pme_size_point){.size = size,
                          .trip_count = row->trip_count,
                          .left_out_accesses = row->left_out_accesses,
                          .data_accesses = row->data_accesses};
  memcpy(out->levels, row->levels, sizeof row->levels);
  for (int level = 0; level < prediction->level_count; level++)
    pme__take_first_touches(&out->levels[level]);
  return true;
}

static bool note_point(pme__size_search *s, int number, const pme_prediction *prediction, int64_t size) {
  pme_by_size_loop *loop = &s->loops[number];
  const pme_loop_prediction *row = row_of(s, number, prediction);
  pme_size_point point;
  if (!pme__point_of(s, number, prediction, size, &point))
    return true;
  if (s->levels != pme__all_levels(s) &&
      (row->status != loop->status ||
       !pme__complete_point(loop, s->question->prediction->level_count, s->levels, &point)))
    return true;
  if (row->status < loop->status) { /* whole at this size: points that are not do not count */
    loop->status = row->status;
    loop->point_count = 0;
  } else if (row->status > loop->status) {
    return true;
  }
  if (!pme__make_room(s->arena, &s->points[number], loop->point_count))
    return false;
  pme_size_point *points = s->points[number].points;
  loop->points = points;
  int at = loop->point_count++;
  for (; at > 0 && points[at - 1].size > size; at--)
    points[at] = points[at - 1];
  points[at] = point;
  return true;
}

static void note_size(pme__size_search *s, int64_t size) {
  int at = s->size_count++;
  s->first_ms = at == 0 ? s->spent_ms : s->first_ms;
  for (; at > 0 && s->sizes[at - 1] > size; at--)
    s->sizes[at] = s->sizes[at - 1];
  s->sizes[at] = size;
}

/* Levels that are not known well enough of some loop that is asked about. What is due to where arrays are does not get
 * less with more effort. */
static pme__levels poor_levels(const pme__size_search *s, const pme_prediction *prediction) {
  pme__levels poor = 0;
  for (int i = 0; i < s->out->loop_count; i++) {
    const pme_loop_prediction *row = s->rounds[i] == s->round ? row_of(s, i, prediction) : NULL;
    bool is_asked = row && row->status != PME_LOOP_NOT_MODELLED;
    for (int level = 0, at = 0; is_asked && at < prediction->level_count; level++)
      if (s->levels >> level & 1 && pme__is_wide(&row->levels[at++]))
        poor |= 1u << level;
  }
  return poor;
}

static double effort_of_look(const pme__size_search *s) {
  return s->effort_factor * s->look_budget_ms * share_of_levels(s);
}

/* What may be spent before a look, so many sizes before it, of a round that has so much. */
static double most_before_look(const pme__size_search *s, int sizes, double budget_ms) {
  double most_ms = sizes < 2 ? fmax(budget_ms, most_of_second * s->most_ms) : budget_ms;
  return most_ms - effort_of_look(s);
}

/* Loops by themselves that take as much as with what is beside them do not get as far as the size that would tell more,
 * whatever the round may grow to. */
static bool is_in_vain(const pme__size_search *s) {
  int before = s->wanted_sizes - 1;
  double most_ms = most_before_look(s, before, fmax(s->budget_ms, s->most_ms)), next_ms = s->last_ms;
  if (s->size_count == 1 && s->last_ms > 0)
    next_ms = fmax(next_ms, s->spent_ms * (s->put_off_growth - 1));
  return s->size_count <= before && s->spent_ms + (before - s->size_count) * next_ms > most_ms;
}

static bool can_look(pme__size_search *s) {
  s->is_in_vain = s->is_in_vain || is_in_vain(s);
  return !s->is_in_vain && !s->is_beyond_reach && s->size_count < PME__MOST_LOOKS &&
         s->spent_ms <= most_before_look(s, s->size_count, s->budget_ms);
}

/* What each prediction takes beside its effort. */
static double setting_up_ms(const pme__size_search *s, const pme_prediction *prediction) {
  if (prediction && prediction->is_counted)
    return setting_up_a_count_ms + setting_up_a_counted_access_ms * fmax(s->reference_count - accesses_in_a_count, 0);
  double whole_ms = setting_up_a_look_ms + setting_up_an_access_ms * s->reference_count;
  return whole_ms * (1 + share_of_levels(s)) / 2;
}

/* Two predictions for bounds, each of which takes more than it is given, leave effort for less than a few sizes. Loops
 * outside of parallel ones are not asked for. */
static bool is_tight(const pme__size_search *s) {
  static const double predictions = 4;
  return s->question->rough && !s->question->sequential &&
         PME__LEAST_LOOKS * predictions * s->look_budget_ms > s->usual_ms;
}

static pme_status predict_with(pme__size_search *s, const pme_concrete *concrete, const pme__look *look,
                               pme_arena *arena, pme_prediction **out) {
  pme_predict_options options = {.budget_ms = look->effort_ms,
                                 .patience_ms = look->effort_ms * patience_of_look,
                                 .coherence = s->question->coherence,
                                 .without_placements = true,
                                 .likely_place_ms = look->counted_ms,
                                 .whole_only = look->whole_only,
                                 .rough_bounds = is_tight(s)};
  pme_status status = pme_predict(concrete, &s->machine, &options, arena, out, NULL);
  double before_ms = s->spent_ms;
  s->spent_ms += setting_up_ms(s, *out) + (status == PME_OK ? 1e-6 * (*out)->effort : 0);
  s->last_ms = *out && (*out)->is_counted ? 0 : s->spent_ms - before_ms;
  return status;
}

/* Part of the program has no answer for so little effort: from now on looks take more, as far as that goes. At the second
 * size the next one grows as the last one did over the one before it, which took `before_ms` (0: there was none). */
static bool expect_more(pme__size_search *s, double before_ms) {
  static const double step = 2.24, used_of_effort = 3;
  double factor = fmin(s->effort_factor * step, most_of_look), growth = factor / s->effort_factor;
  bool is_second = s->size_count == 1 && before_ms > 0;
  double next_ms = is_second ? s->last_ms + growth * fmax(s->last_ms - before_ms, 0) : 0;
  s->effort_factor = factor;
  s->budget_ms = fmax(s->budget_ms, s->spent_ms + PME__LEAST_LOOKS * used_of_effort * effort_of_look(s));
  s->budget_ms = fmin(s->budget_ms, s->most_ms);
  return can_look(s) && s->spent_ms + next_ms <= fmax(s->budget_ms, most_of_second * s->most_ms);
}

static pme_status predict_within(pme__size_search *s, const pme_concrete *concrete, double effort_ms, bool whole_only,
                                 pme_arena *arena, pme_prediction **out) {
  pme__look look = {.effort_ms = effort_ms, .counted_ms = counted_share_of_look * effort_ms, .whole_only = whole_only};
  return predict_with(s, concrete, &look, arena, out);
}

/* One that is cut short is made anew with more, as far as that goes. */
static pme_status look_quickly(pme__size_search *s, const pme_concrete *concrete, pme_arena *arena,
                               pme_prediction **out) {
  return predict_within(s, concrete, effort_of_look(s), s->effort_factor < most_of_look, arena, out);
}

/* What a closer look saw of some levels, into the rows of one at more of them. */
static void take_levels(const pme__size_search *s, pme__levels closer_at, const pme_prediction *closer,
                        pme_prediction *out) {
  for (int i = 0; i < out->loop_count; i++)
    for (int level = 0, from = 0, to = 0; level < s->question->prediction->level_count; level++) {
      if (closer_at >> level & 1)
        out->loops[i].levels[to] = closer->loops[i].levels[from++];
      to += s->levels >> level & 1;
    }
}

static double closer_effort(const pme__size_search *s) { return second_try * s->look_budget_ms * share_of_levels(s); }

static bool may_be_closer(const pme__size_search *s, double closer_ms) {
  return s->effort_factor <= 1 && !s->seeks_turn && closer_ms <= share_of_closer * (s->budget_ms - s->spent_ms);
}

/* At the levels that are not known well enough. */
static pme_status look_closer(pme__size_search *s, const pme_concrete *concrete, pme_arena *arena,
                              pme_prediction **out) {
  pme__levels whole = s->levels, poor = poor_levels(s, *out);
  pme_prediction *closer = NULL;
  pme_status status = PME_OK;
  double whole_ms = closer_effort(s);
  s->levels = poor;
  double closer_ms = closer_effort(s);
  if (poor != 0 &&
      may_be_closer(s, s->question->rough ? whole_ms : closer_ms)) { /* more sizes tell two digits better */
    pme__keep_levels(s->question->prediction->machine, poor, &s->machine);
    status = predict_within(s, concrete, closer_ms, false, arena, &closer);
    pme__keep_levels(s->question->prediction->machine, whole, &s->machine);
  }
  s->levels = whole;
  s->poor_looks = poor == whole ? s->poor_looks + 1 : 0;
  if (closer && poor == whole)
    *out = closer;
  else if (closer)
    take_levels(s, poor, closer, *out);
  return status;
}

/* A quick look, and a closer one where that does not do; that one at once where the last ones did not. No prediction:
 * there is no effort for it. */
static pme_status look_closely_enough(pme__size_search *s, const pme_concrete *concrete, pme_arena *arena,
                                      pme_prediction **out) {
  static const int poor_looks_in_vain = 2;
  double closer_ms = closer_effort(s);
  if (!s->question->rough && s->poor_looks >= poor_looks_in_vain && may_be_closer(s, closer_ms))
    return predict_within(s, concrete, closer_ms, false, arena, out);
  pme_status status = look_quickly(s, concrete, arena, out);
  double before_ms = 0;
  while (status == PME_OK && pme__is_cut_short(*out) && s->effort_factor < most_of_look) {
    *out = NULL;
    double last_ms = s->last_ms;
    s->is_short = !expect_more(s, before_ms);
    before_ms = last_ms;
    if (s->is_short)
      return PME_OK;
    status = look_quickly(s, concrete, arena, out);
  }
  return status == PME_OK ? look_closer(s, concrete, arena, out) : status;
}

pme_status pme__concrete_at(const pme__size_search *s, const pme_program *excerpt, int64_t size, pme_arena *arena,
                            pme_concrete **out) {
  pme_what_if what_if;
  pme_binding only = {PME__SIZE_SYMBOL, size, "tried"};
  pme_status status = PME_OK;
  if (excerpt) {
    what_if = s->what_if;
    what_if.bindings = &only;
    what_if.binding_count = 1;
  } else {
    status = pme__bind_size(&s->what_if, &s->unknown, size, arena, &what_if);
  }
  return status == PME_OK ? pme_concrete_create(excerpt ? excerpt : s->program, &what_if, out, NULL) : status;
}

/* Of all sizes, or none. */
static void note_rows(pme__size_search *s, int64_t elements) {
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == s->round) {
      bool is_first = s->loops[i].point_count == 0;
      s->loops[i].row_elements = is_first || s->loops[i].row_elements == elements ? elements : 0;
    }
}

pme_status pme__predict_size(pme__size_search *s, int64_t size, const pme__look *look, pme_arena *arena,
                             pme_prediction **out) {
  pme_concrete *concrete = NULL;
  pme_status status = pme__concrete_at(s, s->excerpt, size, arena, &concrete);
  if (status == PME_OK && s->size_count == 0) /* an odd one */
    s->has_rows = pme__rows_begin_at_lines(concrete, s->machine.levels[0].line_bytes);
  if (status == PME_OK)
    note_rows(s, pme__row_elements(concrete, size, s->machine.levels[0].line_bytes));
  if (status == PME_OK && !pme__has_large_arrays(concrete))
    status = look ? predict_with(s, concrete, look, arena, out) : look_closely_enough(s, concrete, arena, out);
  pme_concrete_destroy(concrete); /* rows and totals lie in the arena */
  return status;
}

/* What has no point yet, and no look that was given all it takes. */
static void note_late(pme__size_search *s, const pme_prediction *prediction) {
  bool is_short = s->is_short || (prediction && pme__is_cut_short(prediction));
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == s->round)
      s->late[i] = s->late[i] && is_short && !s->is_in_vain && s->loops[i].point_count == 0;
}

/* With all that a look may take no loop of the round has a number for want of effort: larger sizes take more. */
static bool is_beyond_reach(const pme__size_search *s, const pme_prediction *prediction) {
  bool is_beyond = s->effort_factor >= most_of_look && pme__is_cut_short(prediction);
  for (int i = 0; i < s->out->loop_count && is_beyond; i++)
    if (s->rounds[i] == s->round) {
      const pme_loop_prediction *row = row_of(s, i, prediction);
      is_beyond = s->loops[i].point_count == 0 && row && row->status == PME_LOOP_NOT_MODELLED;
    }
  return is_beyond;
}

pme_status pme__look_at_size(pme__size_search *s, int64_t size, pme__levels levels, const pme__look *look,
                             bool *too_large) {
  s->levels = levels;
  s->is_short = false;
  pme__keep_levels(s->question->prediction->machine, levels, &s->machine);
  pme_arena *arena = pme_arena_create();
  pme_prediction *prediction = NULL;
  pme_status status = arena ? pme__predict_size(s, size, look, arena, &prediction) : PME_NO_MEMORY;
  bool is_whole = s->levels == pme__all_levels(s);
  *too_large = status == PME_OK && (!prediction || (is_whole && pme__is_too_large(prediction)));
  if (status == PME_OK && !*too_large) {
    note_size(s, size);
    s->touched_bytes[0] = s->touched_bytes[1];
    s->touched_bytes[1] = pme__touched_bytes(prediction);
    for (int i = 0; i < s->out->loop_count; i++)
      if (s->rounds[i] == s->round && !note_point(s, i, prediction, size))
        status = PME_NO_MEMORY;
  }
  s->is_beyond_reach = status == PME_OK && prediction && is_beyond_reach(s, prediction);
  note_late(s, prediction);
  pme_arena_destroy(arena);
  return status;
}

static pme_status look_at(pme__size_search *s, int64_t size, pme__levels levels, bool *too_large) {
  return pme__look_at_size(s, size, levels, NULL, too_large);
}

/* ---- which sizes ---- */

/* The largest size that arrays are declared for is the likeliest of all. */
static pme_status look_at_limit(pme__size_search *s) {
  bool too_large;
  int64_t limit = s->unknown.limit, size = limit - limit % s->multiple;
  if ((double)limit > most_size || size == 0 || pme__was_looked_at(s, size) || !can_look(s))
    return PME_OK;
  return look_at(s, size, pme__all_levels(s), &too_large);
}

static double step_after(const pme__size_search *s, double last_ms) {
  bool is_dear = s->budget_ms < looks_for_fine_steps * s->look_budget_ms || s->budget_ms < dear_looks * last_ms;
  return s->effort_factor <= 1 && is_dear ? PME__COARSE_STEP : fine_step;
}

/* How many steps of the ladder there may be room for above a size, as what is touched grew in the last one. */
static int steps_above(const pme__size_search *s, double size, double step) {
  const double *bytes = s->touched_bytes;
  double power = bytes[0] > 0 && bytes[1] > bytes[0] ? log(bytes[1] / bytes[0]) / log(step) : 0, factor = step;
  int steps = 0;
  for (; size * factor <= most_size && bytes[1] * pow(factor, power) <= PME__MOST_ARRAY_BYTES; factor *= step) {
    if (pme__size_near(size * factor, s->multiple, s->has_rows) > s->unknown.limit)
      break;
    steps++;
  }
  return steps;
}

/* Where two digits will do, and all of the ladder is within reach, the first size that is not counted is followed by the
 * largest one. Between them are turns of single levels: looks at these alone take a part of what the steps would have. */
static pme_status jump(pme__size_search *s, double size, double step, bool *jumped) {
  static const double share_spared = 0.5;
  bool too_large = false;
  int steps = steps_above(s, size, step);
  double steps_ms = steps * s->last_ms;
  if (!s->question->rough || s->has_chosen_places || s->effort_factor > 1 || s->size_count < 2 || s->last_ms <= 0 ||
      steps < 2 || s->spent_ms + steps_ms > s->budget_ms)
    return PME_OK;
  int64_t largest = pme__size_near(size * pow(step, steps), s->multiple, s->has_rows);
  pme_status status = look_at(s, largest, pme__all_levels(s), &too_large);
  *jumped = !too_large;
  if (*jumped)
    s->budget_ms -= share_spared * (steps_ms - s->last_ms);
  return status;
}

/* Half a step back from arrays that are too large, where not two digits are all that is asked for. */
static pme_status climb_ladder(pme__size_search *s) {
  bool too_large = false, is_last = false;
  pme_status status = PME_OK;
  double step = fine_step;
  for (double size = PME__FIRST_SIZE; size <= most_size && can_look(s) && status == PME_OK && !is_last; size *= step) {
    double before_ms = s->spent_ms;
    int64_t near = pme__size_near(size, s->multiple, s->has_rows);
    if (near > s->unknown.limit)
      break;
    status = look_at(s, near, pme__all_levels(s), &too_large);
    is_last = too_large && (step < PME__COARSE_STEP || s->question->rough);
    step = too_large ? 1 / fine_step : step_after(s, s->spent_ms - before_ms);
    if (status == PME_OK && !is_last && step > 1 && can_look(s))
      status = jump(s, size, step, &is_last);
  }
  return status;
}

static pme_status refine(pme__size_search *s) {
  bool too_large = false;
  pme_status status = PME_OK;
  while (can_look(s) && status == PME_OK && !too_large) {
    int64_t size = pme__most_doubt(s);
    if (size == 0)
      break;
    status = look_at(s, size, pme__levels_in_doubt(s, size), &too_large);
  }
  return status;
}

/* ---- a round ---- */

void pme__look_at_references(pme__size_search *s, int count) {
  s->reference_count = count;
  s->look_budget_ms = look_ms + look_ms_of_access * count;
}

/* One more than each of its loops has of looks at all of them. */
static int sizes_that_tell(const pme__size_search *s) {
  int count = 0;
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == s->round) {
      int sizes = s->beside[i].point_count;
      count = count == 0 || sizes + 1 < count ? sizes + 1 : count;
    }
  return count > 1 ? count : 0;
}

pme_status pme__search_round(pme__size_search *s, int round, int rounds) {
  double whole = s->budget_ms, least = PME__LEAST_LOOKS * s->look_budget_ms, most = s->most_ms;
  s->round = round;
  s->levels = pme__all_levels(s);
  s->multiple = 1;
  s->has_rows = false;
  s->poor_looks = 0;
  s->size_count = 0;
  s->spent_ms = s->last_ms = 0;
  s->wanted_sizes = sizes_that_tell(s);
  s->is_in_vain = s->is_beyond_reach = s->seeks_turn = false;
  s->effort_factor = s->first_factor;
  s->usual_ms = s->budget_ms = fmax(whole / rounds, least);
  s->most_ms = fmax(most / rounds, least);
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == round) { /* bound as of this loop */
      s->multiple = s->multiples[i];
      if (s->unknown.taken_count > 0)
        memcpy(s->unknown.taken, s->bound[i], (size_t)s->unknown.taken_count * sizeof *s->unknown.taken);
      break;
    }
  pme_status status = climb_ladder(s);
  if (status == PME_OK)
    status = look_at_limit(s);
  if (status == PME_OK)
    status = pme__look_at_small(s);
  if (status == PME_OK)
    status = refine(s);
  s->is_starved = !can_look(s);
  double looks_ms = s->spent_ms;
  if (status == PME_OK)
    status = pme__close_open_points(s, s->excerpt ? 1 : rounds - round);
  s->all_spent_ms += s->spent_ms;
  s->spent_ms = looks_ms;
  s->budget_ms = whole;
  s->most_ms = most;
  s->out->look_count += s->size_count;
  if (s->size_count > 0) {
    bool first = s->out->least == 0;
    s->out->least = first || s->sizes[0] < s->out->least ? s->sizes[0] : s->out->least;
    s->out->most = first || s->sizes[s->size_count - 1] > s->out->most ? s->sizes[s->size_count - 1] : s->out->most;
  }
  return status;
}

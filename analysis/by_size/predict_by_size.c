
/* pme_predict_by_size: a ladder of sizes, then those between points that do not lie on a smooth curve. */
#include <math.h>
#include <string.h>

#include "analysis/core/tree.h"
#include "curve.h"
#include "looks.h"
#include "pmecache/by_size.h"
#include "unknown_sizes.h"

enum { FIRST_SIZE = 10, MOST_LOOKS = 48, LEAST_LOOKS = 6, ALONE_LOOKS = 9, MOST_ROUNDS = 4 };
/* One prediction, in milliseconds of effort, more of it for programs of many accesses; a wider interval will do after a
 * share of it. What it takes beside that. */
static const double look_ms = 0.5, look_ms_of_access = 0.03, patience_of_look = 0.3;
static const double setting_up_a_look_ms = 0.1, setting_up_an_access_ms = 0.03;
/* So many times that where it is not enough for the interval of a level, or for a part of the program. No more than a
 * share of what is left goes into one size. */
static const double second_try = 5, share_of_closer = 0.25, most_of_look = 10;
/* All sizes together get this share of what the function may take. */
static const double usual_budget_ms = 1000, budget_share = 0.1, share_of_rough = 0.2, growth_of_hard = 2;
/* Where that is too little for all of it: loops one by one. */
static const double share_alone = 0.5;
/* Half a decade; a whole one where the effort is less than so many looks. */
static const double fine_step = 3.1622776601683795, coarse_step = 10, looks_for_fine_steps = 40;
/* A value between two points is known well enough when it is in doubt by less than this share ... */
static const double known_well = 0.02, surely_wrong = 0.06;
/* ... or the two are one place. */
static const double one_place = 1.05;
/* A turning point counts as so many values in doubt; nearer than this a quick look tells on which side of it a size is. */
static const double values_at_turn = 3, near_turn = 1.3;
static const double most_size = 1e9;

typedef struct search {
  const pme_by_size_question *question;
  const pme_program *program;
  pme_what_if what_if;
  pme__unknown_symbols unknown;
  double budget_ms, spent_ms; /* effort */
  double most_ms;             /* that the budget may grow to, where looks take more than usual */
  double look_budget_ms;
  double effort_factor; /* more than 1 where quick looks do not answer all of it */
  pme__levels levels;   /* that the next look is at */
  pme_machine machine;  /* that has these alone */
  bool seeks_turn;      /* whether it fits at the next size is all that is asked: a quick look will do */
  pme_arena *arena;
  pme_by_size *out;
  pme_by_size_loop *loops;
  pme_size_point **points; /* of each loop, room for MOST_LOOKS */
  pme_binding **bound;     /* of each loop: all that is taken for it */
  int *rounds;             /* of each loop: those of one round run with the same choices */
  int round;
  const pme_proposal *alone; /* the loop that is looked at without what is around it; NULL: all of them */
  int size_count;
  int64_t sizes[MOST_LOOKS]; /* that were looked at in this round, by size */
} search;

/* ---- loops that want for a size ---- */

static bool wants_size(const pme_prediction *prediction, int loop) {
  const pme_subject *subject = prediction->subject;
  for (int i = 0; i < subject->reason_count; i++) {
    const pme_reason *reason = &subject->reasons[i];
    if (reason->code == PME_REASON_UNKNOWN_PARAMETER &&
        (pme_subject_is_below(subject, reason->node, loop) || pme_subject_is_below(subject, loop, reason->node)))
      return true;
  }
  return false;
}

static bool collect_loops(search *s) {
  const pme_prediction *prediction = s->question->prediction;
  s->loops = PME_ARENA_NEW(s->arena, pme_by_size_loop, prediction->loop_count);
  s->points = PME_ARENA_NEW(s->arena, pme_size_point *, prediction->loop_count);
  s->rounds = PME_ARENA_NEW(s->arena, int, prediction->loop_count);
  s->bound = PME_ARENA_NEW(s->arena, pme_binding *, prediction->loop_count);
  bool has_room = s->loops && s->points && s->rounds && s->bound;
  for (int i = 0; i < prediction->loop_count && has_room; i++) {
    int node = prediction->loops[i].node;
    bool is_wanted =
        pme__has_own_team(s->program, node) || (s->question->sequential && pme__is_sequential_nest(s->program, node));
    if (prediction->loops[i].status == PME_LOOP_MODELLED || !is_wanted || !wants_size(prediction, node))
      continue;
    pme_size_point *points = PME_ARENA_NEW(s->arena, pme_size_point, MOST_LOOKS);
    if (!points)
      return false;
    s->points[s->out->loop_count] = points;
    s->loops[s->out->loop_count++] = (pme_by_size_loop){.node = node, .points = points, .status = PME_LOOP_PARTLY};
  }
  return has_room;
}

static bool choose(search *s, int number) {
  pme_by_size_loop *loop = &s->loops[number];
  pme__unknown_symbols own = s->unknown;
  own.taken = s->bound[number] = pme__own_choices(s->program, loop->node, &s->unknown, s->arena);
  loop->taken = own.taken ? pme__said_choices(&own, s->arena, &loop->taken_count) : NULL;
  return loop->taken != NULL;
}

/* Rounds of loops with the same choices, numbered; how many, 0: out of memory. */
static int make_rounds(search *s) {
  int count = 0;
  for (int i = 0; i < s->out->loop_count; i++) {
    if (!choose(s, i))
      return 0;
    s->rounds[i] = -1;
    for (int k = 0; k < i && s->rounds[i] < 0; k++)
      if (pme__is_same_choice(&s->unknown, s->bound[k], s->bound[i]))
        s->rounds[i] = s->rounds[k];
    if (s->rounds[i] < 0)
      s->rounds[i] = count++;
  }
  return count;
}

/* ---- one size ---- */

static pme__levels all_levels(const search *s) { return (1u << s->question->prediction->level_count) - 1; }

/* How many of the levels the next look is at, as a share. */
static double share_of_levels(const search *s) {
  return (double)__builtin_popcount(s->levels) / s->question->prediction->level_count;
}

static void note_point(search *s, int number, const pme_prediction *prediction, int64_t size) {
  pme_by_size_loop *loop = &s->loops[number];
  const pme_loop_prediction *row = pme__loop_row(prediction, loop->node);
  pme_size_point *points = s->points[number];
  if (!row || row->status == PME_LOOP_NOT_MODELLED || row->levels[0].accesses <= 0)
    return;
  pme_size_point point = {.size = size,
                          .trip_count = row->trip_count,
                          .left_out_accesses = row->left_out_accesses,
                          .data_accesses = row->data_accesses};
  memcpy(point.levels, row->levels, sizeof row->levels);
  for (int level = 0; level < prediction->level_count; level++)
    pme__take_first_touches(&point.levels[level]);
  if (s->levels != all_levels(s) &&
      (row->status != loop->status ||
       !pme__complete_point(loop, s->question->prediction->level_count, s->levels, &point)))
    return;
  if (row->status < loop->status) { /* whole at this size: points that are not do not count */
    loop->status = row->status;
    loop->point_count = 0;
  } else if (row->status > loop->status) {
    return;
  }
  int at = loop->point_count++;
  for (; at > 0 && points[at - 1].size > size; at--)
    points[at] = points[at - 1];
  points[at] = point;
}

static void note_size(search *s, int64_t size) {
  int at = s->size_count++;
  for (; at > 0 && s->sizes[at - 1] > size; at--)
    s->sizes[at] = s->sizes[at - 1];
  s->sizes[at] = size;
}

/* Of a loop that is asked about some level is not known well enough. What is due to where arrays are does not get less
 * with more effort. */
static bool is_poor(const search *s, const pme_prediction *prediction) {
  for (int i = 0; i < s->out->loop_count; i++) {
    const pme_loop_prediction *row = pme__loop_row(prediction, s->loops[i].node);
    bool is_asked = s->rounds[i] == s->round && row && row->status != PME_LOOP_NOT_MODELLED;
    for (int level = 0; is_asked && level < prediction->level_count; level++)
      if (pme__is_wide(&row->levels[level]))
        return true;
  }
  return false;
}

static double effort_of_look(const search *s) { return s->effort_factor * s->look_budget_ms * share_of_levels(s); }

static bool can_look(const search *s) {
  return s->size_count < MOST_LOOKS && s->spent_ms + effort_of_look(s) <= s->budget_ms;
}

/* What each prediction takes beside its effort. */
static double setting_up_ms(const search *s) {
  double whole_ms = setting_up_a_look_ms + setting_up_an_access_ms * s->question->prediction->reference_count;
  return whole_ms * (1 + share_of_levels(s)) / 2;
}

static pme_status predict_with(search *s, const pme_concrete *concrete, double effort_ms, pme_arena *arena,
                               pme_prediction **out) {
  pme_predict_options options = {.budget_ms = effort_ms,
                                 .patience_ms = effort_ms * patience_of_look,
                                 .coherence = s->question->coherence,
                                 .without_placements = true};
  pme_status status = pme_predict(concrete, &s->machine, &options, arena, out, NULL);
  s->spent_ms += setting_up_ms(s) + (status == PME_OK ? 1e-6 * (*out)->effort : 0);
  return status;
}

/* Part of the program has no answer for so little effort: from now on looks take more, as far as that goes. */
static bool expect_more(search *s) {
  static const double step = 2.24, used_of_effort = 3;
  s->effort_factor = fmin(s->effort_factor * step, most_of_look);
  s->budget_ms = fmax(s->budget_ms, s->spent_ms + LEAST_LOOKS * used_of_effort * effort_of_look(s));
  s->budget_ms = fmin(s->budget_ms, s->most_ms);
  return can_look(s);
}

/* A quick look, and a closer one where that does not do. No prediction: there is no effort for it. */
static pme_status look_closely_enough(search *s, const pme_concrete *concrete, pme_arena *arena, pme_prediction **out) {
  pme_status status = predict_with(s, concrete, effort_of_look(s), arena, out);
  while (status == PME_OK && pme__is_cut_short(*out) && s->effort_factor < most_of_look) {
    *out = NULL;
    if (!expect_more(s))
      return PME_OK;
    status = predict_with(s, concrete, effort_of_look(s), arena, out);
  }
  double closer_ms = second_try * s->look_budget_ms * share_of_levels(s);
  bool may_be_closer = s->effort_factor <= 1 && !s->seeks_turn;
  if (status == PME_OK && may_be_closer && closer_ms <= share_of_closer * (s->budget_ms - s->spent_ms) &&
      is_poor(s, *out))
    return predict_with(s, concrete, closer_ms, arena, out);
  return status;
}

static pme_status predict(search *s, int64_t size, pme_arena *arena, pme_prediction **out) {
  pme_what_if what_if;
  pme_concrete *concrete = NULL;
  pme_status status = pme__bind_size(&s->what_if, &s->unknown, size, arena, &what_if);
  what_if.proposal = s->alone ? s->alone : what_if.proposal;
  if (status == PME_OK)
    status = pme_concrete_create(s->program, &what_if, &concrete, NULL);
  if (status == PME_OK && !pme__has_large_arrays(concrete, s->program))
    status = look_closely_enough(s, concrete, arena, out);
  pme_concrete_destroy(concrete); /* rows and totals lie in the arena */
  return status;
}

static pme_status look_at(search *s, int64_t size, pme__levels levels, bool *too_large) {
  s->levels = levels;
  pme__keep_levels(s->question->prediction->machine, levels, &s->machine);
  pme_arena *arena = pme_arena_create();
  pme_prediction *prediction = NULL;
  pme_status status = arena ? predict(s, size, arena, &prediction) : PME_NO_MEMORY;
  bool is_whole = s->levels == all_levels(s);
  *too_large = status == PME_OK && (!prediction || (is_whole && pme__is_too_large(prediction)));
  if (status == PME_OK && !*too_large) {
    note_size(s, size);
    for (int i = 0; i < s->out->loop_count; i++)
      if (s->rounds[i] == s->round)
        note_point(s, i, prediction, size);
  }
  pme_arena_destroy(arena);
  return status;
}

/* ---- which sizes ---- */

/* Odd: rows of an even number of lines meet in few sets. */
static int64_t odd(double size) { return llround(size) | 1; }

static pme_status climb_ladder(search *s) {
  double few_ms = looks_for_fine_steps * s->look_budget_ms;
  bool too_large = false;
  pme_status status = PME_OK;
  for (double size = FIRST_SIZE; size <= most_size && can_look(s) && status == PME_OK && !too_large;
       size *= s->effort_factor <= 1 && s->budget_ms < few_ms ? coarse_step : fine_step)
    status = look_at(s, odd(size), all_levels(s), &too_large);
  return status;
}

/* What is used again stays in the level at the one end of the gap, and does not at the other. */
static bool has_turn(const pme_size_point *points, int gap, int level) {
  return level >= 0 && pme__fits(&points[gap].levels[level]) != pme__fits(&points[gap + 1].levels[level]);
}

static bool has_any_turn(const search *s, const pme_by_size_loop *loop, int gap) {
  for (int level = 0; level < s->question->prediction->level_count; level++)
    if (has_turn(loop->points, gap, level))
      return true;
  return false;
}

static double doubt_of(const pme_by_size_loop *loop, int gap, int level) {
  double doubt = pme__curve_doubt(loop->points, loop->point_count, gap, level);
  return has_turn(loop->points, gap, level) ? values_at_turn : doubt > known_well ? fmin(doubt / surely_wrong, 1) : 0;
}

/* How many values of the loop are in doubt between two points; turning points are sought in any case. */
static double values_in_doubt(const search *s, const pme_by_size_loop *loop, int gap) {
  double count = 0;
  for (int level = -1; level < s->question->prediction->level_count; level++)
    count += doubt_of(loop, gap, level);
  return count;
}

/* Levels of which some loop does not know enough around the size. All of them: none, but accesses are in doubt. */
static pme__levels levels_in_doubt(const search *s, int64_t size) {
  pme__levels levels = 0;
  for (int i = 0; i < s->out->loop_count; i++)
    for (int gap = 0; s->rounds[i] == s->round && gap + 1 < s->loops[i].point_count; gap++)
      for (int level = 0; level < s->question->prediction->level_count; level++)
        if (s->loops[i].points[gap].size < size && size < s->loops[i].points[gap + 1].size &&
            doubt_of(&s->loops[i], gap, level) > 0)
          levels |= 1u << level;
  return levels ? levels : all_levels(s);
}

static bool was_looked_at(const search *s, int64_t size) {
  for (int i = 0; i < s->size_count; i++)
    if (s->sizes[i] == size)
      return true;
  return false;
}

/* The middle of the gap between two points that has most values in doubt, sizes taken by their logarithms; 0: there is
 * none. */
static int64_t most_doubt(search *s) {
  int64_t middle = 0;
  double most = 0;
  for (int i = 0; i < s->out->loop_count; i++)
    for (int gap = 0; s->rounds[i] == s->round && gap + 1 < s->loops[i].point_count; gap++) {
      double from = (double)s->loops[i].points[gap].size, to = (double)s->loops[i].points[gap + 1].size;
      double values = values_in_doubt(s, &s->loops[i], gap) * log(to / from);
      int64_t size = odd(sqrt(from * to));
      if (to > one_place * from && to > from + 2 && values > most && !was_looked_at(s, size)) {
        most = values;
        middle = size;
        s->seeks_turn = to < near_turn * from && has_any_turn(s, &s->loops[i], gap);
      }
    }
  return middle;
}

static pme_status refine(search *s) {
  bool too_large = false;
  pme_status status = PME_OK;
  while (can_look(s) && status == PME_OK && !too_large) {
    int64_t size = most_doubt(s);
    if (size == 0)
      break;
    status = look_at(s, size, levels_in_doubt(s, size), &too_large);
  }
  return status;
}

/* ---- what comes of it ---- */

static bool finish_loop(const search *s, pme_by_size_loop *loop) {
  for (int level = 0; level < s->question->prediction->level_count; level++) {
    loop->laws[level] = pme__find_laws(loop->points, loop->point_count, level, s->arena, &loop->law_count[level]);
    loop->fits_up_to[level] = pme__fits_up_to(loop, level);
    if (!loop->laws[level])
      return false;
  }
  return true;
}

static pme_status finish(search *s) {
  int kept = 0;
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->loops[i].point_count > 0)
      s->loops[kept++] = s->loops[i];
  s->out->loop_count = kept;
  s->out->loops = s->loops;
  for (int i = 0; i < kept; i++)
    if (!finish_loop(s, &s->loops[i]))
      return PME_NO_MEMORY;
  return PME_OK;
}

/* Loops that run with the same choices: what there is to spend goes to the rounds in equal parts. */
static pme_status run_round(search *s, int round, int rounds) {
  double whole = s->budget_ms, least = LEAST_LOOKS * s->look_budget_ms, most = s->most_ms;
  s->round = round;
  s->levels = all_levels(s);
  s->size_count = 0;
  s->spent_ms = 0;
  s->effort_factor = 1;
  s->budget_ms = fmax(whole / rounds, least);
  s->most_ms = fmax(most / rounds, least);
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->rounds[i] == round) { /* bound as of this loop */
      if (s->unknown.taken_count > 0)
        memcpy(s->unknown.taken, s->bound[i], (size_t)s->unknown.taken_count * sizeof *s->unknown.taken);
      break;
    }
  pme_status status = climb_ladder(s);
  if (status == PME_OK)
    status = refine(s);
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

static int outermost_loop_around(const pme_subject *subject, int node) {
  int loop = node;
  for (int up = node; up != PME_NONE; up = subject->nodes[up].parent)
    loop = subject->nodes[up].kind == PME_NODE_LOOP ? up : loop;
  return loop;
}

static double look_ms_alone(const search *s, int loop) {
  const pme_prediction *prediction = s->question->prediction;
  int top = outermost_loop_around(prediction->subject, loop), references = 0;
  for (int i = 0; i < prediction->reference_count; i++)
    references += pme_subject_is_below(prediction->subject, prediction->references[i].node, top);
  return look_ms + look_ms_of_access * references;
}

/* Loops of a function that is too large for all at once, or has too many choices (those from `first_round` on), as far
 * as the effort goes: each without the others. */
static pme_status run_alone(search *s, int first_round) {
  double left_ms = s->most_ms / growth_of_hard / budget_share * share_alone * (s->question->rough ? share_of_rough : 1);
  pme_status status = PME_OK;
  for (int i = 0; i < s->out->loop_count && status == PME_OK; i++) {
    if (s->rounds[i] < first_round)
      continue;
    pme_proposal alone = {.loop = s->loops[i].node, .alone = true, .by_itself = true};
    s->look_budget_ms = look_ms_alone(s, alone.loop);
    s->budget_ms = fmin(fmax(left_ms / (s->out->loop_count - i), LEAST_LOOKS * s->look_budget_ms),
                        ALONE_LOOKS * s->look_budget_ms);
    s->rounds[i] = i;
    if (s->budget_ms > left_ms)
      continue;
    s->most_ms = left_ms;
    s->alone = &alone;
    s->loops[i].alone = true;
    status = run_round(s, i, 1);
    left_ms -= s->spent_ms;
  }
  s->alone = NULL;
  return status;
}

static bool has_effort(search *s) {
  s->budget_ms = budget_share * (s->question->budget_ms > 0 ? s->question->budget_ms : usual_budget_ms);
  s->look_budget_ms = look_ms + look_ms_of_access * s->question->prediction->reference_count;
  s->most_ms = growth_of_hard * s->budget_ms;
  s->budget_ms *= s->question->rough ? share_of_rough : 1;
  double least = LEAST_LOOKS * s->look_budget_ms;
  s->budget_ms = fmax(s->budget_ms, fmin(least, s->most_ms / growth_of_hard));
  return s->most_ms / growth_of_hard >= least;
}

static pme_status fill(search *s) {
  pme_status status = pme__find_unknown_symbols(s->program, &s->what_if, s->arena, &s->unknown);
  if (status != PME_OK)
    return status;
  s->out->symbols = s->unknown.sizes;
  s->out->parts = s->unknown.parts;
  s->out->symbol_count = s->unknown.size_count;
  s->out->taken = s->unknown.taken;
  s->out->taken_count = s->unknown.taken_count - s->unknown.choice_count;
  if (s->out->symbol_count == 0)
    return PME_OK;
  if (!collect_loops(s))
    return PME_NO_MEMORY;
  int rounds = make_rounds(s);
  if (rounds == 0 && s->out->loop_count > 0)
    return PME_NO_MEMORY;
  bool together = has_effort(s);
  for (int round = 0; together && round < rounds && round < MOST_ROUNDS && status == PME_OK; round++)
    status = run_round(s, round, rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS);
  if (status == PME_OK && (!together || rounds > MOST_ROUNDS))
    status = run_alone(s, together ? MOST_ROUNDS : 0);
  return status == PME_OK ? finish(s) : status;
}

pme_status pme_predict_by_size(const pme_by_size_question *question, pme_arena *arena, const pme_by_size **out,
                               pme_error *error) {
  static const pme_what_if nothing = {0};
  search *s = PME_ARENA_NEW(arena, search, 1);
  pme_by_size *answer = PME_ARENA_NEW(arena, pme_by_size, 1);
  pme_status status = PME_NO_MEMORY;
  if (s && answer) {
    *answer = (pme_by_size){.prediction = question->prediction};
    *s = (search){.question = question,
                  .program = pme_concrete_program(question->prediction->concrete),
                  .what_if = question->what_if ? *question->what_if : nothing,
                  .arena = arena,
                  .out = answer};
    status = fill(s);
    *out = answer;
  }
  return status == PME_OK ? PME_OK : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}

/* pme_predict_by_size: loops that want for a size, looked at together or one by one. */
#include <math.h>

#include "analysis/core/tree.h"
#include "copies.h"
#include "curve.h"
#include "excerpt.h"
#include "multiples.h"
#include "own_symbols.h"
#include "pmecache/by_size.h"
#include "search.h"
#include "unknown_sizes.h"

enum { MOST_ROUNDS = 4 };
/* All sizes together get this share of what the function may take; twice that where looks take more than usual. */
static const double usual_budget_ms = 1000, budget_share = 0.1, share_of_rough = 0.2, growth_of_hard = 2,
                    growth_of_rough = 0.4, share_of_open = 0.3;
/* Where that is too little for all of it: loops by themselves, and what these leave unanswered. */
static const double share_alone = 0.5, share_of_late = 0.5, share_beside = 0.2;

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

/* A worksharing loop that is a region in another one. */
static bool is_nested_region(const pme_program *program, int node) {
  const pme_node *n = pme_program_node(program, node);
  return n->kind == PME_NODE_LOOP && n->u.loop.parallel && n->u.loop.threads != PME_NONE;
}

static bool is_wanted(const pme__size_search *s, int node) {
  return pme__has_own_team(s->program, node) || is_nested_region(s->program, node) ||
         (s->question->sequential && pme__is_sequential_nest(s->program, node));
}

static const pme__point_list none = {0};

static bool collect_loops(pme__size_search *s) {
  const pme_prediction *prediction = s->question->prediction;
  s->loops = PME_ARENA_NEW(s->arena, pme_by_size_loop, prediction->loop_count);
  s->points = PME_ARENA_NEW(s->arena, pme__point_list, prediction->loop_count);
  s->rounds = PME_ARENA_NEW(s->arena, int, prediction->loop_count);
  s->small = PME_ARENA_NEW(s->arena, pme__point_list, prediction->loop_count);
  s->bound = PME_ARENA_NEW(s->arena, pme_binding *, prediction->loop_count);
  s->late = PME_ARENA_NEW(s->arena, bool, prediction->loop_count);
  s->left_factor = PME_ARENA_NEW(s->arena, double, prediction->loop_count);
  s->multiples = PME_ARENA_NEW(s->arena, int64_t, prediction->loop_count);
  s->beside = PME_ARENA_NEW(s->arena, pme_by_size_loop, prediction->loop_count);
  bool has_room = s->loops && s->points && s->small && s->rounds && s->bound && s->late && s->left_factor &&
                  s->multiples && s->beside;
  for (int i = 0; i < prediction->loop_count && has_room; i++) {
    int node = prediction->loops[i].node;
    if (prediction->loops[i].status == PME_LOOP_MODELLED || !is_wanted(s, node) || !wants_size(prediction, node))
      continue;
    s->late[s->out->loop_count] = true;
    s->left_factor[s->out->loop_count] = 0;
    s->points[s->out->loop_count] = s->small[s->out->loop_count] = none;
    s->loops[s->out->loop_count++] = (pme_by_size_loop){.node = node, .status = PME_LOOP_PARTLY};
  }
  return has_room;
}

static bool choose(pme__size_search *s, int number) {
  pme_by_size_loop *loop = &s->loops[number];
  pme__unknown_symbols own = s->unknown;
  s->multiples[number] = pme__multiple_of_sizes(s->program, loop->node, &s->unknown);
  own.taken = s->bound[number] = pme__own_choices(s->program, loop->node, &s->unknown, s->arena);
  loop->taken = own.taken ? pme__said_choices(&own, s->arena, &loop->taken_count) : NULL;
  loop->moved = own.taken ? pme__moved_choices(&own, s->arena, &loop->moved_count) : NULL;
  return loop->taken != NULL && loop->moved != NULL;
}

bool pme__runs_alike(const pme__size_search *s, int loop, int other) {
  return s->multiples[loop] == s->multiples[other] && pme__is_same_choice(&s->unknown, s->bound[loop], s->bound[other]);
}

/* Rounds of loops that run alike, numbered; how many, 0: out of memory. */
static int make_rounds(pme__size_search *s) {
  int count = 0;
  for (int i = 0; i < s->out->loop_count; i++) {
    if (!choose(s, i))
      return 0;
    s->rounds[i] = -1;
    for (int k = 0; k < i && s->rounds[i] < 0; k++)
      if (pme__runs_alike(s, k, i))
        s->rounds[i] = s->rounds[k];
    if (s->rounds[i] < 0)
      s->rounds[i] = count++;
  }
  return count;
}

/* ---- what comes of it ---- */

static bool finish_loop(const pme__size_search *s, pme_by_size_loop *loop) {
  if (!pme__find_own_symbols(s->program, s->out, loop, s->arena))
    return false;
  for (int level = 0; level < s->question->prediction->level_count; level++) {
    loop->laws[level] = pme__find_laws(loop->points, loop->point_count, level, s->arena, &loop->law_count[level]);
    loop->fits_up_to[level] = pme__fits_up_to(loop, level);
    if (!loop->laws[level])
      return false;
  }
  return true;
}

static pme_reason late_reason(const pme__size_search *s, int loop) {
  return (pme_reason){.code = PME_REASON_OVER_BUDGET,
                      .node = loop,
                      .place = s->question->prediction->subject->nodes[loop].place,
                      .text = "the effort was spent before this loop was answered for each size",
                      .hint = ""};
}

static bool say_late(pme__size_search *s) {
  pme_prediction *prediction = s->out->prediction;
  int count = prediction->reason_count;
  pme_reason *reasons = PME_ARENA_NEW(s->arena, pme_reason, count + s->out->loop_count);
  for (int i = 0; i < count && reasons; i++)
    reasons[i] = prediction->reasons[i];
  for (int i = 0; i < s->out->loop_count && reasons; i++)
    if (s->late[i])
      reasons[count++] = late_reason(s, s->loops[i].node);
  prediction->reasons = reasons;
  prediction->reason_count = count;
  return reasons != NULL;
}

static pme_status finish(pme__size_search *s) {
  int kept = 0;
  if (!say_late(s))
    return PME_NO_MEMORY;
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

static double function_ms(const pme__size_search *s) {
  return s->question->budget_ms > 0 ? s->question->budget_ms : usual_budget_ms;
}

/* For loops by themselves: a share, as far as the function has so much left; where two digits will do no more than looks
 * at all of them may take. For those that this is too little for: half as much again, of a document's all that the
 * function has left. Loops that would have no answer get another share, without what is beside them. */
static pme_status search_alone(pme__size_search *s) {
  double share_ms = share_alone * function_ms(s);
  if (s->question->rough)
    share_ms = fmin(share_of_rough * share_ms, s->most_ms);
  double left_ms = fmax(function_ms(s) - 1e-6 * s->question->prediction->effort - s->all_spent_ms, 0);
  double most_ms = fmin(share_ms, left_ms), late_ms = share_of_late * most_ms;
  double beside_ms = fmin(share_beside * function_ms(s), left_ms);
  return pme__search_alone(s, most_ms, s->question->rough ? late_ms : fmax(late_ms, left_ms - most_ms), beside_ms);
}

static bool has_data_chosen_places(const pme_program *program) {
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    if (node->kind == PME_NODE_ACCESS && node->u.access.scattered > 0)
      return true;
  }
  return false;
}

/* For all loops together, once for each round. */
static bool has_effort(pme__size_search *s, int rounds) {
  s->budget_ms = budget_share * function_ms(s);
  s->open_ms = share_of_open * function_ms(s);
  pme__look_at_references(s, s->walked);
  s->most_ms = growth_of_hard * s->budget_ms;
  s->budget_ms *= s->question->rough ? share_of_rough : 1;
  s->has_chosen_places = has_data_chosen_places(s->program);
  if (s->question->rough && s->question->rough_ms > 0 && !s->has_chosen_places)
    s->budget_ms = fmin(s->budget_ms, s->question->rough_ms);
  double least = PME__LEAST_LOOKS * s->look_budget_ms * rounds;
  s->budget_ms = fmax(s->budget_ms, fmin(least, s->most_ms / growth_of_hard));
  bool is_enough = least <= budget_share * function_ms(s);
  if (s->question->rough)
    s->most_ms = fmax(s->budget_ms, growth_of_rough * budget_share * function_ms(s));
  return is_enough;
}

/* ---- loops beside dear ones ---- */

/* Looks that were all there was effort for in a round, and tell no law. */
enum { POOR_LOOKS = 2 };
/* Of the accesses, in the outermost loop: with more, looks at it take what looks at all of them took. */
static const double most_of_program = 0.7;

static bool is_less_by_itself(const pme__size_search *s, int loop) {
  int top = pme__outermost_loop(s->program, loop), count = 0;
  for (int id = 0; id < pme_program_node_count(s->program); id++)
    count += pme_program_node(s->program, id)->kind == PME_NODE_ACCESS && pme__is_in(s->program, id, top);
  return count <= most_of_program * s->question->prediction->reference_count;
}

/* What is beside them left effort for a size or two: by themselves there may be enough. */
static void put_off(pme__size_search *s, int round) {
  bool is_poor = s->is_starved && s->size_count <= POOR_LOOKS;
  s->put_off_growth = is_poor && s->size_count > 0 ? s->spent_ms / fmax(s->first_ms, 1e-6) : s->put_off_growth;
  for (int i = 0; i < s->out->loop_count && is_poor; i++)
    if (s->rounds[i] == round && s->copy_of[i] == PME_NONE && s->loops[i].point_count > 0 &&
        (!s->question->rough || is_less_by_itself(s, s->loops[i].node))) {
      s->beside[i] = s->loops[i];
      s->points[i] = s->small[i] = none;
      s->loops[i].points = s->loops[i].small = NULL;
      s->loops[i].point_count = s->loops[i].small_count = 0;
      s->late[i] = true;
    }
  for (int i = 0; i < s->out->loop_count && s->question->rough; i++) /* others have effort to find it anew */
    if (s->rounds[i] == round && s->late[i])
      s->left_factor[i] = s->effort_factor;
}

static void take_back(pme__size_search *s) {
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->beside[i].point_count > 0 && s->loops[i].point_count <= s->beside[i].point_count) {
      s->loops[i] = s->beside[i];
      s->late[i] = false;
    }
}

static pme_status fill(pme__size_search *s) {
  pme_status status = pme__find_unknown_symbols(s->program, &s->what_if, s->arena, &s->unknown);
  if (status != PME_OK)
    return status;
  s->out->symbols = s->unknown.sizes;
  s->out->forms = s->unknown.forms;
  s->out->limit = s->unknown.limit < INT64_MAX ? s->unknown.limit : 0;
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
  status = pme__find_copies(s, &rounds);
  if (status == PME_OK)
    status = pme__count_walked(s, NULL, &s->walked);
  if (status != PME_OK)
    return status;
  int together = rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
  together = has_effort(s, together) ? together : 0;
  for (int round = 0; round < together && status == PME_OK; round++) {
    status = pme__search_round(s, round, together);
    if (status == PME_OK)
      put_off(s, round);
  }
  if (status == PME_OK)
    status = search_alone(s);
  take_back(s);
  if (status == PME_OK)
    pme__answer_copies(s);
  return status == PME_OK ? finish(s) : status;
}

pme_status pme_predict_by_size(const pme_by_size_question *question, pme_arena *arena, const pme_by_size **out,
                               pme_error *error) {
  static const pme_what_if nothing = {0};
  pme__size_search *s = PME_ARENA_NEW(arena, pme__size_search, 1);
  pme_by_size *answer = PME_ARENA_NEW(arena, pme_by_size, 1);
  pme_prediction *prediction = PME_ARENA_NEW(arena, pme_prediction, 1);
  pme_status status = PME_NO_MEMORY;
  if (s && answer && prediction) {
    *prediction = *question->prediction;
    *answer = (pme_by_size){.prediction = prediction};
    *s = (pme__size_search){.question = question,
                            .program = pme_concrete_program(question->prediction->concrete),
                            .what_if = question->what_if ? *question->what_if : nothing,
                            .first_factor = 1,
                            .arena = arena,
                            .out = answer};
    status = fill(s);
    *out = answer;
  }
  return status == PME_OK ? PME_OK : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}

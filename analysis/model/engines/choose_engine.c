/* Chooses between two answers: the walk's where it is sure or disagrees, else the closed form's. */
#include "choose_engine.h"

#include <math.h>

/* An interval is narrow when its half-width is below this share of the misses, or of the accesses. */
static const double narrow_share_of_misses = 0.1;
static const double narrow_share_of_accesses = 1e-5;

static bool is_narrow(double half_width, double misses) {
  return half_width <= narrow_share_of_misses * misses || half_width <= 1;
}

/* Of the interval, without what writes of others may take: of that the closed form knows nothing. */
static double half_width_without_loss(const pme_misses *m) {
  double half_width = 0.5 * (m->high - m->low);
  return sqrt(fmax(half_width * half_width - m->loss * m->loss, 0));
}

static bool is_walked(const pme_misses *m) { return m->engine == PME_ENGINE_WALK; }

bool pme__walk_answers(const pme_prediction *walked, int level) {
  for (int r = 0; r < walked->reference_count; r++)
    if (walked->references[r].modelled && !is_walked(&walked->references[r].levels[level]))
      return false;
  return true;
}

pme__walk_knowledge pme__walk_knows(const pme_prediction *walked, int level) {
  double variance = 0, unseen = 0, doubt = 0, misses = 0, accesses = 0;
  if (!pme__walk_answers(walked, level))
    return PME__WALK_KNOWS_NOT;
  for (int r = 0; r < walked->reference_count; r++) {
    const pme_misses *m = &walked->references[r].levels[level];
    if (!walked->references[r].modelled)
      continue;
    double all = half_width_without_loss(m), own = fmin(m->doubt, all), half_width = all - own;
    double part = fmin(m->unseen, half_width);
    doubt += own;
    /* what is left of samples of different references is independent */
    variance += fmax(half_width * half_width - part * part - m->cancelled, 0);
    unseen = fmax(unseen, part);
    misses += m->misses;
    accesses += m->accesses;
  }
  double half_width = sqrt(variance + unseen * unseen) + doubt;
  if (is_narrow(half_width, misses))
    return PME__WALK_KNOWS;
  return half_width <= narrow_share_of_accesses * accesses ? PME__WALK_KNOWS_FEW : PME__WALK_KNOWS_NOT;
}

static bool holds(const pme_misses *interval, double value) {
  return value >= interval->low && value <= interval->high;
}

/* The closed form's number, and what the walk found to be lost to writes of other threads, on top. Its own interval is
 * not one of 95%: it counts twice as wide where the walk's is wider. Of what is lost it says nothing. Where nobody walked
 * the interval reaches as far as the places that the equations looked at leave open. */
static pme_misses confirmed(const pme_misses *walked, const pme_misses *formed) {
  pme_misses m = *formed;
  m.doubt = 0;
  if (!is_walked(walked)) {
    m.low = fmax(fmin(m.low, m.misses - formed->doubt), 0);
    m.high = fmax(m.high, fmin(m.misses + formed->doubt, m.accesses));
  } else {
    m.coherence = walked->coherence;
    m.false_sharing = walked->false_sharing;
    m.misses += m.coherence;
    double below = 2 * (formed->misses - formed->low), above = 2 * (formed->high - formed->misses);
    m.low = fmax(walked->low, m.misses - sqrt(below * below + walked->loss * walked->loss));
    m.high = fmin(walked->high, m.misses + sqrt(above * above + walked->loss * walked->loss));
  }
  return m;
}

/* What the equations say of an access is exact in shape, it stands behind guards, or in loops whose bounds vary. */
typedef enum surroundings { IN_RECTANGLES, IN_VARYING_LOOPS, BEHIND_GUARDS } surroundings;

/* Where bounds vary with other loops the equations know the shape about: their number is taken where it is near the
 * walk's, and below it may be anything, above it twice as much. */
static const double NEAR = 0.5, MOST_TIMES = 2;

static bool is_near(const pme_misses *walked, double misses) {
  double reach = misses < walked->misses ? walked->misses - walked->low : walked->high - walked->misses;
  return fabs(misses - walked->misses) <= NEAR * reach;
}

/* Of what stands behind guards the equations say too little to narrow an interval of the walk. */
static bool walk_holds(const pme_misses *walked, const pme_misses *formed, surroundings around) {
  double misses = formed->misses + walked->coherence;
  return around == BEHIND_GUARDS || !holds(walked, misses) ||
         (around == IN_VARYING_LOOPS && !is_near(walked, misses)) ||
         is_narrow(half_width_without_loss(walked), walked->misses);
}

static bool choose(const pme_misses *walked, const pme_misses *formed, surroundings around, pme_misses *out) {
  bool has_walk = is_walked(walked);
  if (!has_walk && !formed)
    return false;
  if (has_walk && (!formed || walk_holds(walked, formed, around))) {
    *out = *walked;
    return true;
  }
  *out = confirmed(walked, formed);
  if (has_walk && around == IN_VARYING_LOOPS) {
    out->low = walked->low;
    out->high = fmin(walked->high, fmax(out->high, MOST_TIMES * out->misses));
  }
  return true;
}

static bool vary(const pme_affine *bounds, int count) {
  for (int i = 0; i < count; i++)
    for (int d = 0; d < bounds[i].depth; d++)
      if (bounds[i].coefficients[d])
        return true;
  return false;
}

static surroundings surroundings_of(const pme_concrete *concrete, int node) {
  surroundings around = IN_RECTANGLES;
  for (int id = node; id != PME_NONE; id = pme_concrete_node_at(concrete, id)->parent) {
    const pme_concrete_node *n = pme_concrete_node_at(concrete, id);
    if (n->kind == PME_NODE_GUARD && n->u.guard.condition_count > 0)
      return BEHIND_GUARDS;
    if (n->kind == PME_NODE_LOOP &&
        (vary(n->u.loop.firsts, n->u.loop.first_count) || vary(n->u.loop.lasts, n->u.loop.last_count)))
      around = IN_VARYING_LOOPS;
  }
  return around;
}

void pme__choose_answers(const pme_prediction *walked, const pme_prediction *formed, const bool *is_formed,
                         pme_prediction *inout) {
  for (int r = 0; r < inout->reference_count; r++) {
    pme_reference_prediction *row = &inout->references[r];
    surroundings around = surroundings_of(inout->concrete, row->node);
    for (int l = 0; l < inout->level_count && row->modelled; l++) {
      const pme_misses *form = is_formed[l] && formed->references[r].modelled ? &formed->references[r].levels[l] : NULL;
      row->modelled = choose(&walked->references[r].levels[l], form, around, &row->levels[l]);
    }
  }
}

/* Whether the closed form answered something below the node: the walk says itself what it assumes. */
static bool is_formed_below(const pme_prediction *prediction, int id) {
  for (int i = 0; i < prediction->reference_count; i++) {
    const pme_reference_prediction *row = &prediction->references[i];
    bool formed = false;
    for (int l = 0; l < prediction->level_count && row->modelled; l++)
      formed = formed || row->levels[l].engine == PME_ENGINE_CLOSED_FORM;
    if (formed && pme_subject_is_below(prediction->subject, row->node, id))
      return true;
  }
  return false;
}

pme_status pme__say_dynamic_as_cyclic(pme_prediction *prediction, pme_arena *arena) {
  pme_status status = PME_OK;
  for (int id = 0; id < pme_program_node_count(pme_concrete_program(prediction->concrete)) && status == PME_OK; id++) {
    const pme_concrete_node *node = pme_concrete_node_at(prediction->concrete, id);
    const pme_assumption assumption = {PME_ASSUMPTION_DYNAMIC_AS_CYCLIC, id,
                                       "chunks of a dynamic or guided schedule go round the team in turn"};
    if (node->modelled && node->kind == PME_NODE_LOOP && node->u.loop.parallel && node->u.loop.threads > 1 &&
        node->u.loop.schedule != PME_SCHEDULE_STATIC && is_formed_below(prediction, id))
      status = pme_prediction_add_assumption(prediction, arena, &assumption);
  }
  return status;
}

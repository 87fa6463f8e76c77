/* How many places there is effort for, counting, and numbers of samples that are replaced by counted ones. */
#include "recount.h"

#include <math.h>
#include <string.h>

#include "analysis/model/first_touches/first_touch_bound.h"
#include "analysis/model/replay/replay.h"

/* On top of the effort: for a worksharing loop, which samples answer well alone; for each other one; and for those whose
 * chunks go to who is done first: samples only know them in turn. */
static const double EFFORT_OF_FIRST = 1e7, EFFORT_OF_OTHER = 2.5e7, EFFORT_OF_DEMAND = 4e7;
/* More than these tell less than they cost: with arrays that meet in their sets an access is dearer than is counted. */
static const double SHARE_FOR_MORE = 0.55;

/* At the least. One place tells nothing of others: the likeliest, and that of lines. The first for which there is effort;
 * classes of lines are powers of two. */
static const pme__recount_plan PLANS[] = {{4, 0, 8}, {4, 16, 8}, {3, 8, 8},  {3, 8, 4}, {2, 8, 4},
                                          {2, 4, 4}, {1, 0, 0},  {1, 16, 0}, {1, 8, 0}, {1, 4, 0}};
/* At all places together: then all lines are run at each. */
static const double LITTLE_EFFORT = 5e6;
static const pme__recount_plan WITHOUT_CLASSES[] = {{2, 0, 0}, {1, 0, 0}};

static bool is_demanded(const pme_concrete_loop *loop) {
  return loop->parallel && loop->threads > 1 &&
         (loop->schedule == PME_SCHEDULE_DYNAMIC || loop->schedule == PME_SCHEDULE_GUIDED);
}

static double effort_of(const pme__recount_request *request) {
  int loops = 0;
  bool any_demanded = false;
  for (int id = 0; id < pme_program_node_count(pme_concrete_program(request->concrete)); id++) {
    const pme_concrete_node *node = pme_concrete_node_at(request->concrete, id);
    if (!node->modelled || node->kind != PME_NODE_LOOP || !node->u.loop.parallel)
      continue;
    loops++;
    any_demanded = any_demanded || is_demanded(&node->u.loop);
  }
  double more =
      (loops > 0 ? EFFORT_OF_FIRST + (loops - 1) * EFFORT_OF_OTHER : 0) + (any_demanded ? EFFORT_OF_DEMAND : 0);
  return fmin(request->effort + more, request->most);
}

static double whole_effort(const pme__recount_request *request) {
  return pme__walk_replay_effort(request->machine, request->run, true);
}

/* At one place. */
static double effort_of_classes(const pme__recount_request *request, int classes) {
  return classes > 0 ? pme__walk_replay_sampled_effort(request->machine, request->run, request->passes,
                                                       classes + request->borders)
                     : whole_effort(request);
}

/* Memory that is used for the first time has to be cleared, and is in no cache. */
static const double NS_OF_BYTE = 0.3;

static double effort_of_one(const pme__recount_request *request) {
  return whole_effort(request) + NS_OF_BYTE * request->bytes;
}

/* Where one place is enough, within the effort that was given: all lines. Those of some sets tell less than samples, and
 * to pass over the others takes far more than its effort where rows stay in a line. */
static pme__recount_plan plan_of_one(const pme__recount_request *request) {
  return (pme__recount_plan){.places = effort_of_one(request) <= request->effort};
}

double pme__recount_effort(const pme__recount_request *request, pme__recount_plan plan) {
  if (request->one_place)
    return effort_of_one(request);
  return effort_of_classes(request, plan.first_classes) +
         (plan.places - 1) * effort_of_classes(request, plan.other_classes);
}

/* As many places as there is effort for, by such a count; not even the least: no places. One alone stands beside samples. */
static pme__recount_plan plan_within(const pme__recount_request *request, pme__recount_plan least) {
  double most = effort_of(request), first = effort_of_classes(request, least.first_classes);
  double other = effort_of_classes(request, least.other_classes);
  double places = least.places > 1 ? (SHARE_FOR_MORE * most - first) / fmax(other, 1) + 1 : 1;
  pme__recount_plan plan = least;
  plan.places = (int)fmin(fmax(places, least.places), PME__REPLAY_MOST_PLACEMENTS);
  if (first + (least.places - 1) * other > most)
    plan.places = 0;
  return plan;
}

pme__recount_plan pme__recount_plan_of(const pme__recount_request *request) {
  bool has_classes = effort_of_classes(request, 1) > 0;
  const pme__recount_plan *kinds = has_classes ? PLANS : WITHOUT_CLASSES;
  int count = (int)(has_classes ? sizeof PLANS / sizeof *PLANS : sizeof WITHOUT_CLASSES / sizeof *WITHOUT_CLASSES);
  pme__recount_plan plan = {0};
  if (request->one_place)
    return plan_of_one(request);
  if (PME__REPLAY_MOST_PLACEMENTS * whole_effort(request) <= fmin(LITTLE_EFFORT, effort_of(request)))
    return (pme__recount_plan){.places = PME__REPLAY_MOST_PLACEMENTS};
  for (int i = 0; plan.places == 0 && i < count; i++)
    plan = plan_within(request, kinds[i]);
  return plan;
}

pme_status pme__recount(const pme__recount_request *request, pme__recount_plan plan, pme_prediction *inout,
                        bool *done) {
  size_t rows = (size_t)inout->reference_count * (size_t)inout->level_count;
  pme__placement_deviations *deviations = PME_ARENA_NEW(request->arena, pme__placement_deviations, rows);
  if (!deviations)
    return PME_NO_MEMORY;
  pme__replay_options options = {.most_accesses = (int64_t)request->accesses + 1,
                                 .coherence = request->coherence,
                                 .placements = plan.places,
                                 .first_classes = plan.first_classes,
                                 .other_classes = plan.other_classes,
                                 .deviations = deviations};
  pme_status status = pme__walk_replay(request->concrete, request->machine, &options, inout, done);
  if (status == PME_OK && *done)
    memcpy(request->deviations, deviations, rows * sizeof *deviations);
  return status;
}

/* What is left of the interval: writes of others may take other lines at other places, and what the equations do not
 * know is not less for the count at one place. No two runs are quite alike. */
static const double SLACK = 0.01;
/* What is known to this share of the misses a count does not tell better. */
static const double KNOWN = 0.02;

static void replace(pme_misses *m, const pme_misses *counted, double of_classes) {
  double loss = m->loss, slack = fmax(SLACK * counted->misses, fmin(1, counted->misses));
  double below = fmax(m->engine == PME_ENGINE_WALK ? loss : m->misses - m->low, fmax(slack, of_classes));
  double above = fmax(m->engine == PME_ENGINE_WALK ? loss : m->high - m->misses, fmax(slack, of_classes));
  *m = *counted;
  m->low = fmax(m->misses - below, 0);
  m->high = m->misses + above;
  m->loss = loss;
  m->precision = PME_PRECISION_ESTIMATE;
}

/* Lines that are touched for the first time are counted by the rows that they lie in: where what misses is that, and
 * samples have met hardly anything else, there is nothing to count. */
static bool are_first_touches(const pme_prediction *p, int level) {
  double misses = 0, more = 0, open = 0;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_misses *m = &p->references[r].levels[level];
    if (!p->references[r].modelled)
      continue;
    misses += m->misses;
    more += fabs(m->misses - m->least) + m->coherence;
    open += 0.5 * (m->high - m->low);
  }
  return more <= KNOWN * misses && open <= KNOWN * misses;
}

static bool tells_nothing(const pme_prediction *p) {
  bool does = true;
  for (int level = 0; level < p->level_count; level++)
    does = does && are_first_touches(p, level);
  return does;
}

pme_status pme__recount_answered(const pme__recount_request *request, pme__recount_plan plan, pme_prediction *inout) {
  pme__recount_request beside = *request; /* what samples found of placements stays */
  pme_prediction *counted;
  bool done;
  int levels = inout->level_count;
  pme_status status = pme__raise_to_first_touches(inout);
  if (status != PME_OK || tells_nothing(inout))
    return status;
  status = pme_prediction_create(request->concrete, request->machine, request->arena, &counted, NULL);
  beside.deviations = PME_ARENA_NEW(request->arena, pme__placement_deviations, inout->reference_count * levels);
  if (status == PME_OK)
    status = beside.deviations ? pme__recount(&beside, plan, counted, &done) : PME_NO_MEMORY;
  if (status != PME_OK || !done)
    return status;
  inout->effort += pme__recount_effort(request, plan);
  for (int r = 0; r < inout->reference_count; r++)
    for (int l = 0; l < levels && inout->references[r].modelled; l++)
      replace(&inout->references[r].levels[l], &counted->references[r].levels[l],
              pme__sampled_sets_reach(&beside.deviations[r * levels + l]));
  return PME_OK;
}

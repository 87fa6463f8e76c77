/* Taking samples of one stratum; its misses, their variance, and what may have stayed unseen. */
#include "strata.h"

#include <string.h>

typedef pme__stratum stratum;
typedef pme__walk_estimator estimator;

enum { REPLICATES = PME__WALK_REPLICATES, FIRST_REPLICATES = 4 };
/* A stratum with almost only hits, or only misses, may hide one of the others: its deviation is at least this many
 * mean weights, divided by the number of samples. Where all samples are alike this is UNSEEN: of several such strata
 * the largest counts, not the sum. For if stratum i, of W_i executions, missed with probability p_i, n_i hits in each
 * would have the probability exp(-sum n_i p_i); that is below 3% when sum n_i p_i > 3.4, so in all other cases the
 * misses sum W_i p_i are below 3.4 times the largest W_i / n_i. Likewise for hits in strata that always missed. */
static const double FLOOR = 1.4;

static void keep(estimator *e, stratum *s, const pme__kept_miss *miss) {
  int groups = pme__level_state_program(e->state)->group_count;
  if (s->kept_count == PME__WALK_MOST_KEPT)
    return;
  if ((s->kept_count & (s->kept_count - 1)) == 0) { /* full: 1, 2, 4, ... */
    pme__kept_miss *more = PME_ARENA_NEW(e->arena, pme__kept_miss, s->kept_count ? 2 * s->kept_count : 1);
    e->no_memory |= !more;
    if (!more)
      return;
    if (s->kept_count)
      memcpy(more, s->kept, (size_t)s->kept_count * sizeof *more);
    s->kept = more;
  }
  int64_t *bases = PME_ARENA_NEW(e->arena, int64_t, groups);
  e->no_memory |= !bases;
  if (!bases)
    return;
  if (groups)
    memcpy(bases, e->group_bases, (size_t)groups * sizeof *bases);
  s->kept[s->kept_count] = *miss;
  s->kept[s->kept_count++].group_bases = bases;
}

/* An observer gets to know which reference touched the line, also where that was not needed. */
void pme__note_last_touch(const estimator *e, stratum *s, const pme__walk_instance *instance, int64_t line) {
  if (!e->options->observer)
    return;
  int64_t before = pme__walk_work_of(e);
  bool found = pme__walk_decide(e->state, instance, line, PME__INTERFERENCE_NONE) == PME__WALK_HIT;
  pme__walk_charge(e->state, before - pme__walk_work_of(e)); /* equal numbers, observer or not */
  int reference = pme__walk_last_touch_by(e->state);
  for (int i = 0; found && i < PME__MOST_LAST_TOUCHES; i++)
    if (s->last_touches[i].count == 0 || s->last_touches[i].reference == reference) {
      s->last_touches[i].reference = reference;
      s->last_touches[i].count++;
      return;
    }
}

/* The next instance of the stratum, arrays placed as its point says, and its weight; 0: the point has none there. */
static double draw(estimator *e, stratum *s, int replicate, pme__walk_instance *instance) {
  int64_t work = 0;
  s->failed |= !pme__walk_draw(s->source, &s->sequences[replicate], &e->random, instance, e->group_bases, &work);
  pme__walk_charge(e->state, work);
  if (s->failed)
    return 0;
  if (s->source->moves_bases)
    pme__level_state_place(e->state, e->group_bases);
  return pme__carrier_project(e->state, s->carriers, s->carrier, &e->random, instance);
}

/* The next walks of the stratum may take half as long. */
static void note_undecided(stratum *s, double weight) {
  s->work_of_walk = s->work_of_walk / 2 > PME__WALK_LEAST_EFFORT ? s->work_of_walk / 2 : PME__WALK_LEAST_EFFORT;
  s->undecided += weight;
}

/* Misses of one line: 0, 1, or half a one where that is not decided. */
static double misses_of_line(estimator *e, stratum *s, const pme__walk_instance *instance, int64_t line,
                             double weight) {
  pme__walk_verdict verdict = pme__walk_decide_member(e->state, s->occupancy, &s->recent_success, instance, line);
  if (verdict == PME__WALK_HIT) {
    pme__note_last_touch(e, s, instance, line);
    return 0;
  }
  if (verdict == PME__WALK_UNDECIDED) {
    note_undecided(s, weight);
    return 0.5;
  }
  keep(e, s, &(pme__kept_miss){*instance, verdict, line, weight, NULL});
  return 1;
}

static void sample(estimator *e, stratum *s, int replicate) {
  pme__walk_instance instance;
  int64_t first, last;
  double missing = 0, weight = draw(e, s, replicate, &instance);
  if (weight == 0)
    return;
  s->weights += weight;
  s->walks++;
  pme__walk_lines(e->state, &instance, &first, &last);
  pme__walk_limit(e->state, s->work_of_walk);
  for (int64_t line = first; line <= last; line++)
    missing += misses_of_line(e, s, &instance, line, weight);
  s->missing += missing > 0;
  s->sums[replicate] += weight * missing;
  s->squares += weight * missing * weight * missing;
}

/* Misses of the stratum, the variance of that, and what may be unseen. */
static void evaluate(stratum *s) {
  double mean = 0, spread = 0, all = pme__walk_samples_of(s);
  for (int i = 0; i < s->replicates; i++)
    mean += s->sums[i] / all;
  for (int i = 0; i < s->replicates; i++) {
    double difference = s->sums[i] / (double)s->samples - mean;
    spread += difference * difference;
  }
  spread /= (double)s->replicates * (s->replicates - 1);
  double weight = s->walks > 0 ? s->weights / all : 0.5 / (all + 1); /* none seen: the stratum may be rare */
  double floor = FLOOR * weight / (double)(s->walks + 2);
  bool is_pure = s->missing == 0 || s->missing == s->walks;
  if (!is_pure && (s->missing < PME__WALK_FEW || s->walks - s->missing < PME__WALK_FEW))
    spread += floor * floor;
  s->misses = mean * s->executions;
  s->variance = spread * s->executions * s->executions;
  /* What correlated strata miss at once they do once a line: the first of them. */
  s->unseen = is_pure ? floor * s->executions * s->lines : 0;
}

static void sample_replicates(estimator *e, stratum *s, int from, int to, int64_t count) {
  int64_t before = pme__walk_work_of(e);
  for (int replicate = from; replicate < to; replicate++)
    for (int64_t n = 0; n < count && !s->failed; n++)
      sample(e, s, replicate);
  s->work += pme__walk_work_of(e) - before;
}

void pme__walk_restart(stratum *s) {
  stratum before = *s;
  *s = (stratum){.carriers = before.carriers,
                 .source = before.source,
                 .carrier = before.carrier,
                 .occupancy = before.occupancy,
                 .recent_success = before.recent_success,
                 .executions = before.executions,
                 .work_of_walk = before.work_of_walk,
                 .lines = before.lines,
                 .loop = before.loop,
                 .pool = before.pool,
                 .next = before.next,
                 .correlated = before.correlated,
                 .next_correlated = before.next_correlated};
  for (int i = 0; i < REPLICATES; i++)
    s->sequences[i].seed = before.sequences[i].seed;
}

/* About twice as many samples as before: more replicates first, then `count` more in each. */
void pme__walk_sample_more(estimator *e, stratum *s, int64_t count) {
  if (s->samples == 0) {
    sample_replicates(e, s, 0, FIRST_REPLICATES, 1);
    s->replicates = FIRST_REPLICATES;
    s->samples = 1;
  } else if (s->replicates < REPLICATES) {
    sample_replicates(e, s, s->replicates, 2 * s->replicates, s->samples);
    s->replicates *= 2;
  } else {
    sample_replicates(e, s, 0, REPLICATES, count);
    s->samples += count;
  }
  evaluate(s);
}

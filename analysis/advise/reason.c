/* Names the term of the cost that a change saves most of. */
#include "reason.h"

#include <math.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"

typedef struct best {
  pme_advice_reason reason;
  int level;
  double saved;
} best;

typedef struct change {
  const pme__question *question;
  const pme_candidate *from, *to;
} change;

static void offer(best *b, pme_advice_reason reason, int level, double saved) {
  if (saved > b->saved)
    *b = (best){reason, level, saved};
}

/* ---- misses ---- */

static double false_sharing_of(const pme_misses *m) { return fmin(m->false_sharing, m->coherence); }
static double true_sharing_of(const pme_misses *m) { return m->coherence - false_sharing_of(m); }

static void offer_sharing(const change *c, int level, double weight, best *b) {
  const pme_misses *from = &c->from->levels[level], *to = &c->to->levels[level];
  offer(b, PME_ADVICE_FALSE_SHARING, level, (false_sharing_of(from) - false_sharing_of(to)) * weight);
  offer(b, PME_ADVICE_COHERENCE, level, (true_sharing_of(from) - true_sharing_of(to)) * weight);
}

static void offer_misses(const change *c, int level, double weight, best *b) {
  const pme_misses *from = &c->from->levels[level], *to = &c->to->levels[level];
  bool is_shared = c->question->prediction->level_info[level].shared;
  bool is_shorter = c->to->chunk > 0 && (c->from->chunk == 0 || c->to->chunk < c->from->chunk);
  bool is_longer = c->from->chunk > 0 && (c->to->chunk == 0 || c->to->chunk > c->from->chunk);
  /* Neighbours that run at the same time share lines of a shared level, those of one thread its own. */
  bool is_together = is_shared ? is_shorter : is_longer && c->to->threads == c->from->threads;
  pme_advice_reason self = c->to->pad_count > 0 ? PME_ADVICE_CONFLICT
                           : is_together        ? PME_ADVICE_SHARED_REUSE
                                                : PME_ADVICE_CAPACITY;
  if (to->misses >= from->misses) /* of another kind, but no fewer */
    return;
  offer(b, PME_ADVICE_INTERFERENCE, level, (from->other_threads - to->other_threads) * weight);
  offer(b, PME_ADVICE_SHARED_REUSE, level, (from->cold - to->cold) * weight);
  offer(b, self, level, (from->self - to->self) * weight);
}

/* ---- times ---- */

/* Cycles that are saved if this much of the present time is as in `changed`. */
static double saved_by(const change *c, const pme_loop_time *changed) {
  return c->from->time.cycles - pme__cycles_together(changed);
}

/* Of the kinds of misses that get fewer, the one that takes most: it has the cycles that waiting saves. */
static void offer_waiting(const change *c, double even, best *b) {
  pme_loop_time changed = c->from->time;
  best most = {PME_ADVICE_NOTHING, -1, 0};
  changed.streams = c->to->time.streams * even;
  changed.scattered = c->to->time.scattered * even;
  changed.pages = c->to->time.pages * even;
  changed.bandwidth = c->to->time.bandwidth;
  for (int l = 0; l < c->question->prediction->level_count; l++)
    offer_misses(c, l,
                 c->from->time.scattered > c->from->time.streams ? c->question->costs->scattered[l + 1]
                                                                 : c->question->costs->stream[l + 1],
                 &most);
  if (most.reason != PME_ADVICE_NOTHING)
    offer(b, most.reason, most.level, saved_by(c, &changed));
}

/* How much of what lines from other cores cost is hidden is open: the whole is what they may take. */
static void offer_transfers(const change *c, double even, best *b) {
  pme_loop_time changed = c->from->time;
  best most = {PME_ADVICE_NOTHING, -1, 0};
  changed.coherence = c->to->time.coherence * even;
  offer_sharing(c, pme__outermost_private(c->question->prediction), 1, &most);
  double fewer = c->from->time.overrun - c->to->time.overrun * even;
  if (fewer > 0 && 2 * fewer > c->from->time.coherence - changed.coherence)
    most = (best){PME_ADVICE_OVERRUN, -1, fewer};
  if (most.reason != PME_ADVICE_NOTHING)
    offer(b, most.reason, most.level, c->from->time.coherence_most - c->to->time.coherence_most * even);
}

/* `even`: what the terms of the candidate would be if its work were as even as it is now. */
static void offer_times(const change *c, best *b) {
  const pme_loop_time *from = &c->from->time, *to = &c->to->time;
  double even = to->imbalance > 0 ? from->imbalance / to->imbalance : 1;
  pme_loop_time changed = *from;
  changed.overhead = to->overhead;
  offer(b, PME_ADVICE_OVERHEAD, -1, saved_by(c, &changed));
  changed = *from;
  changed.compute /= even;
  changed.streams /= even;
  changed.scattered /= even;
  changed.pages /= even;
  changed.coherence /= even;
  changed.stores /= even;
  offer(b, PME_ADVICE_IMBALANCE, -1, saved_by(c, &changed));
  changed = *from;
  changed.compute = to->compute * even;
  if (c->to->threads == c->from->threads) /* else what differs is the team */
    offer(b, PME_ADVICE_VECTORS, -1, saved_by(c, &changed));
  offer_waiting(c, even, b);
  offer_transfers(c, even, b);
}

/* Of a reference, the misses that the reason speaks of. */
static double share_of_reason(const best *b, const pme_misses *m) {
  switch (b->reason) {
  case PME_ADVICE_FALSE_SHARING:
    return false_sharing_of(m);
  case PME_ADVICE_COHERENCE:
    return true_sharing_of(m);
  case PME_ADVICE_INTERFERENCE:
    return m->other_threads;
  case PME_ADVICE_SHARED_REUSE:
    return m->misses;
  default:
    return m->self;
  }
}

static int array_of(const pme__question *q, int reference) {
  return pme_subject_at(q->prediction->subject, q->prediction->references[reference].node)->u.access.array;
}

/* Of an array, the sum of these misses below the loop; *worst gets the access with most of them. */
static double sum_of_reason(const pme__question *q, const best *b, int array, int *worst) {
  const pme_prediction *p = q->prediction;
  double sum = 0, most = 0;
  for (int r = 0; r < p->reference_count; r++) {
    double value = share_of_reason(b, &p->references[r].levels[b->level]);
    if (!p->references[r].modelled || value <= 0 || array_of(q, r) != array ||
        !pme_subject_is_below(p->subject, p->references[r].node, q->loop))
      continue;
    sum += value;
    if (value > most)
      *worst = p->references[r].node;
    most = fmax(most, value);
  }
  return sum;
}

/* Of the array with most misses of the level, or most false sharing, below the loop, the access with most: an array that
 * many accesses go to has many of them, each with few. */
static int worst_access(const pme__question *q, const best *b) {
  int worst = PME_NONE;
  double most = 0;
  for (int array = 0; array < q->prediction->subject->array_count && b->level >= 0; array++) {
    int access = PME_NONE;
    double sum = sum_of_reason(q, b, array, &access);
    if (sum > most)
      worst = access;
    most = fmax(most, sum);
  }
  return worst;
}

void pme__find_reason(const pme__question *q, const pme__answer *present, pme__answer *better) {
  change c = {q, &present->candidate, &better->candidate};
  best b = {PME_ADVICE_NOTHING, -1, 0};
  if (!q->costs) {
    offer_misses(&c, c.to->ratio_level, 1, &b);
    offer_sharing(&c, c.to->ratio_level, 1, &b);
  } else if (c.to->threads > c.from->threads && c.to->time.compute < c.from->time.compute) {
    b.reason = PME_ADVICE_PARALLELISM;
  } else {
    offer_times(&c, &b);
  }
  better->candidate.reason = b.reason;
  better->candidate.reason_level = b.level;
  better->candidate.reason_access = worst_access(q, &b);
}

/* Names the term of the cost that a change saves most of. */
#include "reason.h"

#include "loop_body.h"

typedef struct best {
  pme_advice_reason reason;
  int level;
  double saved;
} best;

static void offer(best *b, pme_advice_reason reason, int level, double saved) {
  if (saved > b->saved)
    *b = (best){reason, level, saved};
}

/* Cycles, or misses, that a miss of a level stands for. */
static double weight_of(const pme__question *q, int level) {
  return q->costs ? q->costs->stream[level + 1] : level + 1 == q->prediction->level_count ? 1 : 1e-3;
}

static void offer_misses(const pme__question *q, const pme_candidate *from, const pme_candidate *to, double per_thread,
                         best *b) {
  for (int l = 0; l < q->prediction->level_count; l++) {
    const pme_misses *a = &from->levels[l], *c = &to->levels[l];
    double weight = weight_of(q, l) * per_thread;
    bool is_shared = q->prediction->level_info[l].shared;
    offer(b, PME_ADVICE_INTERFERENCE, l, (a->other_threads - c->other_threads) * weight);
    offer(b, PME_ADVICE_SHARED_REUSE, l, (a->cold - c->cold) * weight);
    pme_advice_reason self = to->pad_bytes > 0 ? PME_ADVICE_CONFLICT
                             : is_shared && to->chunk > 0 && (from->chunk == 0 || to->chunk < from->chunk)
                                 ? PME_ADVICE_SHARED_REUSE
                                 : PME_ADVICE_CAPACITY;
    offer(b, self, l, (a->self - c->self) * weight);
  }
}

static void offer_coherence(const pme__question *q, const pme_candidate *from, const pme_candidate *to,
                            double per_thread, best *b) {
  double weight = (q->costs ? q->costs->transfer : 1) * per_thread;
  for (int l = 0; l < q->prediction->level_count; l++) {
    const pme_misses *a = &from->levels[l], *c = &to->levels[l];
    double false_sharing = a->false_sharing - c->false_sharing;
    double true_sharing = a->coherence - c->coherence - false_sharing;
    offer(b, PME_ADVICE_FALSE_SHARING, l, false_sharing * weight);
    offer(b, PME_ADVICE_COHERENCE, l, true_sharing * weight);
  }
}

/* The access with most misses of the level, or most false sharing, below the loop. */
static int worst_access(const pme__question *q, const best *b) {
  const pme_prediction *p = q->prediction;
  int worst = PME_NONE;
  double most = 0;
  for (int r = 0; r < p->reference_count && b->level >= 0; r++) {
    const pme_misses *m = &p->references[r].levels[b->level];
    double value = b->reason == PME_ADVICE_FALSE_SHARING  ? m->false_sharing
                   : b->reason == PME_ADVICE_COHERENCE    ? m->coherence
                   : b->reason == PME_ADVICE_INTERFERENCE ? m->other_threads
                                                          : m->misses;
    if (p->references[r].modelled && value > most && pme_subject_is_below(p->subject, p->references[r].node, q->loop)) {
      most = value;
      worst = p->references[r].node;
    }
  }
  return worst;
}

void pme__find_reason(const pme__question *q, const pme__answer *present, pme__answer *better) {
  const pme_candidate *from = &present->candidate;
  pme_candidate *to = &better->candidate;
  best b = {PME_ADVICE_NOTHING, -1, 0};
  double per_thread = 1.0 / (from->threads > 0 ? from->threads : 1);
  if (q->costs && to->threads > from->threads && to->time.compute < from->time.compute) {
    b.reason = PME_ADVICE_PARALLELISM;
  } else {
    offer_misses(q, from, to, per_thread, &b);
    offer_coherence(q, from, to, per_thread, &b);
  }
  if (q->costs && b.reason != PME_ADVICE_PARALLELISM) {
    double base = (from->time.compute + from->time.streams + from->time.scattered) / from->time.imbalance;
    offer(&b, PME_ADVICE_OVERHEAD, -1, from->time.overhead - to->time.overhead);
    offer(&b, PME_ADVICE_IMBALANCE, -1, base * (from->time.imbalance - to->time.imbalance));
    if (to->threads == from->threads) /* else what differs is the team */
      offer(&b, PME_ADVICE_VECTORS, -1,
            from->time.compute / from->time.imbalance - to->time.compute / to->time.imbalance);
  }
  to->reason = b.reason;
  to->reason_level = b.level;
  to->reason_access = worst_access(q, &b);
}

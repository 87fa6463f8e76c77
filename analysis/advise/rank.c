/* Which candidate is better, and what of that the samples leave open. */
#include "rank.h"

#include <math.h>
#include <string.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"
#include "analysis/core/tree.h"
#include "own_lines.h"
#include "reason.h"

/* Misses that differ by less are equal. */
static const double SAME_MISSES = 0.005;
/* Costs whose ratios to the present one differ by less are equal. */
static const double SAME_COST = 0.005;
/* The same where other loops of the function may lose what this one gains: they find their data where it left them. */
static const double SAME_COST_INSIDE = 0.05;

/* ---- comparing ---- */

/* What is left of the loop's cost when so much of its construct is saved. */
static double left_of(double whole, double saved) { return whole > 0 ? fmax((whole - saved) / whole, 0) : 1; }

/* Misses of two that are not told apart. Both are sampled with the same random numbers, so that as far as both were
 * sampled their difference is surer than each: half of the usual width, hypot(low, low) / 2. What the less sampled one
 * leaves open beyond that, the other knows nothing of. */
static double open_misses(const pme__answer *a, const pme__answer *b, int level) {
  double low = fmin(a->group_width[level], b->group_width[level]);
  double high = fmax(a->group_width[level], b->group_width[level]);
  return fmax(sqrt(high * high - low * low / 2), SAME_MISSES * fmin(a->group_misses[level], b->group_misses[level]));
}

/* The outermost level whose misses tell two apart; none does: the outermost. */
static int deciding_level(const pme__question *q, const pme__answer *a, const pme__answer *b) {
  int outermost = q->prediction->level_count - 1;
  for (int l = outermost; l >= 0; l--)
    if (fabs(a->group_misses[l] - b->group_misses[l]) > open_misses(a, b, l))
      return l;
  return outermost;
}

/* < 0: a is better. */
static int by_misses(const pme__question *q, const pme__answer *a, const pme__answer *b) {
  int level = deciding_level(q, a, b);
  double difference = a->group_misses[level] - b->group_misses[level];
  return fabs(difference) <= open_misses(a, b, level) ? 0 : difference < 0 ? -1 : 1;
}

int pme__better(const pme__question *q, const pme__answer *a, const pme__answer *b) {
  if (!q->costs)
    return by_misses(q, a, b);
  /* The upper ends of the intervals: little effort does not make a candidate better. */
  double cost_a = a->group_cycles + a->group_open, cost_b = b->group_cycles + b->group_open;
  return cost_a < cost_b ? -1 : cost_a > cost_b;
}

/* What other loops gain by a change is beside the point of a promise for this one, and may be more than all that it costs:
 * it counts for nothing but at the lower end of times. What they lose counts. */
static double sure_rest(double rest) { return fmax(rest, 0); }

void pme__compare_misses(const pme__answer *present, pme__answer *other, int level) {
  pme_candidate *c = &other->candidate;
  double whole = present->candidate.levels[level].misses;
  double width = whole > 0 ? hypot(present->group_width[level], other->group_width[level]) / whole : 0;
  double own = left_of(whole, whole - c->levels[level].misses);
  c->ratio = own + sure_rest(left_of(whole, present->group_misses[level] - other->group_misses[level]) - own);
  c->ratio_low = fmax(c->ratio - width, 0);
  c->ratio_high = c->ratio + width;
  c->ratio_level = level;
}

/* What the model is off by, beside the machine: of the time, and of the gain. Fitted to measured changes. */
static const double MODEL_OF_TIME = 0.03, MODEL_OF_GAIN = 0.4;
/* Where threads write near each other, short chunks disturb prefetchers more than their terms tell: of the time that is
 * left, as little may be. */
static const double LEAST_OF_SHORT_CHUNKS = 0.1, NOTABLY_SHARED = 0.01;

/* What lines from other cores may cost; or as usual, but prefetchers stop where chunks end. */
typedef enum sharing { SHARING_LEAST, SHARING_USUAL, SHARING_MOST, SHARING_WITHOUT_OVERRUN } sharing;

/* What is open of a machine: that, which share of the shorter of computing and waiting the longer hides, how many times
 * as long as usual a team takes, and whether its runtime is one of those that take long to hand out chunks. */
typedef struct scenario {
  sharing sharing;
  double hidden, teams;
  bool hands_out_slowly;
} scenario;

static const scenario USUAL = {SHARING_USUAL, PME__HIDDEN, 1, false};
static const scenario WITHOUT_OVERRUN = {SHARING_WITHOUT_OVERRUN, PME__HIDDEN, 1, false};

static double cycles_in(const pme_loop_time *t, const scenario *s) {
  pme_loop_time then = *t;
  then.coherence = s->sharing == SHARING_LEAST  ? t->coherence_least
                   : s->sharing == SHARING_MOST ? t->coherence_most
                                                : t->coherence;
  then.stores = s->sharing == SHARING_LEAST ? t->stores_least : s->sharing == SHARING_MOST ? 0 : t->stores;
  if (s->sharing == SHARING_WITHOUT_OVERRUN) {
    then.coherence = fmax(t->coherence - t->overrun, 0);
    then.stores = fmin(t->stores, then.coherence);
  }
  then.overhead += (s->teams - 1) * t->team + (s->hands_out_slowly ? t->handout_most - t->handout : 0);
  return pme__cycles_hidden(&then, s->hidden);
}

static double ratio_in(const scenario *s, const pme_candidate *p, const pme_candidate *c, double rest) {
  double now = cycles_in(&p->time, s);
  return now > 0 ? fmax(cycles_in(&c->time, s) / now + rest, 0) : 1;
}

/* Iterations in a row become more, of a loop that waits for lines of other threads. */
static bool ends_short_chunks(const pme_candidate *p, const pme_candidate *c) {
  bool shares = p->time.coherence > NOTABLY_SHARED * p->time.cycles;
  return shares && p->chunk > 0 && (c->chunk == 0 || c->chunk > p->chunk);
}

/* Between which ratios it is if overlap is complete or none, and misses, `open` of the time, sharing, teams and what
 * other loops gain are what they may be. Returns that of the least sharing. */
static double find_extremes(const pme_candidate *p, const pme_candidate *c, double rest, double open, double *low,
                            double *high) {
  static const scenario rough[] = {
      {SHARING_MOST, PME__HIDDEN, 1, false}, {SHARING_MOST, 1, 1, false}, {SHARING_MOST, 0, 1, false}};
  static const scenario smooth[] = {{SHARING_LEAST, PME__HIDDEN, 1, false},
                                    {SHARING_LEAST, 1, 1, false},
                                    {SHARING_LEAST, 1, PME__TEAM_MOST, false},
                                    {SHARING_LEAST, PME__HIDDEN, 1, true}};
  double least_of_smooth = c->ratio, most_of_smooth = c->ratio;
  *low = INFINITY;
  *high = 0;
  for (size_t i = 0; i < sizeof rough / sizeof *rough; i++) {
    *low = fmin(*low, ratio_in(&rough[i], p, c, rest) - open);
    *high = fmax(*high, ratio_in(&rough[i], p, c, sure_rest(rest)) + open);
    least_of_smooth = fmin(least_of_smooth, ratio_in(&smooth[i], p, c, rest));
    most_of_smooth = fmax(most_of_smooth, ratio_in(&smooth[i], p, c, sure_rest(rest)));
  }
  *low = fmin(*low, least_of_smooth);
  *high = fmax(*high, most_of_smooth);
  *high = fmax(*high, ratio_in(&WITHOUT_OVERRUN, p, c, sure_rest(rest)));
  return ratio_in(&smooth[0], p, c, rest);
}

void pme__compare(const pme__question *q, const pme__answer *present, pme__answer *other) {
  pme_candidate *c = &other->candidate;
  const pme_candidate *p = &present->candidate;
  if (!q->costs) {
    pme__compare_misses(present, other, deciding_level(q, present, other));
    return;
  }
  /* The rest of the construct: the same share on top however much overlaps. */
  double whole = left_of(p->time.cycles, present->group_cycles - other->group_cycles);
  double rest = whole - (p->time.cycles > 0 ? c->time.cycles / p->time.cycles : 1);
  c->ratio = c->is_present ? 1 : ratio_in(&USUAL, p, c, sure_rest(rest));
  double open = p->time.cycles > 0 ? hypot(present->group_open, other->group_open) / p->time.cycles : 0, low, high;
  double least = find_extremes(p, c, rest, open, &low, &high);
  double width = c->is_present ? 0 : MODEL_OF_TIME, off = hypot(q->costs->uncertainty, MODEL_OF_GAIN);
  c->ratio_low = low - width - off * fabs(1 - least);
  c->ratio_high = high + width + off * fabs(1 - high) + (q->is_outside && !c->is_present ? SAME_COST_INSIDE : 0);
  if (ends_short_chunks(p, c))
    c->ratio_low = fmin(c->ratio_low, LEAST_OF_SHORT_CHUNKS * c->ratio);
  c->ratio_low = fmax(c->ratio_low, 0);
}

/* Best first; of equals the one that was tried first. */
void pme__sort_answers(const pme__question *q, pme__grid *grid) {
  pme__answer *answers = grid->answers;
  for (int i = 1; i < grid->count; i++) { /* few: insertion; `better` needs the search */
    pme__answer moved = answers[i];
    int to = i;
    for (; to > 0 && pme__better(q, &moved, &answers[to - 1]) < 0; to--)
      answers[to] = answers[to - 1];
    answers[to] = moved;
  }
}

int pme__extent_of_change(const pme_candidate *c, const pme_candidate *present) {
  return c->is_present ? 0 : 1 + 4 * c->pad_count + 2 * (c->threads != present->threads) + (c->chunk > 0);
}

/* Longer rows have to be worth a change of their own. */
static bool is_cheaper_change(const pme__answer *a, const pme__answer *b) {
  return a->candidate.pad_count < b->candidate.pad_count;
}

/* Cost that samples cannot tell from that of the best. */
static bool is_equal_cost(const pme__question *q, const pme__answer *answer, const pme__answer *best) {
  double same = q->is_outside ? SAME_COST_INSIDE : SAME_COST;
  if (q->costs && is_cheaper_change(answer, best))
    same = PME__WORTH;
  /* What a change does to the rest of the function is not known: what may gain nothing is not worth that. */
  if (q->is_outside && answer->candidate.is_present && best->candidate.ratio_high >= 1)
    return true;
  if (!q->costs) {
    int level = deciding_level(q, answer, best);
    double allowed = fmax(same * best->candidate.levels[level].misses, open_misses(answer, best, level));
    return answer->group_misses[level] <= best->group_misses[level] + allowed;
  }
  double open = hypot(answer->group_open, best->group_open);
  if (answer->candidate.is_present) /* needs no proof */
    return answer->group_cycles <= best->group_cycles + fmax(same * best->candidate.time.cycles, open);
  /* The upper ends here, too: a candidate that was hardly sampled is not as good as one that is known to be good. */
  return answer->group_cycles + answer->group_open <=
         best->group_cycles + best->group_open + fmax(same * best->candidate.time.cycles, best->group_open);
}

/* < 0: a misses less in the outermost level, and no interval leaves that open. */
static int surely_fewer_misses(const pme__question *q, const pme__answer *a, const pme__answer *b) {
  int outermost = q->prediction->level_count - 1;
  double difference = a->group_misses[outermost] - b->group_misses[outermost];
  double open = open_misses(a, b, outermost);
  return fabs(difference) <= open ? 0 : difference < 0 ? -1 : 1;
}

/* Of candidates that are as good as equal, the one with fewer misses, then the one that changes least; then what was
 * tried first. */
static bool is_preferred(const pme__question *q, const pme__answer *a, const pme__answer *b,
                         const pme_candidate *present) {
  int fewer = q->costs ? surely_fewer_misses(q, a, b) : 0;
  int simpler = pme__extent_of_change(&a->candidate, present) - pme__extent_of_change(&b->candidate, present);
  if (q->costs && is_cheaper_change(a, b))
    return true;
  if (fewer != 0)
    return fewer < 0;
  return simpler < 0 ||
         (simpler == 0 && a->candidate.schedule == b->candidate.schedule && a->candidate.chunk < b->candidate.chunk &&
          fabs(a->candidate.ratio - b->candidate.ratio) <= SAME_COST);
}

void pme__put_simplest_first(const pme__question *q, pme__grid *grid, const pme_candidate *present) {
  pme__answer *answers = grid->answers;
  int chosen = 0;
  for (int i = 1; i < grid->count; i++)
    if (is_equal_cost(q, &answers[i], &answers[0]) && is_preferred(q, &answers[i], &answers[chosen], present))
      chosen = i;
  pme__answer first = answers[chosen];
  memmove(answers + 1, answers, (size_t)chosen * sizeof *answers);
  answers[0] = first;
}

static double operations_of(const pme__question *q) {
  static const double in_a_cycle = 3;
  double operations = 0;
  for (int i = 0; i < q->prediction->loop_count; i++) {
    const pme_loop_prediction *row = &q->prediction->loops[i];
    if (row->executions > 0 && row->trip_count > 0 && pme_subject_is_below(q->prediction->subject, row->node, q->loop))
      operations += row->executions * row->trip_count * pme__loop_body_of(q->prediction, row->node).operations;
  }
  return operations / in_a_cycle;
}

/* A team is started and joined by passing a dozen lines from core to core, and never twice in the same time. */
static double noise_of_starts(const pme__question *q) {
  static const double cycles_of_a_team = 1000, share = 0.1;
  const pme_loop_prediction *row = pme__loop_row(q->prediction, q->loop);
  return row && row->executions > 0 ? row->executions * cycles_of_a_team * share : 0;
}

/* Misses alone are weighed by what they usually take, beside the accesses or what else is computed, and the team. */
bool pme__is_notable(const pme__question *q, const pme_candidate *present, const pme_candidate *best) {
  static const double least = 0.01, cycles = 10, cycles_of_memory = 100;
  int level = best->ratio_level, outermost = q->prediction->level_count - 1;
  double saved = present->levels[level].misses - best->levels[level].misses;
  double work = fmax(present->levels[0].accesses, operations_of(q));
  double saved_cycles = saved * (level == outermost ? cycles_of_memory : cycles);
  return q->costs || (saved_cycles >= least * work && saved_cycles >= noise_of_starts(q));
}

/* What is saved is waiting for lines of other cores, which hangs on how far two cores are apart, today, and on how far
 * prefetchers go. */
static bool rests_on_other_cores(const pme_candidate *best) {
  return best->reason == PME_ADVICE_FALSE_SHARING || best->reason == PME_ADVICE_COHERENCE ||
         best->reason == PME_ADVICE_OVERRUN;
}

/* What may be next to nothing is no advice: of misses no less than what is worth a change, of time, whose intervals have
 * all that the model may be off by, a share that can be measured. */
double pme__saved_cycles(const pme__grid *grid, int number) {
  const pme__answer *all = grid->answers;
  double least = all[number].group_cycles, present = 0;
  for (int i = 0; i < grid->count; i++) {
    least = all[number].candidate.is_present ? fmin(least, all[i].group_cycles) : least;
    present = all[i].candidate.is_present ? all[i].group_cycles : present;
  }
  return present - least;
}

bool pme__is_worth_it(const pme__question *q, const pme_candidate *present, const pme_candidate *best) {
  static const double least_of_time = 0.01, least_between_cores = 0.03;
  double least = !q->costs ? PME__WORTH : rests_on_other_cores(best) ? least_between_cores : least_of_time;
  return !best->is_present && best->ratio < 1 - PME__WORTH && best->ratio_high < 1 - least &&
         pme__is_notable(q, present, best);
}

/* ---- for readers ---- */

/* The outermost level whose misses tell some candidate from what is there. */
static int telling_level(const pme__question *q, const pme__grid *grid, const pme__answer *present) {
  int outermost = q->prediction->level_count - 1, level = -1;
  for (int i = 0; i < grid->count; i++) {
    const pme__answer *other = &grid->answers[i];
    int l = deciding_level(q, present, other);
    if (l > level && fabs(present->group_misses[l] - other->group_misses[l]) > open_misses(present, other, l))
      level = l;
  }
  return level < 0 ? outermost : level;
}

/* All shares of misses are of one level: that of the advice. */
static void take_one_level(const pme__question *q, pme__grid *grid, const pme__answer *present) {
  const pme_candidate *first = &grid->answers[0].candidate;
  int level = first->is_present ? telling_level(q, grid, present) : first->ratio_level;
  for (int i = 0; i < grid->count; i++)
    pme__compare_misses(present, &grid->answers[i], level);
}

/* Behind what is advised: by cost. */
static void sort_rest(pme__grid *grid) {
  pme__answer *answers = grid->answers;
  for (int i = 2; i < grid->count; i++) {
    pme__answer moved = answers[i];
    int to = i;
    for (; to > 1 && moved.candidate.ratio < answers[to - 1].candidate.ratio; to--)
      answers[to] = answers[to - 1];
    answers[to] = moved;
  }
}

/* Of a loop that was evaluated from cold caches, what another schedule may cost on top: lines that loops before it left
 * in the cache of the very core that needs them, as it is, may be in another's then. A share of its time in the
 * function, which `out` has. */
static double share_left_to_others(const pme__question *q, const pme_candidate *present, const pme_loop_advice *out) {
  const pme_loop_prediction *row = pme__loop_row(q->prediction, q->loop);
  int level = pme__outermost_private(q->prediction);
  if (!q->is_outside || !q->costs || !row || out->now.cycles <= 0 || present->threads <= 1)
    return 0;
  double found = fmax(present->levels[level].misses - row->levels[level].misses, 0);
  double lines = found / present->threads * (1 - 1.0 / present->threads); /* of a thread, that are another's */
  return lines * q->costs->transfer * PME__SHARING_LEAST / out->now.cycles;
}

pme_status pme__report(const pme__question *q, pme__grid *grid, pme_arena *arena, pme_loop_advice *out) {
  pme__answer present = grid->answers[0];
  double left = share_left_to_others(q, &present.candidate, out);
  for (int i = 0; i < grid->count; i++) {
    pme__compare(q, &present, &grid->answers[i]);
    grid->answers[i].candidate.ratio_high += grid->answers[i].candidate.is_present ? 0 : left;
  }
  pme__sort_answers(q, grid);
  pme__put_simplest_first(q, grid, &present.candidate);
  if (!q->costs)
    take_one_level(q, grid, &present);
  sort_rest(grid);
  for (int i = 0; i < grid->count; i++)
    if (!grid->answers[i].candidate.is_present)
      pme__find_reason(q, &present, &grid->answers[i]);
  out->candidates = PME_ARENA_NEW(arena, pme_candidate, grid->count);
  if (!out->candidates)
    return PME_NO_MEMORY;
  out->node = q->loop;
  out->count = grid->count;
  out->by_misses = !q->costs;
  for (int i = 0; i < grid->count; i++) {
    out->candidates[i] = grid->answers[i].candidate;
    if (out->candidates[i].is_present)
      out->present = i;
  }
  out->race = q->stands_in ? PME_NONE : pme__race_of(q->prediction, q->loop, &out->is_sure_race);
  out->is_race = out->race != PME_NONE;
  pme__find_own_lines(q, &present.candidate, out);
  out->pays = !out->is_race && out->own_line_count == 0 && pme__is_worth_it(q, &present.candidate, &out->candidates[0]);
  return PME_OK;
}

/* Sampling instances of all references for writes of other threads since their line was touched last. */
#include "coherence.h"

#include <math.h>
#include <string.h>

#include "analysis/base/random.h"
#include "interval.h"
#include "lost_line_search.h"
#include "lost_line_shares.h"
#include "strata.h"

/* Replicates as in estimate.c. Rounds go over all references, so that each is looked at before the effort ends:
 * the first ones find out whether anything is lost at all, the others how much. Samples of a replicate after each
 * round. */
enum { REPLICATES = PME__WALK_REPLICATES, ROUNDS = 4, ROUNDS_FOR_ALL = 3 };
static const int SAMPLES_AFTER_ROUND[ROUNDS] = {1, 2, 6, 32};
static const double MOST_OF_EFFORT_FOR_WALK = 0.01;
/* The first rounds go on for so many times the effort. */
enum { ROUNDS_IN_OVERTIME = 2 };
static const double OVERTIME = 2;
/* Then the reference that is known the least gets as many samples again, until the half-width of all is a part of what
 * is lost, or of the accesses, or what is asked for; so many times that when patience is over. */
static const double TARGET = 0.02, TARGET_OF_ACCESSES = 1e-4, IMPATIENCE = 2.5;
/* Of the farthest placement that is not likely: what it loses is sampled as well, rare kinds of it in few replicates. */
static const double BEYOND_FARTHEST = 1.15;

typedef pme__lost_line_sums sums;
typedef pme__line_loss loss;
typedef pme__lost_line_search search;
typedef pme__coherence_sampler sampler;
struct pme__coherence_sampler {
  pme__level_state *state;    /* the level as it is */
  pme__level_state *everyone; /* all threads in one cache; NULL: there is nothing to lose */
  const pme_machine *machine;
  int level;
  uint64_t random;
  bool is_behind; /* searches are those of a level before: what they found is to be looked at here, too */
  bool no_memory;
  int64_t *group_bases;      /* a placement for each replicate: a run has one, for all that is lost */
  int likely;                /* so many of the placements are, the first ones: the estimate is their mean */
  const int64_t *executions; /* per reference */
  pme__lost_line_search *searches;
  pme__everyone *common;
  double accesses;     /* of all references that may lose lines */
  double half_width;   /* of all references that will do */
  double spent, limit; /* of the work of both sieves: here so far; for this call */
  double patience;     /* up to this work */
  double overtime;     /* beyond the limit, for what must be said of each reference */
  double over;         /* of that, used up by calls before */
};

static double work_of(const sampler *s) {
  return (double)pme__walk_work(s->state) + (double)pme__walk_work(s->everyone);
}

static int count_of(const sampler *s) { return pme__level_state_program(s->state)->reference_count; }

/* ---- samples ---- */

enum { MOST_DRAWS_EACH = 20, SPARSE = 4 };
static const double RARE = 0.02; /* share of the accesses */

/* A line that others took is lost where the level would have it. */
static void look_at_taken(sampler *s, search *search, const pme__taken_line *taken,
                          const pme__walk_instance *instance) {
  int64_t first, last;
  pme__walk_lines(s->state, instance, &first, &last);
  if (pme__walk_decide(s->state, instance, first + taken->line, PME__INTERFERENCE_ALL) != PME__WALK_HIT)
    return;
  search->sums[taken->stratum].lost[taken->replicate] += 1;
  search->sums[taken->stratum].false_lost[taken->replicate] += taken->is_falsely;
}

/* False: where the other threads are takes too long to count. */
static bool look_at(sampler *s, search *search, const pme__walk_instance *instance, pme__taken_line where) {
  int64_t first, last;
  sums *sums = &search->sums[where.stratum];
  pme__walk_lines(s->state, instance, &first, &last);
  for (int64_t line = first; line <= last; line++) {
    pme__line_validity holding = pme__line_validity_of(s->everyone, s->machine, s->level, instance, line);
    if (pme__level_state_status(s->everyone) == PME_OVER_BUDGET)
      return false;
    bool is_taken = holding == PME__LINE_INVALIDATED || holding == PME__LINE_INVALIDATED_FALSELY;
    sums->taken += is_taken;
    sums->passed_on += pme__walk_is_from_others(s->everyone);
    if (!is_taken)
      continue;
    where.line = (uint16_t)(line - first);
    where.is_falsely = holding == PME__LINE_INVALIDATED_FALSELY;
    s->no_memory |= !pme__taken_lines_add(&search->taken, &where, s->common->arena);
    look_at_taken(s, search, &where, instance);
  }
  return true;
}

/* A point of the kind of stratum `first`; it is looked at where its own stratum wants more. */
static bool sample(sampler *s, search *search, int replicate, int first, const int64_t *wanted) {
  pme__walk_instance instance;
  pme__sample_sequence *sequence = &search->sequences[replicate];
  int stratum = pme__lost_line_draw(search, s->state, first, sequence, &s->random, &instance);
  if (stratum == PME_NONE)
    return false;
  sums *sums = &search->sums[stratum];
  sums->drawn++;
  bool is_aside = search->strata.has_shares && pme__lost_line_kind_of(stratum) != pme__lost_line_kind_of(first);
  if (is_aside || sums->samples[replicate] >= wanted[stratum])
    return true;
  sums->samples[replicate] += look_at(
      s, search, &instance,
      (pme__taken_line){.point = sequence->number, .replicate = (uint8_t)replicate, .stratum = (uint8_t)stratum});
  return true;
}

static void place(sampler *s, int replicate) {
  const int64_t *bases = s->group_bases + (ptrdiff_t)replicate * pme__level_state_program(s->state)->group_count;
  pme__level_state_place(s->state, bases);
  pme__level_state_place(s->everyone, bases);
}

/* It has members at once, and cannot lose much: few samples will do. */
static bool is_rare(const search *search, int stratum) {
  return search->strata.has_shares && search->strata.shares[stratum] < RARE;
}

/* So many more samples of each stratum in a replicate, until `most` work is done. Strata that few points are in get
 * fewer, rare ones in one replicate of several. */
static void sample_round(sampler *s, search *search, int count, const int more[PME__LOST_LINE_STRATA], double most) {
  for (int replicate = 0; replicate < REPLICATES && !search->is_over; replicate++) {
    int64_t wanted[PME__LOST_LINE_STRATA];
    place(s, replicate);
    for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
      wanted[k] = more[k] > 0 && (!is_rare(search, k) || (replicate + k) % SPARSE == 0)
                      ? search->sums[k].samples[replicate] + more[k]
                      : 0;
    int first = PME_NONE;
    for (int n = MOST_DRAWS_EACH * count; n > 0 && work_of(s) < most; n--)
      if ((first = pme__wanting_stratum(search, replicate, wanted)) == PME_NONE ||
          (search->is_over = !sample(s, search, replicate, first, wanted)))
        break;
  }
}

/* Of the first rounds: as many of each stratum. `for_all`: also of those that have lost nothing so far. */
static void sample_evenly(sampler *s, search *search, int count, bool for_all, double most) {
  int strata = 0, more[PME__LOST_LINE_STRATA] = {0};
  pme__lost_line_search_prepare(search, s->state, s->group_bases);
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    strata += pme__has_stratum(&search->strata, k);
  search->chosen = 0;
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    if (pme__has_stratum(&search->strata, k) && (for_all || pme__wants_last_round(search, k))) {
      more[k] = (count + strata - 1) / strata;
      search->chosen |= 1U << k;
    }
  sample_round(s, search, count, more, most);
}

/* Later: each stratum by what it adds to the standard deviation of all (Neyman). One that has lost nothing may lose
 * one in as many as were looked at. */
static void sample_where_known_least(sampler *s, search *search, int count) {
  double weights[PME__LOST_LINE_STRATA], sum = 0;
  int more[PME__LOST_LINE_STRATA];
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++) {
    double samples = pme__lost_line_samples(&search->sums[k], REPLICATES), lost = 0;
    for (int i = 0; i < REPLICATES; i++)
      lost += search->sums[k].lost[i];
    double share = fmin((lost + 0.5) / (samples + 1), 1);
    double points = pme__lost_line_share(&search->strata, search->sums, k);
    weights[k] = samples > 0 ? points * sqrt(share * (1 - share)) : 0;
    sum += weights[k];
  }
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    more[k] = sum > 0 ? (int)ceil(count * weights[k] / sum) : 0;
  if (sum > 0)
    sample_round(s, search, count, more, s->limit);
  else
    sample_evenly(s, search, count, true, s->limit);
}

/* Of the farthest of four. */
static double less_noise(double deviation, double variance) {
  return sqrt(fmax(deviation * deviation - 2 * variance, 0));
}

/* Each replicate has a placement. A run, which has one, is as far from the mean as they are, less the noise. */
static pme__coherence_misses evaluate(const sampler *s, const search *search, double executions) {
  loss all = pme__line_loss_of(&search->strata, search->sums, s->likely);
  double spread = 0, likely_spread = 0, farthest = 0;
  for (int i = 0; i < REPLICATES; i++) {
    spread += all.differences[i] * all.differences[i] / (REPLICATES - 1);
    likely_spread += i < s->likely ? all.differences[i] * all.differences[i] / (s->likely - 1) : 0;
    farthest = i < s->likely ? 0 : fmax(farthest, fabs(all.differences[i]));
  }
  double placements = search->source.moves_bases ? fmax(spread - all.noise, 0) : 0;
  double sampled = PME__WALK_STUDENT * PME__WALK_WIDENING * sqrt(likely_spread / s->likely + all.shares);
  double noise = PME__WALK_STUDENT * PME__WALK_WIDENING * sqrt(fmin(likely_spread, all.noise) / s->likely + all.shares);
  /* Few placements are not likely ones, and a run may have one of these. */
  double reach = search->source.moves_bases ? BEYOND_FARTHEST * less_noise(farthest, all.noise) : 0;
  double placed = fmax(PME__WALK_STUDENT * sqrt(placements), reach);
  return (pme__coherence_misses){.coherence = all.lost * executions,
                                 .false_sharing = all.falsely * executions,
                                 .unseen = all.unseen * executions,
                                 .sampled = sampled * executions,
                                 .noise = noise * executions,
                                 .placed = placed * executions};
}

/* A placement is that of all references: what it does to them adds up, where half-widths of references are summed as
 * squares. So each gets as much more as makes both the same. */
static void add_half_widths(const sampler *s, pme__coherence_misses *sharing) {
  double sum = 0, squares = 0;
  for (int r = 0; r < count_of(s); r++) {
    sum += sharing[r].placed;
    squares += sharing[r].placed * sharing[r].placed;
  }
  for (int r = 0; r < count_of(s); r++) {
    double placed = squares > 0 ? sharing[r].placed * sum / sqrt(squares) : 0;
    sharing[r].half_width = sqrt(sharing[r].sampled * sharing[r].sampled + placed * placed);
  }
}

/* An access that guards let through once in hundreds of iterations takes long to find: no reference gets more than its
 * share of the work that is left. */
static void search_once(sampler *s, int round) {
  double most = s->limit + (round < ROUNDS_IN_OVERTIME ? s->overtime : 0);
  int more = SAMPLES_AFTER_ROUND[round] - (round > 0 ? SAMPLES_AFTER_ROUND[round - 1] : 0);
  for (int r = 0; r < count_of(s) && work_of(s) < most; r++) {
    search *search = &s->searches[r];
    if (search->is_over || search->rounds > round)
      continue;
    double share = work_of(s) + (most - work_of(s)) / (count_of(s) - r);
    sample_evenly(s, search, more, round < ROUNDS_FOR_ALL, share);
    if (work_of(s) >= share)
      continue;
    search->rounds = round + 1;
    search->last |= round < ROUNDS_FOR_ALL ? 0 : search->chosen;
  }
}

/* Of the samples so many, taken or passed on, in all executions. */
static double found_in_all(const sampler *s, bool is_passed_on) {
  double executions = 0;
  for (int r = 0; r < count_of(s); r++) {
    const sums *all = s->searches[r].sums;
    for (int k = 0; k < PME__LOST_LINE_STRATA; k++) {
      double found = is_passed_on ? all[k].passed_on : all[k].taken;
      if (found > 0)
        executions += found / pme__lost_line_samples(&all[k], REPLICATES) *
                      pme__lost_line_share(&s->searches[r].strata, all, k) * (double)s->executions[r];
    }
  }
  return executions;
}

static bool is_any_taken(const sampler *s) { return found_in_all(s, false) > 0; }

/* The reference that is known the least; PME_NONE: all are known well enough, or no line is taken at all. */
static int least_known(const sampler *s) {
  double lost = 0, squares = 0, unseen = 0, most = 0;
  int worst = PME_NONE;
  for (int r = 0; r < count_of(s); r++) {
    if (s->searches[r].is_over)
      continue;
    pme__coherence_misses m = evaluate(s, &s->searches[r], (double)s->executions[r]);
    double width = sqrt(m.noise * m.noise + m.unseen * m.unseen);
    lost += m.coherence;
    squares += m.noise * m.noise;
    unseen = fmax(unseen, m.unseen); /* counts once */
    worst = width > most ? r : worst;
    most = fmax(most, width);
  }
  double enough = fmax(fmax(TARGET * lost, TARGET_OF_ACCESSES * s->accesses), s->half_width);
  bool is_known = sqrt(squares + unseen * unseen) <= enough * (work_of(s) < s->patience ? 1 : IMPATIENCE);
  return (lost > 0 || is_any_taken(s)) && !is_known ? worst : PME_NONE;
}

static void refine(sampler *s) {
  int r;
  while (work_of(s) < s->limit && (r = least_known(s)) != PME_NONE) {
    search *search = &s->searches[r];
    search->samples = search->samples ? search->samples : SAMPLES_AFTER_ROUND[ROUNDS_FOR_ALL - 1];
    sample_where_known_least(s, search, search->samples);
    search->samples *= 2;
  }
}

/* A cache of one set that all threads share: only its search for single lines is used. */
static pme_machine shared_by_everyone(const pme_machine *machine, int level) {
  pme_machine shared = *machine;
  shared.levels[level].associativity = 1;
  shared.levels[level].size_bytes = shared.levels[level].line_bytes;
  shared.levels[level].shared_by = shared.cores;
  return shared;
}

/* Levels of one length of lines have one for all: that of the first of them. */
static pme_status find_everyone(sampler *s, pme__loop_tree *program, pme__everyone *all) {
  int first = 0;
  while (s->machine->levels[first].line_bytes != s->machine->levels[s->level].line_bytes)
    first++;
  pme_status status = PME_OK;
  if (!all->states[first]) {
    all->machines[first] = shared_by_everyone(s->machine, first);
    status = pme__level_state_create(program, &all->machines[first], first, all->arena, &all->states[first]);
  }
  s->everyone = status == PME_OK ? all->states[first] : NULL;
  return status;
}

/* ---- what levels have in common ---- */

/* Whether the level draws the points that another one drew, and places arrays at the same bytes of lines: then it finds
 * the same lines taken. */
static bool has_same_samples(const sampler *s, int other) {
  const pme__loop_tree *program = pme__level_state_program(s->state);
  const pme_cache_level *own = &s->machine->levels[s->level], *before = &s->machine->levels[other];
  const int64_t *bases = s->common->bases[other];
  const search *searches = s->common->searches[other];
  if (!searches || before->line_bytes != own->line_bytes || before->shared_by != own->shared_by)
    return false;
  for (int i = 0; i < program->group_count * REPLICATES; i++)
    if ((bases[i] - s->group_bases[i]) % own->line_bytes != 0)
      return false;
  for (int r = 0; r < program->reference_count; r++)
    if (searches[r].source.dimensions == PME__WALK_MAX_DIMENSIONS) /* what is beyond comes from other numbers */
      return false;
  return true;
}

static void begin_all(sampler *s, uint64_t seed) {
  for (int r = 0; r < count_of(s); r++) {
    pme__lost_line_search_begin(&s->searches[r], s->state, r, &seed);
    s->searches[r].is_over |= s->executions[r] <= 0;
    s->accesses += s->searches[r].is_over ? 0 : (double)s->executions[r];
  }
}

/* Goes on where another level has stopped. Levels that are kept have searches of their own. */
static void begin_behind(sampler *s, int other) {
  search *found = s->common->searches[other];
  if (s->searches != found)
    memcpy(s->searches, found, (size_t)count_of(s) * sizeof *found);
  s->accesses = s->common->accesses[other];
  s->is_behind = true;
  for (int r = 0; r < count_of(s); r++)
    pme__lost_line_search_again(&s->searches[r]);
}

/* What the level before found taken, here. Strata that lose nothing there, but do here, have their last round to come. */
static void look_behind(sampler *s, search *search) {
  pme__walk_instance instance;
  int replicate = PME_NONE;
  for (int i = 0; i < search->taken.count; i++) {
    const pme__taken_line *taken = &search->taken.at[i];
    pme__sample_sequence sequence = {search->sequences[taken->replicate].seed, taken->point - 1};
    if (taken->replicate != replicate)
      place(s, replicate = taken->replicate);
    if (pme__lost_line_draw(search, s->state, taken->stratum, &sequence, &s->random, &instance) != PME_NONE)
      look_at_taken(s, search, taken, &instance);
  }
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    if (search->rounds > ROUNDS_FOR_ALL && pme__wants_last_round(search, k))
      search->rounds = ROUNDS_FOR_ALL;
}

/* Where searches of a level that is done with will not be asked for again, they make room. */
static search *room_for_searches(const sampler *s) {
  for (int l = s->level - 1; l >= 0 && !s->common->keeps_levels; l--)
    if (s->common->searches[l])
      return s->common->searches[l];
  return PME_ARENA_NEW(s->common->arena, search, count_of(s));
}

static int level_of_same_samples(const sampler *s) {
  for (int l = s->level - 1; l >= 0; l--)
    if (has_same_samples(s, l))
      return l;
  return PME_NONE;
}

static pme_status create_searches(sampler *s, uint64_t seed) {
  const pme__loop_tree *program = pme__level_state_program(s->state);
  const pme__set_filter *filter = pme__level_state_filter(s->state);
  s->group_bases = PME_ARENA_NEW(s->common->arena, int64_t, (int64_t)program->group_count *REPLICATES);
  s->searches = room_for_searches(s);
  if (!s->group_bases || !s->searches)
    return PME_NO_MEMORY;
  for (int i = 0; i < count_of(s) * REPLICATES; i++) /* of the sequences */
    pme__random(&s->random);
  pme__placement_plan plan = {filter->line_bytes, filter->sets, REPLICATES, s->likely};
  pme__draw_placements(program, &plan, &s->random, s->group_bases);
  int other = level_of_same_samples(s);
  if (other != PME_NONE)
    begin_behind(s, other);
  else
    begin_all(s, seed);
  for (int l = 0; l < s->level; l++)
    if (s->common->searches[l] == s->searches)
      s->common->searches[l] = NULL;
  s->common->searches[s->level] = s->searches;
  s->common->bases[s->level] = s->group_bases;
  s->common->accesses[s->level] = s->accesses;
  return PME_OK;
}

pme_status pme__coherence_sampler_create(pme__level_state *state, const int64_t *executions, uint64_t seed,
                                         pme__everyone *everyone, pme_arena *arena, sampler **out) {
  const pme_machine *machine = pme__level_state_machine(state);
  int level = pme__level_state_level(state);
  pme__loop_tree *program = (pme__loop_tree *)pme__level_state_program(state);
  sampler *s = PME_ARENA_NEW(arena, sampler, 1);
  if (!s)
    return PME_NO_MEMORY;
  *s = (sampler){.state = state, .machine = machine, .level = level, .random = seed, .executions = executions};
  s->common = everyone;
  s->likely = pme__likely_placements(program, REPLICATES);
  *out = s;
  if (program->most_threads <= 1)
    return PME_OK;
  pme_status status = create_searches(s, seed);
  return status == PME_OK && s->accesses > 0 ? find_everyone(s, program, everyone) : status;
}

pme_status pme__coherence_sample_level(sampler *s, const pme__coherence_goal *goal, pme__coherence_misses *sharing) {
  for (int r = 0; r < count_of(s); r++)
    sharing[r] = (pme__coherence_misses){0};
  if (!s->everyone)
    return PME_OK;
  int64_t most = (int64_t)fmax(MOST_OF_EFFORT_FOR_WALK * goal->effort, (double)PME__WALK_LEAST_EFFORT);
  pme__walk_limit(s->everyone, most);
  pme__walk_limit(s->state, most);
  double others = work_of(s) - s->spent;
  s->half_width = goal->half_width;
  s->limit = others + goal->effort;
  s->patience = others + goal->patience;
  s->overtime = fmax(OVERTIME * goal->effort - s->over, 0);
  for (int r = 0; r < count_of(s) && s->is_behind; r++)
    look_behind(s, &s->searches[r]);
  s->is_behind = false;
  for (int round = 0; round < ROUNDS; round++)
    search_once(s, round);
  s->over += fmax(work_of(s) - s->limit, 0);
  refine(s);
  s->spent = work_of(s) - others;
  double lost = 0;
  for (int r = 0; r < count_of(s); r++)
    if (!s->searches[r].is_over || pme__lost_line_points(s->searches[r].sums) > 0) {
      sharing[r] = evaluate(s, &s->searches[r], (double)s->executions[r]);
      lost += sharing[r].coherence;
    }
  add_half_widths(s, sharing);
  bool is_nothing = lost <= 0 && !is_any_taken(s);
  for (int r = 0; r < count_of(s) && is_nothing; r++)
    sharing[r].unseen = pme__may_lose(s->state, r) && pme__may_lose_seldom(s->state, r) ? sharing[r].unseen : 0;
  return s->no_memory ? PME_NO_MEMORY : pme__level_state_status(s->everyone) == PME_NO_MEMORY ? PME_NO_MEMORY : PME_OK;
}

double pme__coherence_work(const sampler *s) { return s->spent; }

double pme__coherence_passed_on(const sampler *s) { return s->everyone ? found_in_all(s, true) : 0; }

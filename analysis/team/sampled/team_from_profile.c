/* A profile of one thread's run answers for any team: what the sample of its lines does in the caches of the team is set
 * against what it does for one thread, and the difference is added to what the profile knows of that. */
#include <math.h>

#include "analysis/profile/predict_as.h"
#include "analysis/team/team_loops.h"
#include "often_lines.h"
#include "pmecache/profile_answer.h"
#include "sampled_trace.h"
#include "shared_rows.h"

enum { ORDERS = 3 };

typedef struct team_estimate {
  const pme_profile *profile;
  const pme_machine *machine;
  const pme_team_question *asked;
  pme_arena *arena;
  pme_line_sample sample, written_often;
  pme__often_misses *often; /* by loop */
  double *visits;           /* by loop, to such lines that the sample would have */
  pme__team_loop *one_with_often;
  pme_machine small; /* machine of the sample */
  pme__sequential_trace trace;
  double *covered;              /* references of each loop that the sample is of */
  pme__team_loop *one;          /* one thread, as in the run */
  pme__team_loop *team[ORDERS]; /* [0]: as asked */
  pme__team_loop *alone;        /* each thread with caches of its own */
  pme__team_loop *meeting;      /* rows of threads share lines; NULL: there are none */
  int orders;
  bool repeats;   /* loops of regions that are no worksharing loops are run through by each thread */
  bool has_queue; /* a loop of the source is dynamic or guided */
} team_estimate;

/* ---- the sample in the caches ---- */

static pme_status trace_of(team_estimate *e, const pme_line_sample *sample) {
  return pme__sampled_trace(sample, pme_profile_loop_count(e->profile),
                            (uint32_t)pme_profile_options_of(e->profile)->line_bytes, e->arena, &e->trace);
}

static pme_status run_team(team_estimate *e, const pme_machine *machine, int threads, pme__merge_order order,
                           pme__team_loop **out, pme_error *error) {
  pme__team_question question = pme__question_of(&e->sample, e->asked, machine, threads, order);
  return pme__team_loops(&e->trace, &question, e->arena, out, error);
}

static pme_status run_orders(team_estimate *e, pme_error *error) {
  const pme__merge_order orders[ORDERS] = {pme__order_of(e->asked->interleave), PME_MERGE_UNIFORM, PME_MERGE_STAIRS};
  bool is_fixed = e->asked->interleave != PME_INTERLEAVE_ANY || e->asked->threads == 1;
  pme_status status = PME_OK;
  for (e->orders = 0; e->orders < (is_fixed ? 1 : ORDERS) && status == PME_OK; e->orders++)
    status = run_team(e, &e->small, e->asked->threads, orders[e->orders], &e->team[e->orders], error);
  return status;
}

/* Rows that threads have by their numbers share no lines in `team`; here they share as many as they can. */
static pme_status run_meeting(team_estimate *e, pme_error *error) {
  if (e->asked->threads == 1 || !pme__sample_has_rows(&e->sample))
    return PME_OK;
  pme_line_sample sample = e->sample;
  pme__sequential_trace apart = e->trace;
  pme_status status = pme__let_rows_meet(&sample, e->arena);
  if (status == PME_OK)
    status = trace_of(e, &sample);
  if (status == PME_OK)
    status = run_team(e, &e->small, e->asked->threads, pme__order_of(e->asked->interleave), &e->meeting, error);
  e->trace = apart;
  return status;
}

/* Lines that are written often, by themselves; and what those of them that the sample would have do in it, of one thread. */
static pme_status run_often(team_estimate *e, pme_error *error) {
  int loops = pme_profile_loop_count(e->profile);
  pme__sequential_trace apart = e->trace;
  pme_line_sample joined;
  pme__team_question question =
      pme__question_of(&e->sample, e->asked, e->machine, e->asked->threads, pme__order_of(e->asked->interleave));
  pme_status status = pme__run_often_lines(&e->written_often, loops, &question, e->arena, &e->often, error);
  e->one_with_often = e->one;
  e->visits = PME_ARENA_NEW(e->arena, double, loops + 1);
  if (status != PME_OK || !e->visits || e->written_often.touch_count == 0)
    return status == PME_OK && !e->visits ? PME_NO_MEMORY : status;
  status = pme__join_often_lines(&e->sample, &e->written_often, e->arena, &joined, e->visits);
  if (status == PME_OK)
    status = trace_of(e, &joined);
  if (status == PME_OK)
    status = run_team(e, &e->small, 1, PME_MERGE_PROPORTIONAL, &e->one_with_often, error);
  e->trace = apart;
  return status;
}

static pme_status run_all(team_estimate *e, pme_error *error) {
  pme_machine own = e->small;
  for (int l = 0; l < own.level_count; l++)
    own.levels[l].shared_by = 1;
  pme_status status = run_team(e, &e->small, 1, PME_MERGE_PROPORTIONAL, &e->one, error);
  if (status == PME_OK)
    status = run_orders(e, error);
  if (status == PME_OK)
    status = run_team(e, &own, e->asked->threads, PME_MERGE_PROPORTIONAL, &e->alone, error);
  if (status == PME_OK)
    status = run_meeting(e, error);
  return status == PME_OK ? run_often(e, error) : status;
}

static pme_status open_sample(team_estimate *e) {
  int loops = pme_profile_loop_count(e->profile);
  if (pme__part_often_lines(&e->sample, e->arena, &e->written_often) != PME_OK)
    return PME_NO_MEMORY;
  e->small = pme__sampled_machine(&e->sample, e->machine);
  e->covered = PME_ARENA_NEW(e->arena, double, loops + 1);
  if (!e->covered)
    return PME_NO_MEMORY;
  for (int p = 0; p < e->sample.piece_count; p++) {
    const pme_sampled_piece *piece = &e->sample.pieces[p];
    if (piece->loop != PME_NONE)
      e->covered[piece->loop] += piece->references;
    e->has_queue |= !e->asked->has_schedule && piece->schedule != PME_SCHEDULE_STATIC;
  }
  return trace_of(e, &e->sample);
}

/* ---- from the sample to a loop ---- */

static double sum_of(const double counts[2][2]) { return counts[0][0] + counts[0][1] + counts[1][0] + counts[1][1]; }

/* Misses in the sample: without and with what writes of others took. */
typedef struct sampled_misses {
  double all, cold, coherence;
} sampled_misses;

static sampled_misses misses_in(const pme__team_loop *loop, int level) {
  return (sampled_misses){sum_of(loop->misses[level]) + loop->lost[level], loop->cold[level], loop->lost[level]};
}

/* What the profile says of a loop at a level. */
typedef struct known_level {
  int level;
  pme_misses misses;
  bool has_index; /* by the sets of the level, followed or sampled */
  double unseen;  /* part of the interval: what no reference may have shown that was looked at in sets */
} known_level;

/* The loop's misses at a level for the team, from those of the run. */
typedef struct loop_estimate {
  double misses, cold, other_threads, coherence, low, high;
} loop_estimate;

static double at_least(double value, double least) { return value > least ? value : least; }

/* What one thread misses, with two standard errors. */
typedef struct known_misses {
  double misses, half_width;
} known_misses;

static double square(double x) { return x * x; }

/* Sets differ more than chance makes them: of those that are not in the sample something else may be true. */
static double sampling_error(const team_estimate *e, double sampled, double weight) {
  static const double of_sets = 0.35;
  return weight > 1 ? 4 * weight * sqrt(sampled + 1) + of_sets * weight * sampled / sqrt(e->sample.sets) : 0;
}

/* Two standard errors of what the profile says. An event that none of so many references has shown happens once in them, or
 * is known as badly: two thirds of how far the interval goes for it. */
static double error_of_known(const known_level *known, double half_width) {
  double rest = at_least(half_width - known->unseen, 0);
  return sqrt(square(rest) + square(known->unseen * 2 / 3));
}

/* First touches are counted in the run, line by line. What is missed beyond them the profile knows from references that it
 * has looked at in sets, the sample from all references to some sets: both, the surer one more. Where it has all of them the
 * sample is right. */
static known_misses known_of_one(const team_estimate *e, const known_level *known, const sampled_misses *sampled,
                                 double weight) {
  const pme_misses *m = &known->misses;
  double half = fmax(m->high - m->misses, m->misses - m->low), beyond = at_least(sampled->all - sampled->cold, 0);
  double other = sampling_error(e, beyond, weight), error = error_of_known(known, half);
  /* A few lines may miss most, and be in the sample, or not: where both cannot be right, that is what it is. */
  other = fmax(other, sqrt(at_least(square(m->cold + beyond * weight - m->misses) - square(error), 0)));
  double sum = square(error) + square(other), by_sample = m->cold + beyond * weight;
  if (sum <= 0 || !pme__sample_has_sets(&e->sample, &e->machine->levels[known->level]))
    return (known_misses){m->misses, half};
  if (weight <= 1)
    return (known_misses){sampled->all * weight, 0};
  if (e->asked->threads == 1 && known->has_index) /* one number of the run itself: that of its remarks */
    return (known_misses){m->misses, half};
  double trust = square(error) / sum;
  return (known_misses){m->misses + trust * (by_sample - m->misses),
                        sqrt(square(half * (1 - trust)) + square(other * trust))};
}

/* By how much the sample is off where the answer is known, if that can be told. */
static double correction(double known, double sampled, double weight) {
  enum { TELLING = 30 };
  double ratio = sampled >= TELLING && known > 0 ? known / (sampled * weight) : 1;
  return fmin(2, fmax(0.5, ratio));
}

/* The sample's misses beyond those of one thread, the fewest and the most over the interleavings. */
static void add_orders(const team_estimate *e, int loop, int level, double one, double *least, double *most) {
  for (int o = 1; o < e->orders; o++) {
    double other = misses_in(&e->team[o][loop], level).all - one;
    *least = fmin(*least, other);
    *most = fmax(*most, other);
  }
  if (e->meeting)
    *most = fmax(*most, misses_in(&e->meeting[loop], level).all - one);
}

/* What the simulation of the team cannot know: repeated touches that are left out, which is next to nothing; and who
 * takes which chunk where that depends on how long each iteration takes. */
static double not_simulated(const team_estimate *e, const pme_misses *known, double away, double lost) {
  static const double of_accesses = 0.001, of_change = 0.02, of_queue = 0.25, of_lost = 0.25;
  bool is_queue = e->has_queue || (e->asked->has_schedule && e->asked->schedule != PME_SCHEDULE_STATIC);
  return of_accesses * known->accesses + (is_queue ? of_queue : of_change) * fabs(away) + of_lost * lost;
}

/* Two standard errors of what changes; lines that threads take from each other are few, and some are lost far more often than
 * others. */
static double chance_of(const team_estimate *e, int loop, const sampled_misses *one, const sampled_misses *team,
                        double weight) {
  if (weight <= 1)
    return 0;
  double rest = team->all - team->coherence - one->all;
  double variance = fabs(rest) + 0.05 * fmin(team->all, one->all) + 1;
  if (team->coherence > 0)
    variance += e->team[0][loop].lost_squares * (1 - 1 / weight);
  return 2 * weight * sqrt(variance);
}

/* Lines of rows that the loop's threads take from each other at the level, if they lie as near as can be. Threads that share
 * the level's cache do not. */
static double lost_in_rows(const team_estimate *e, int loop, const known_level *one) {
  const pme_cache_level *level = &e->machine->levels[one->level];
  int threads = e->asked->threads, together = level->shared_by < threads ? level->shared_by : threads;
  const pme__loop_of_team team = {loop, threads, one->misses.accesses,
                                  pme_profile_loop_at(e->profile, loop)->iterations};
  double apart = threads > 1 ? (double)(threads - together) / (threads - 1) : 0;
  return apart > 0 ? apart * pme__lost_in_rows(&e->sample, &team) : 0;
}

static loop_estimate estimate(const team_estimate *e, int loop, const known_level *one_thread) {
  const pme_misses *known = &one_thread->misses;
  int level = one_thread->level;
  double more = e->covered[loop] > 0 ? known->accesses / e->covered[loop] : 1;
  double weight = pme_line_sample_weight(&e->sample) * at_least(more, 1);
  sampled_misses one = misses_in(&e->one[loop], level), team = misses_in(&e->team[0][loop], level);
  sampled_misses all_of_one = misses_in(&e->one_with_often[loop], level);
  known_misses base = known_of_one(e, one_thread, &all_of_one, weight);
  double ratio = correction(base.misses, all_of_one.all, weight), step = weight * ratio, away = team.all - one.all;
  double least = away, most = away;
  add_orders(e, loop, level, one.all, &least, &most);
  double half = base.half_width + step * fabs(away) * fabs(1 - 1 / ratio) + chance_of(e, loop, &one, &team, weight) +
                not_simulated(e, known, step * away, step * team.coherence);
  const pme__often_misses *often = &e->often[loop];
  double missed = e->visits[loop] > 0 ? at_least(all_of_one.all - one.all, 0) / e->visits[loop] : 0;
  double times = at_least(more, 1) * (1 - fmin(missed, 1)); /* what is missed anyway nobody takes away */
  double in_rows = lost_in_rows(e, loop, one_thread), taken = in_rows + times * often->more[level];
  half += times * often->half_width[level];
  loop_estimate out = {.misses = fmin(known->accesses, at_least(base.misses + step * away, 0) + taken)};
  out.cold = fmin(out.misses, at_least(known->cold + step * (team.cold - one.cold) + often->cold[level], 0));
  out.coherence = fmin(out.misses - out.cold, step * team.coherence + in_rows + times * often->lost[level]);
  double alone = step * at_least(sum_of(e->team[0][loop].misses[level]) - sum_of(e->alone[loop].misses[level]), 0);
  out.other_threads = fmin(out.misses - out.cold - out.coherence, alone);
  taken -= in_rows; /* they may as well lie apart */
  out.low = fmin(out.misses, at_least(base.misses + step * least + taken - half, 0));
  out.high = fmax(out.misses, fmin(known->accesses, base.misses + step * most + taken + half));
  return out;
}

static double share_of(double part, double whole, double accesses, double all) {
  return whole > 0 ? part / whole : all > 0 ? accesses / all : 0;
}

/* What the loop misses more or less is that of its references as they miss, or, if they do not, as they access. Lines
 * are lost to writes where arrays are written: `exposed` is the reference's share of the accesses to such arrays. */
static void spread(pme_misses *m, const pme_misses *known, const loop_estimate *loop, double exposed) {
  double share = share_of(m->misses, known->misses, m->accesses, known->accesses);
  double kept = at_least(loop->misses - loop->coherence, 0);
  m->coherence = fmin(m->accesses, loop->coherence * exposed);
  m->misses = fmin(m->accesses, kept * share + m->coherence);
  kept = kept > 0 ? (m->misses - m->coherence) / kept : 0;
  m->cold = loop->cold * kept;
  m->other_threads = loop->other_threads * kept;
  m->self = at_least(m->misses - m->cold - m->other_threads - m->coherence, 0);
  m->low =
      fmin(m->misses, at_least(loop->low - loop->coherence, 0) * share + fmin(loop->low, loop->coherence) * exposed);
  m->high = at_least(fmin(m->accesses, at_least(loop->high - loop->coherence, 0) * share + m->coherence), m->misses);
  m->precision = PME_PRECISION_ESTIMATE;
}

static bool is_of_loop(const pme_profile_answer *answer, int reference, int row) {
  const pme_prediction *p = answer->prediction;
  return p->references[reference].modelled &&
         pme_subject_is_below(answer->subject, p->references[reference].node, p->loops[row].node);
}

static const pme_subject_access *access_of(const pme_profile_answer *answer, int reference) {
  return &pme_subject_at(answer->subject, answer->prediction->references[reference].node)->u.access;
}

/* Accesses of the reference, if the loop writes to its array; else 0. */
static double exposed_accesses(const pme_profile_answer *answer, int row, int reference) {
  for (int r = 0; r < answer->prediction->reference_count; r++)
    if (is_of_loop(answer, r, row) && access_of(answer, r)->is_write &&
        access_of(answer, r)->array == access_of(answer, reference)->array)
      return answer->prediction->references[reference].levels[0].accesses;
  return 0;
}

/* Some reference cannot miss as often as its share: the others miss what is left. */
static void spread_rest(pme_profile_answer *answer, int row, int level, double misses) {
  pme_prediction *p = answer->prediction;
  double sum = 0, room = 0;
  for (int r = 0; r < p->reference_count; r++)
    if (is_of_loop(answer, r, row)) {
      sum += p->references[r].levels[level].misses;
      room += p->references[r].levels[level].accesses - p->references[r].levels[level].misses;
    }
  for (int r = 0; r < p->reference_count && misses > sum && room > 0; r++) {
    pme_misses *m = &p->references[r].levels[level];
    double more = is_of_loop(answer, r, row) ? (m->accesses - m->misses) * fmin(1, (misses - sum) / room) : 0;
    m->misses += more;
    m->self += more;
    m->high = fmin(m->accesses, m->high + more);
  }
}

/* Rows of loops and of references stand in the order of the profile's, as far as they are of the function. */
static void adapt_loop(const team_estimate *e, pme_profile_answer *answer, int row, int loop) {
  pme_prediction *p = answer->prediction;
  double exposed = 0;
  for (int r = 0; r < p->reference_count; r++)
    exposed += is_of_loop(answer, r, row) ? exposed_accesses(answer, row, r) : 0;
  for (int l = 0; l < p->level_count; l++) {
    const pme_profile_counts *counts = &answer->loops[row][l];
    known_level known = {l, p->loops[row].levels[l], !isnan(counts->exact_index), counts->unseen};
    loop_estimate found = estimate(e, loop, &known);
    for (int r = 0; r < p->reference_count; r++)
      if (is_of_loop(answer, r, row))
        spread(&p->references[r].levels[l], &known.misses, &found,
               exposed > 0 ? exposed_accesses(answer, row, r) / exposed : 0);
    spread_rest(answer, row, l, found.misses);
  }
}

/* ---- what each thread does ---- */

static bool is_within(const team_estimate *e, int loop, int around) {
  while (loop != PME_NONE && loop != around)
    loop = pme_profile_loop_at(e->profile, loop)->parent;
  return loop == around;
}

static bool has_worksharing(const team_estimate *e, int loop) {
  for (int l = 0; l < pme_profile_loop_count(e->profile); l++)
    if (pme_profile_loop_at(e->profile, l)->parallel && is_within(e, l, loop))
      return true;
  return false;
}

/* A loop over threads: these share out loops in it by their numbers. What one thread alone has never come to in it (`for (t
 * = 1; t < team; t++)`) others may. */
static bool is_over_threads(const team_estimate *e, int loop) {
  bool found = false, is_left = !pme_profile_loop_at(e->profile, loop)->parallel || e->covered[loop] > 0;
  for (int l = 0; l < pme_profile_loop_count(e->profile); l++) {
    const pme_profile_loop *in = pme_profile_loop_at(e->profile, l);
    found |= e->covered[l] > 0 && is_within(e, l, loop);
    is_left |= in->parent == loop && in->executions <= 0;
  }
  return found && !is_left;
}

/* No worksharing loop, and in none but one over threads. */
static bool is_beside(const team_estimate *e, int loop) {
  const pme_profile_loop *l = pme_profile_loop_at(e->profile, loop);
  return !l->parallel && (l->parent == PME_NONE || is_over_threads(e, l->parent)) && !has_worksharing(e, loop);
}

/* Whether all loops that are no worksharing loops, and in none, are code of regions that each thread runs through: then the
 * sample has as many references of such code. A loop that one thread runs through for all, or that a function has that is
 * called from elsewhere, too, is not told apart from these. */
static bool each_thread_runs(const team_estimate *e) {
  double of_loops = 0, of_each = 0;
  for (int p = 0; p < e->sample.piece_count; p++) {
    if (e->sample.pieces[p].kind == PME_SAMPLED_ONE)
      return false;
    of_each += e->sample.pieces[p].kind == PME_SAMPLED_ALL ? e->sample.pieces[p].references : 0;
  }
  for (int l = 0; l < pme_profile_loop_count(e->profile); l++) {
    pme_profile_part part = PME_PROFILE_WHOLE;
    double accesses = 0;
    part.loop = l;
    if (is_beside(e, l) && pme_profile_sum(e->profile, &part, NULL, &accesses) == PME_OK)
      of_loops += accesses;
  }
  return !e->sample.is_cut && of_loops <= 1.01 * of_each;
}

static void repeat(pme_misses *m, double threads, double copies) {
  m->accesses *= threads;
  m->misses *= copies;
  m->cold *= copies;
  m->self *= copies;
  m->high = fmin(m->accesses, m->high * copies);
  m->precision = PME_PRECISION_ESTIMATE;
}

/* Each thread does what the one of the run did: to memory of its own what the loop writes, else all would write the same;
 * what it only reads each cache gets once. */
static void repeat_loop(const team_estimate *e, pme_profile_answer *answer, int row) {
  pme_prediction *p = answer->prediction;
  int threads = e->asked->threads;
  bool *is_own = PME_ARENA_NEW(e->arena, bool, p->reference_count + 1);
  for (int r = 0; is_own && r < p->reference_count; r++)
    is_own[r] = is_of_loop(answer, r, row) && exposed_accesses(answer, row, r) > 0;
  for (int r = 0; is_own && r < p->reference_count; r++)
    for (int l = 0; is_of_loop(answer, r, row) && l < p->level_count; l++) {
      int together = e->machine->levels[l].shared_by < threads ? e->machine->levels[l].shared_by : threads;
      repeat(&p->references[r].levels[l], threads, is_own[r] ? threads : (threads + together - 1) / together);
    }
}

/* The loop, or one around it, is shared out among threads. */
static bool is_shared_out(const team_estimate *e, int loop) {
  for (; loop != PME_NONE; loop = pme_profile_loop_at(e->profile, loop)->parent)
    if (e->covered[loop] > 0)
      return true;
  return false;
}

/* Which thread of another team does what is not in the run: threads that share work out by their numbers. */
static pme_status leave_out(pme_profile_answer *answer, int row, pme_arena *arena) {
  pme_prediction *p = answer->prediction;
  bool is_used = false;
  for (int r = 0; r < p->reference_count; r++)
    if (is_of_loop(answer, r, row)) {
      is_used |= p->references[r].levels[0].accesses > 0;
      p->references[r].modelled = false;
    }
  pme_reason reason = {.code = PME_REASON_UNSUPPORTED_CONSTRUCT,
                       .node = p->loops[row].node,
                       .text = "a run of one thread does not tell what each thread of another team does",
                       .hint = "use a worksharing loop, or a run of that team"};
  return is_used ? pme_prediction_add_reason(p, arena, &reason) : PME_OK;
}

static pme_status adapt(const team_estimate *e, pme_profile_answer *answer, pme_arena *arena) {
  pme_status status = PME_OK;
  int row = 0;
  for (int l = 0; l < pme_profile_loop_count(e->profile); l++) {
    const pme_profile_loop *loop = pme_profile_loop_at(e->profile, l);
    if (loop->function != answer->function)
      continue;
    if (loop->parallel && e->covered[l] > 0) {
      adapt_loop(e, answer, row, l);
      answer->imbalance[row] = pme__loop_imbalance(loop, e->asked);
    } else if (loop->parallel && e->asked->threads > 1 && status == PME_OK && !is_shared_out(e, l)) {
      status = is_over_threads(e, l) ? PME_OK : leave_out(answer, row, arena);
    } else if ((e->repeats || (e->asked->threads > 1 && loop->parent != PME_NONE)) && is_beside(e, l)) {
      repeat_loop(e, answer, row);
    }
    row++;
  }
  pme_prediction_sum(answer->prediction);
  return status;
}

static pme_status estimate_all(team_estimate *e, pme_profile_answers *answers, pme_error *error) {
  pme_status status = open_sample(e);
  if (status == PME_OK)
    status = run_all(e, error);
  e->repeats = status == PME_OK && e->asked->threads > 1 && each_thread_runs(e);
  for (int i = 0; i < answers->count && status == PME_OK; i++)
    status = adapt(e, &answers->items[i], answers->arena);
  return status;
}

pme_status pme_profile_predict_team(const pme_profile *profile, const pme_machine *machine,
                                    const pme_team_question *question, pme_profile_answers **out, pme_error *error) {
  team_estimate e = {.profile = profile, .machine = machine, .asked = question};
  if (!pme_profile_line_sample(profile, &e.sample) || question->threads < 1 || question->threads > 1024)
    return pme__no_team_because(profile, question->threads, error);
  pme_profile_answers *answers = NULL;
  pme_status status = pme__profile_predict_as(profile, machine, question, &answers, error);
  if (status != PME_OK)
    return status;
  e.arena = pme_arena_create();
  status = e.arena ? estimate_all(&e, answers, error) : PME_NO_MEMORY;
  pme_arena_destroy(e.arena);
  if (status == PME_OK) {
    *out = answers;
    return PME_OK;
  }
  pme_profile_answers_destroy(answers);
  return status == PME_NO_MEMORY ? pme_error_set(error, status, 0, 0, "out of memory") : status;
}

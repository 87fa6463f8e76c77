/* Misses of levels that work together, and lines over their borders. */
#include "add_hierarchy.h"

#include <math.h>

#include "analysis/model/walk/estimate/walk.h"
#include "analysis/model/windows/set_windows.h"
#include "half_width.h"

const pme_machine *pme__machine_apart(const pme_machine *machine, pme_arena *arena) {
  pme_machine *apart = PME_ARENA_NEW(arena, pme_machine, 1);
  if (!apart)
    return NULL;
  *apart = *machine;
  for (int l = 0; l < machine->level_count; l++) {
    pme_cache_level *level = &apart->levels[l];
    if (!pme__walk_obeys(&level->policy) || pme_level_takes_victims(level))
      level->policy = (pme_policy){.kind = PME_POLICY_LRU};
    if (!pme_level_takes_victims(level))
      continue;
    const pme_cache_level *above = &apart->levels[l - 1];
    int64_t sets = pme_cache_sets(level), lines = above->size_bytes / above->line_bytes;
    level->associativity += (int)((lines * (level->shared_by / above->shared_by) + sets / 2) / sets);
    level->size_bytes = sets * level->associativity * level->line_bytes;
  }
  return apart;
}

/* An answer being changed. */
typedef struct addition {
  const pme__set_windows_answer *windows;
  pme_prediction *prediction;
  double *first; /* [reference]: misses of the innermost level, as they were, that windows see */
  double first_half_width;
  bool are_misses_known;
} addition;

static const pme__set_window_shares *shares_of(const addition *a, int reference, int level) {
  int node = a->prediction->references[reference].node;
  return &a->windows->shares[node * a->prediction->level_count + level];
}

static double sum_of_first(const addition *a) {
  double sum = 0;
  for (int r = 0; r < a->prediction->reference_count; r++)
    sum += a->prediction->references[r].modelled ? a->first[r] : 0;
  return sum;
}

/* Kinds keep their shares of what is not cold. */
static void set_misses(pme_misses *m, double misses) {
  double cold = fmin(m->cold, misses), rest = m->misses - m->cold, factor = rest > 0 ? (misses - cold) / rest : 0;
  double below = m->misses - m->low, above = m->high - m->misses;
  m->cold = cold;
  m->other_threads *= factor;
  m->coherence *= factor;
  m->false_sharing *= factor;
  m->misses = misses;
  m->self = fmax(misses - cold - m->other_threads - m->coherence, 0);
  m->low = fmax(misses - below, 0);
  m->high = misses + above;
}

static void widen(pme_misses *m, double half_width) {
  double below = m->misses - m->low, above = m->high - m->misses;
  m->low = fmax(m->misses - sqrt(below * below + half_width * half_width), 0);
  m->high = m->misses + sqrt(above * above + half_width * half_width);
  if (half_width > 0)
    m->precision = PME_PRECISION_ESTIMATE;
}

/* Misses that windows do not see: those that are due to writes of threads of another instance of the outermost level. They
 * take the line out of that level, too. */
static double unseen_of(const addition *a, int reference, int level) {
  const pme_misses *levels = a->prediction->references[reference].levels;
  return fmin(levels[level].coherence, levels[a->prediction->level_count - 1].coherence);
}

/* Two estimates of a level's misses. */
typedef enum estimate {
  ON_TOP, /* what the walk found of this level, and what windows find more */
  OF_EACH /* what the walk found of the innermost level, and what each miss of that brings here */
} estimate;

static double part_of(estimate how, const pme__set_window_shares *shares) {
  return how == OF_EACH ? shares->of_each : shares->more;
}

static double sum_of(const addition *a, int level) {
  double sum = 0;
  for (int r = 0; r < a->prediction->reference_count; r++)
    sum += a->prediction->references[r].modelled ? a->prediction->references[r].levels[level].misses : 0;
  return sum;
}

/* Of all references together: where windows are of the whole program, what all of them say. Lines that are touched are
 * missed once at each level. */
static double wanted(const addition *a, estimate how, int level) {
  double sum = how == OF_EACH ? 0 : sum_of(a, level), parts = 0, least = 0;
  for (int r = 0; r < a->prediction->reference_count; r++) {
    if (!a->prediction->references[r].modelled)
      continue;
    parts += part_of(how, shares_of(a, r, level)) * a->first[r];
    sum += how == OF_EACH ? unseen_of(a, r, level) : 0;
    least += a->prediction->references[r].levels[level].least;
  }
  parts = a->windows->is_whole ? part_of(how, &a->windows->of_all[level]) * sum_of_first(a) : parts;
  return fmax(sum + parts, least);
}

static double added(const addition *a, estimate how, int reference, int level) {
  const pme_misses *m = &a->prediction->references[reference].levels[level];
  double own = how == OF_EACH ? unseen_of(a, reference, level) : m->misses;
  return fmax(own + part_of(how, shares_of(a, reference, level)) * a->first[reference], 0);
}

/* Misses of the innermost level that are not cold in this one. */
static double again_of(const addition *a, int reference, int level) {
  return fmax(a->first[reference] - a->prediction->references[reference].levels[level].cold, 0);
}

/* Share of the lines that an access brings into the level that are not changed when they leave it. */
static double clean_of(const addition *a, int reference, int level) {
  int node = a->prediction->references[reference].node;
  bool is_write = pme_concrete_node_at(a->prediction->concrete, node)->u.access.is_write;
  return is_write ? 0 : fmax(1 - shares_of(a, reference, level)->changed, 0);
}

/* Misses that are not cold whose line the level drops where the one above hands it over: one that takes victims keeps what
 * was changed. */
static double dropped_of(const addition *a, int reference, int level) {
  const pme_cache_level *l = &a->prediction->machine->levels[level];
  return pme_level_takes_victims(l)
             ? l->dropped_share * clean_of(a, reference, level - 1) * again_of(a, reference, level)
             : 0;
}

static double share_dropped(const addition *a, int level) {
  double again = 0, dropped = 0;
  for (int r = 0; r < a->prediction->reference_count; r++)
    if (a->prediction->references[r].modelled) {
      again += again_of(a, r, level);
      dropped += dropped_of(a, r, level);
    }
  return again > 0 ? dropped / again : 0;
}

/* What is wanted of a level. */
typedef struct aim {
  estimate how;
  double half_width;
  double again; /* misses of the innermost level, not cold in this one, of which it misses those that it drops */
} aim;

/* Accesses have their share of what is wanted. */
static void set_all(const addition *a, const aim *aim, int level) {
  pme_prediction *p = a->prediction;
  double total = wanted(a, aim->how, level), sum = 0, again = 0;
  for (int r = 0; r < p->reference_count; r++) {
    sum += p->references[r].modelled ? added(a, aim->how, r, level) : 0;
    again += p->references[r].modelled ? again_of(a, r, level) : 0;
  }
  double all = total + aim->again * share_dropped(a, level);
  for (int r = 0; r < p->reference_count; r++) {
    pme_misses *m = &p->references[r].levels[level];
    if (!p->references[r].modelled)
      continue;
    double dropped = again > 0 ? dropped_of(a, r, level) * aim->again / again : 0;
    set_misses(m, (sum > 0 ? added(a, aim->how, r, level) * total / sum : 0) + dropped);
    if (aim->how == OF_EACH)
      m->low = m->high = m->misses;
    widen(m, all > 0 ? aim->half_width * sqrt(m->misses / all) : aim->half_width);
  }
}

static double length_of(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }

/* What windows find of the level apart. */
static double apart_of(const addition *a, int level) {
  const pme__set_window_shares *all = &a->windows->of_all[level];
  return (all->of_each - all->more) * sum_of_first(a);
}

/* What the walk finds of it, of all that windows see. */
static double walked_of(const addition *a, int level) {
  double walked = sum_of(a, level);
  for (int r = 0; r < a->prediction->reference_count; r++)
    walked -= unseen_of(a, r, level);
  return walked;
}

/* Both are the same, but for what windows leave out of touches. */
static double windows_error(const addition *a, int level) {
  double apart = apart_of(a, level), each = a->windows->of_all[level].of_each * sum_of_first(a);
  return apart > 0 ? fabs(apart - walked_of(a, level)) * fmin(each / apart, 1) : 0;
}

/* Misses apart that windows have and the walk has not: windows are too short for these hits, or the walk is off. Nobody
 * knows whether they hit together. */
static double beyond_windows(const addition *a, int level) { return fmax(apart_of(a, level) - walked_of(a, level), 0); }

/* What a level draws to drop scatters, in windows and in the run. */
static double scatter_of_drops(const addition *a, int level) {
  double sum = 0;
  for (int l = 0; l <= level; l++) {
    double share = a->prediction->machine->levels[l].dropped_share;
    sum += share * (1 - share) > 0 ? sum_of(a, level) : 0;
  }
  return 2 * sqrt(2 * sum);
}

/* Of the two estimates that with the smaller error. */
static void change_misses(const addition *a, int level) {
  static const double always = 0.003; /* touches of windows that stand for several */
  pme_prediction *p = a->prediction;
  const pme__set_window_shares *all = &a->windows->of_all[level];
  double first = sum_of_first(a), own = pme__half_width_of_sum(p, level), floor = always * wanted(a, OF_EACH, level);
  double on_top = length_of(a->windows->more_error[level] * first, all->more * a->first_half_width, 0);
  double of_each = length_of(a->windows->of_each_error[level] * first, all->of_each * a->first_half_width,
                             fmax(windows_error(a, level), floor));
  bool by_each = of_each < length_of(own, on_top, 0);
  double beyond = by_each ? 0 : beyond_windows(a, level), dropped = share_dropped(a, level);
  double open = beyond * fmax(dropped, 1 - dropped);
  const aim aim = {.how = by_each ? OF_EACH : ON_TOP,
                   .half_width = length_of(by_each ? of_each : on_top, scatter_of_drops(a, level), open),
                   .again = beyond};
  set_all(a, &aim, level);
}

static void set_accesses(pme_prediction *p, int level) {
  for (int r = 0; r < p->reference_count; r++)
    if (p->references[r].modelled && p->machine->levels[level].sees_misses)
      p->references[r].levels[level].accesses = p->references[r].levels[level - 1].misses;
}

/* Two numbers of two samples: together no more is missed than is asked for. Their shares of accesses are samples, too. */
static void bound_misses(pme_prediction *p, int level) {
  double asked = sum_of(&(addition){.prediction = p}, level - 1), missed = sum_of(&(addition){.prediction = p}, level);
  for (int r = 0; r < p->reference_count && missed > asked; r++)
    if (p->references[r].modelled)
      set_misses(&p->references[r].levels[level], p->references[r].levels[level].misses * asked / missed);
}

/* What leaves changed: a share of what came in, less what stays to the end. A line that another instance takes by writing
 * goes there as it is. */
static void set_traffic(const addition *a, int level) {
  static const double always = 0.01; /* of lines, whether an access that a touch stands for writes them */
  pme_prediction *p = a->prediction;
  double changed = 0, squares = 0, fills = 0;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_misses *m = &p->references[r].levels[level];
    if (!p->references[r].modelled)
      continue;
    double share = shares_of(a, r, level)->changed, half = share * (m->high - m->low) / 2;
    changed += share * (m->misses - unseen_of(a, r, level));
    squares += half * half;
    fills += m->misses;
  }
  double goes = changed > 0 ? fmax(1 - a->windows->stays[level] / changed, 0) : 0;
  double common = a->windows->changed_error[level] * fills + always * changed;
  double half_width = sqrt(squares + common * common);
  for (int r = 0; r < p->reference_count; r++) {
    pme_misses *m = &p->references[r].levels[level];
    const pme__set_window_shares *shares = shares_of(a, r, level);
    double own = shares->changed * (m->misses - unseen_of(a, r, level)), part = changed > 0 ? own / changed : 0;
    if (!p->references[r].modelled)
      continue;
    m->fills = m->misses;
    m->write_backs = own * goes;
    m->clean_outs = shares->handed * m->misses;
    m->left = a->windows->left[level] * part;
    m->write_backs_half_width = half_width * part;
  }
}

void pme__add_filters(pme_prediction *inout) {
  for (int l = 1; l < inout->level_count; l++) {
    set_accesses(inout, l);
    if (inout->machine->levels[l].sees_misses)
      bound_misses(inout, l);
  }
  pme_prediction_obeys_hierarchy(inout);
}

void pme__say_hierarchy(pme_prediction *prediction) {
  pme_prediction_obeys_hierarchy(prediction);
  prediction->has_traffic = true;
}

static void add(const addition *a) {
  for (int r = 0; r < a->prediction->reference_count; r++)
    a->first[r] = a->prediction->references[r].levels[0].misses - unseen_of(a, r, 0);
  for (int l = 0; l < a->prediction->level_count; l++) {
    if (!a->are_misses_known)
      change_misses(a, l);
    set_accesses(a->prediction, l);
    if (a->are_misses_known && a->prediction->machine->levels[l].sees_misses)
      bound_misses(a->prediction, l);
    set_traffic(a, l);
  }
  pme_prediction_obeys_policies(a->prediction);
  pme__say_hierarchy(a->prediction);
}

pme_status pme__add_hierarchy(const pme__count *counts, const pme__hierarchy_options *options, pme_prediction *inout) {
  int nodes = pme_program_node_count(pme_concrete_program(inout->concrete));
  if (options->left_out)
    return PME_OK;
  pme_arena *scratch = pme_arena_create();
  double *executions = scratch ? PME_ARENA_NEW(scratch, double, nodes) : NULL;
  double *first = scratch ? PME_ARENA_NEW(scratch, double, inout->reference_count) : NULL;
  pme_status status = executions && first ? PME_OK : PME_NO_MEMORY;
  pme__set_windows_answer windows = {0};
  for (int i = 0; status == PME_OK && i < nodes; i++)
    executions[i] = counts[i].executions;
  const pme__set_windows_question question = {.concrete = inout->concrete,
                                              .machine = inout->machine,
                                              .apart = options->apart,
                                              .executions = executions,
                                              .coherence = options->coherence,
                                              .effort = options->effort};
  if (status == PME_OK)
    status = pme__find_set_windows(&question, scratch, &windows);
  if (status == PME_OK && windows.is_known)
    add(&(addition){.windows = &windows,
                    .prediction = inout,
                    .first = first,
                    .are_misses_known = options->are_misses_known,
                    .first_half_width = pme__half_width_of_sum(inout, 0)});
  inout->effort += windows.effort;
  pme_arena_destroy(scratch);
  return status;
}

/* Each class stands for as many, or goes by what of it is known of all classes: how many accesses come to it (an array of
 * 40 lines is seldom in as many of the sampled classes as it should be), and, of what writes of others take, how many
 * lines threads share. */
#include "class_estimate.h"

#include <math.h>

#include "shared_lines.h"

typedef pme__class_run class_run;

/* At most so many pairs of neighbours of all arrays: more are in all classes alike. */
static const int64_t MOST_PAIRS = 1 << 17;

/* What misses of a class may go by. */
typedef enum measure { BY_CLASSES, BY_ACCESSES, BY_SHARED_LINES, MEASURES } measure;
/* Misses that writes of others cost, and all others. */
typedef enum part { PART_OWN, PART_LOST, PARTS } part;

/* Each sampled class counts so many times; misses of one unit of the measure. */
typedef struct estimate {
  measure by;
  double weight, per_unit;
} estimate;

static void find_shared(class_run *run, const pme__shared_lines *asked, int64_t *room) {
  const pme__replay_sets *sets = &run->tally->sets;
  int arrays = run->program->array_count, slots = sets->sampled + 2;
  for (int a = 0; a < arrays; a++) {
    int64_t lines[PME__REPLAY_MOST_CLASSES] = {0},
            *shared = &run->shared[(ptrdiff_t)(asked->level * arrays + a) * slots];
    if (!pme__add_shared_lines(run->program, asked, a, room, lines)) {
      shared[0] = -1;
      continue;
    }
    for (int c = 0; c < sets->classes; c++)
      shared[sets->slot[c] < 0 ? sets->sampled + 1 : sets->slot[c]] += lines[c];
  }
}

class_run pme__class_run_of(const pme__loop_tree *program, const pme__replay_tally *tally, const pme_machine *machine,
                            const int64_t *group_bases, pme_arena *arena) {
  class_run run = {.program = program, .tally = tally, .levels = machine->level_count};
  const pme__replay_sets *sets = &tally->sets;
  size_t rows = (size_t)machine->level_count * (size_t)program->array_count;
  int64_t room = MOST_PAIRS;
  run.shared = PME_ARENA_NEW(arena, int64_t, rows *((size_t)sets->sampled + 2));
  for (int l = 0; run.shared && l < machine->level_count; l++) {
    const pme__shared_lines asked = {.machine = machine,
                                     .level = l,
                                     .line_bits = sets->line_bits,
                                     .classes = sets->classes,
                                     .group_bases = group_bases};
    find_shared(&run, &asked, &room);
  }
  return run;
}

static const pme__replay_counts *counts_of(const class_run *run, int reference, int level, int slot) {
  ptrdiff_t row = (ptrdiff_t)slot * run->program->reference_count + reference;
  return &run->tally->counts[row * run->levels + level];
}

static double misses_of(const class_run *run, int reference, int level, int slot, part of) {
  const pme__replay_counts *c = counts_of(run, reference, level, slot);
  return (double)(of == PART_LOST ? c->coherence : c->misses - c->coherence);
}

static const int64_t *shared_of(const class_run *run, int reference, int level) {
  ptrdiff_t row = (ptrdiff_t)level * run->program->array_count + run->program->references[reference].array;
  return &run->shared[row * (run->tally->sets.sampled + 2)];
}

static double units_of(const class_run *run, int reference, int level, int slot, measure by) {
  if (by == BY_SHARED_LINES)
    return (double)shared_of(run, reference, level)[slot];
  return by == BY_ACCESSES ? (double)counts_of(run, reference, 0, slot)->asked : 1;
}

/* Of all classes that do not stand for themselves alone. */
static double all_units(const class_run *run, int reference, int level, measure by, double sampled) {
  if (by == BY_SHARED_LINES)
    return sampled + (double)shared_of(run, reference, level)[run->tally->sets.sampled + 1];
  if (by == BY_ACCESSES)
    return (double)(run->tally->executions[reference] - counts_of(run, reference, 0, 0)->asked);
  return run->tally->sets.of;
}

static bool is_known(const class_run *run, int reference, int level, measure by, part of) {
  return by != BY_SHARED_LINES || (of == PART_LOST && shared_of(run, reference, level)[0] >= 0);
}

static estimate estimate_by(const class_run *run, int reference, int level, part of, measure by, double *residues) {
  int sampled = run->tally->sets.sampled;
  double misses = 0, units = 0;
  estimate e = {.by = by};
  *residues = INFINITY;
  for (int s = 1; s <= sampled; s++) {
    misses += misses_of(run, reference, level, s, of);
    units += units_of(run, reference, level, s, by);
  }
  if (units <= 0)
    return e;
  e.weight = fmax(all_units(run, reference, level, by, units) / units, 1);
  e.per_unit = misses / units;
  *residues = 0;
  for (int s = 1; s <= sampled; s++) {
    double more = misses_of(run, reference, level, s, of) - e.per_unit * units_of(run, reference, level, s, by);
    *residues += more * more;
  }
  return e;
}

/* The one by which misses of classes differ least from what is expected; of those that fit alike the last one, which knows
 * most of the other classes. */
static estimate estimate_of(const class_run *run, int reference, int level, part of) {
  double least, residues;
  estimate best = estimate_by(run, reference, level, of, BY_CLASSES, &least);
  for (measure by = BY_ACCESSES; by < MEASURES; by++) {
    if (!is_known(run, reference, level, by, of))
      continue;
    estimate e = estimate_by(run, reference, level, of, by, &residues);
    if (residues <= least) {
      best = e;
      least = residues;
    }
  }
  return best;
}

/* Contrasts between classes (Walsh functions: half of them less the other half) in what they miss beside what is expected
 * of them, each with the variance that the estimate has for having seen only these; they add up over references, which
 * half-widths do not. */
void pme__class_contrasts(const class_run *run, int reference, int level, pme__placement_deviations *out) {
  int sampled = run->tally->sets.sampled;
  for (part of = 0; of < PARTS; of++) {
    estimate by = estimate_of(run, reference, level, of);
    double scale = by.weight > 1 ? by.weight * sqrt(1 - 1 / by.weight) : 0;
    for (int h = 1; h < sampled && h <= PME__CONTRASTS; h++) {
      double contrast = 0;
      for (int s = 0; s < sampled; s++) {
        double more = misses_of(run, reference, level, s + 1, of) -
                      (by.by == BY_CLASSES ? 0 : by.per_unit * units_of(run, reference, level, s + 1, by.by));
        contrast += __builtin_parity((unsigned)(h & s)) ? -more : more;
      }
      out->contrasts[h - 1] += scale * contrast;
      out->contrast_count = h;
    }
  }
}

static int64_t scaled(double weight, int64_t count) { return llround(weight * (double)count); }

static void add_estimate(const class_run *run, int reference, int level, pme__replay_counts *to) {
  double own = estimate_of(run, reference, level, PART_OWN).weight;
  double lost = estimate_of(run, reference, level, PART_LOST).weight;
  pme__replay_counts sum = {0};
  for (int s = 1; s <= run->tally->sets.sampled; s++) {
    const pme__replay_counts *c = counts_of(run, reference, level, s);
    sum.misses += c->misses;
    sum.cold += c->cold;
    sum.other_threads += c->other_threads;
    sum.coherence += c->coherence;
    sum.false_sharing += c->false_sharing;
  }
  to->misses += scaled(own, sum.misses - sum.coherence) + scaled(lost, sum.coherence);
  to->cold += scaled(own, sum.cold);
  to->other_threads += scaled(own, sum.other_threads);
  to->coherence += scaled(lost, sum.coherence);
  to->false_sharing += scaled(lost, sum.false_sharing);
}

void pme__class_estimates(const class_run *run, pme__replay_counts *counts) {
  for (int r = 0; r < run->program->reference_count; r++)
    for (int l = 0; l < run->levels; l++)
      add_estimate(run, r, l, &counts[(ptrdiff_t)r * run->levels + l]);
}

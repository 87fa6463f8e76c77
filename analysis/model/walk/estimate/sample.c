/* Drawing points of the iteration domain, and bases of arrays, from Kronecker sequences. */
#include "sample.h"
#include "analysis/base/integer.h"
#include "analysis/base/random.h"
#include "analysis/model/loop_tree/collapse.h"

#include <math.h>

typedef pme__tree_reference tree_reference;
typedef pme__sample_source sample_source;
typedef pme__sample_sequence sample_sequence;

enum { MOST_TRIES = 4000, COST_TRY = 15 };
/* Blocks of arrays without a base stand this far apart, above all given bases. */
static const int64_t FIRST_BASE = INT64_C(1) << 52, SLOT_BYTES = INT64_C(1) << 46;

static bool is_redundant(const tree_reference *reference) {
  return reference->phase_level >= 0 && reference->worksharing_level < 0 && !reference->one_thread;
}

/* Steps of a sequence: powers of 1 / x, where x^(d+1) = x + 1. */
static void set_steps(double *steps, int dimensions) {
  double x = 2, last = 0;
  for (int i = 0; i < 30 && fabs(x - last) > 1e-12; i++) { /* no fixed point for 0 dimensions */
    last = x;
    x = pow(1 + x, 1.0 / (dimensions + 1));
  }
  double power = 1;
  for (int d = 0; d < dimensions; d++) {
    power /= x;
    steps[d] = power;
  }
}

/* Coordinates that the loop takes. All digits of collapsed loops come from one, the number in the chunk. */
static int draws_for(const pme__tree_node *loop) {
  int own = loop->most_trips > 1;
  if (loop->collapsed_role == PME__COLLAPSED_CHUNKS)
    return own + (loop->collapsed->longest > 1);
  return loop->collapsed_role == PME__COLLAPSED_DIGIT ? 0 : own;
}

void pme__sample_source_init(sample_source *source, const pme__loop_tree *program, int r, int64_t way_bytes) {
  const tree_reference *reference = &program->references[r];
  *source = (sample_source){.program = program, .reference = r, .way_bytes = way_bytes};
  for (int level = 0; level < reference->path_length; level++)
    source->dimensions += draws_for(reference->path[level]);
  source->dimensions += is_redundant(reference);
  source->moves_bases = program->group_count > 0;
  source->dimensions += program->group_count;
  if (source->dimensions > PME__WALK_MAX_DIMENSIONS)
    source->dimensions = PME__WALK_MAX_DIMENSIONS;
  set_steps(source->steps, source->dimensions);
}

void pme__sample_sequence_init(sample_sequence *sequence, uint64_t *random) {
  sequence->number = 0;
  sequence->seed = (uint64_t)(pme__random_unit(random) * 0x1p53) << 11;
}

static double shift_of(const sample_sequence *sequence, int dimension) {
  uint64_t state = sequence->seed + (uint64_t)dimension * UINT64_C(0x9E3779B97F4A7C15);
  return pme__random_unit(&state);
}

typedef struct coordinates {
  const sample_source *source;
  const sample_sequence *sequence;
  uint64_t *random;
  int next;
} coordinates;

static double next_coordinate(coordinates *c) {
  if (c->next >= c->source->dimensions)
    return pme__random_unit(c->random);
  double u = shift_of(c->sequence, c->next) + (double)c->sequence->number * c->source->steps[c->next];
  c->next++;
  return u - (double)(int64_t)u; /* not negative */
}

/* One of 0 .. most - 1. */
static int64_t draw_below(coordinates *c, int64_t most) {
  return most > 1 ? (int64_t)(next_coordinate(c) * (double)most) : 0;
}

static bool point(coordinates *c, const tree_reference *reference, int64_t *iterators) {
  int64_t digits[PME__TREE_MAX_DIGITS];
  for (int level = 0; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    pme__tree_range range = pme__tree_range_of(loop, iterators, PME_NONE);
    bool is_digit = loop->collapsed_role == PME__COLLAPSED_DIGIT;
    int64_t n = is_digit ? digits[loop->collapsed_digit] - range.first : draw_below(c, loop->most_trips);
    if (n < 0 || n >= range.trips)
      return false;
    iterators[loop->depth] = range.first + n;
    if (loop->collapsed_role == PME__COLLAPSED_CHUNKS &&
        !pme__collapsed_iteration(loop->collapsed, draw_below(c, loop->collapsed->longest), iterators, digits))
      return false;
  }
  return true;
}

/* Bases of a group: first + granule * (0 .. choices - 1). */
typedef struct choice {
  int64_t first, granule, choices;
} choice;

/* Called for each sample: where both are powers of two, as they mostly are, without divisions. */
static choice choices_of(int group, pme_alignment where, int64_t way_bytes) {
  int64_t granule = where.granule_bytes, slot = FIRST_BASE + group * SLOT_BYTES, common, choices;
  bool are_powers = (granule & (granule - 1)) == 0 && (way_bytes & (way_bytes - 1)) == 0;
  if (are_powers) {
    common = granule < way_bytes ? granule : way_bytes;
    choices = way_bytes >> __builtin_ctzll((uint64_t)common);
  } else {
    common = pme__gcd(way_bytes, granule);
    choices = way_bytes / common;
  }
  if (granule > way_bytes) /* leaves the same residues, and products that do not overflow */
    granule = common;
  slot += are_powers ? -slot & (granule - 1) : (granule - slot % granule) % granule;
  return (choice){slot + where.phase_bytes, granule, choices};
}

static void draw_bases(coordinates *c, int64_t *group_bases) {
  const pme__loop_tree *program = c->source->program;
  for (int g = 0; g < program->group_count; g++) {
    choice all = choices_of(g, program->group_likely[g], c->source->way_bytes);
    group_bases[g] = all.first + all.granule * (int64_t)(next_coordinate(c) * (double)all.choices);
  }
}

static bool is_guess(const pme__loop_tree *program, int group) {
  return program->group_likely[group].granule_bytes > program->group_granules[group];
}

int pme__likely_placements(const pme__loop_tree *program, int count) {
  bool guesses = false;
  for (int g = 0; g < program->group_count; g++)
    guesses = guesses || is_guess(program, g);
  return guesses ? count - count / 4 : count;
}

/* Of placements that are not likely, the quarter of a line that a group has in each fourth one: all groups are at lines
 * together in the first, as what aligned allocators return, and pairs of groups differ in the others. */
static int64_t quarter_of(int group, int j) {
  static const int8_t TURNS[][3] = {{1, 2, 3}, {3, 1, 2}, {2, 3, 1}, {1, 3, 2}, {2, 1, 3}, {3, 2, 1}};
  return j % 4 == 0 ? 0 : TURNS[group % (int)(sizeof TURNS / sizeof *TURNS)][j % 4 - 1];
}

/* Where a group may be in placement j. What aligned allocators return begins at the start of a page or a line, and what
 * malloc returns, of large blocks as well where it got the memory back before, at any multiple of 16: placements that
 * are not likely have each group once in each quarter of a line, at a page or not. */
static pme_alignment where_of(const pme__loop_tree *program, const pme__placement_plan *plan, int group, int j) {
  pme_alignment likely = program->group_likely[group];
  if (j < plan->likely || !is_guess(program, group))
    return likely;
  int64_t granule = program->group_granules[group], quarter = quarter_of(group, j);
  bool has_quarters = plan->line_bytes % granule == 0 && likely.granule_bytes % plan->line_bytes == 0;
  int64_t parts = (has_quarters ? plan->line_bytes : likely.granule_bytes) / granule;
  bool at_page = j % 2 == 0 || !has_quarters;
  return (pme_alignment){at_page ? likely.granule_bytes : plan->line_bytes, granule * (quarter % parts)};
}

/* Two coordinates for each group: which line, and where in it. */
void pme__draw_placements(const pme__loop_tree *program, const pme__placement_plan *plan, uint64_t *random,
                          int64_t *group_bases) {
  double steps[PME__WALK_MAX_DIMENSIONS];
  int dimensions = 2 * program->group_count;
  set_steps(steps, dimensions < PME__WALK_MAX_DIMENSIONS ? dimensions : PME__WALK_MAX_DIMENSIONS);
  for (int g = 0; g < program->group_count; g++) {
    double u = pme__random_unit(random), v = pme__random_unit(random);
    const double *step = 2 * g + 1 < PME__WALK_MAX_DIMENSIONS ? &steps[(ptrdiff_t)2 * g] : NULL;
    for (int j = 0; j < plan->count; j++) {
      choice all = choices_of(g, where_of(program, plan, g, j), plan->line_bytes * plan->sets);
      int64_t in_line = plan->line_bytes % all.granule == 0 ? plan->line_bytes / all.granule : 1;
      u = step ? u + step[0] : pme__random_unit(random);
      v = step ? v + step[1] : pme__random_unit(random);
      int64_t line = (int64_t)((u - floor(u)) * (double)(all.choices / in_line));
      group_bases[(ptrdiff_t)j * program->group_count + g] =
          all.first + all.granule * (line * in_line + (int64_t)((v - floor(v)) * (double)in_line));
    }
  }
}

static int thread_of(coordinates *c, const tree_reference *reference, const int64_t *iterators) {
  if (reference->worksharing_level >= 0)
    return pme__tree_thread_of(reference->path[reference->worksharing_level], iterators);
  if (!is_redundant(reference))
    return 0;
  return (int)(next_coordinate(c) * reference->path[reference->phase_level]->threads);
}

bool pme__walk_draw_point(const sample_source *source, sample_sequence *sequence, uint64_t *random,
                          pme__walk_instance *instance, int *coordinates_taken, int64_t *work) {
  const tree_reference *reference = &source->program->references[source->reference];
  instance->reference = source->reference;
  for (int try = 0; try < MOST_TRIES; try++) {
    coordinates c = {source, sequence, random, 0};
    sequence->number++;
    *work += (int64_t)COST_TRY * reference->path_length;
    if (!point(&c, reference, instance->iterators))
      continue;
    instance->thread = thread_of(&c, reference, instance->iterators);
    *coordinates_taken = c.next;
    return true;
  }
  return false;
}

void pme__walk_draw_bases(const sample_source *source, const sample_sequence *sequence, uint64_t *random,
                          int coordinates_taken, int64_t *group_bases) {
  coordinates c = {source, sequence, random, coordinates_taken};
  draw_bases(&c, group_bases);
}

bool pme__walk_draw(const sample_source *source, sample_sequence *sequence, uint64_t *random,
                    pme__walk_instance *instance, int64_t *group_bases, int64_t *work) {
  int coordinates_taken;
  if (!pme__walk_draw_point(source, sequence, random, instance, &coordinates_taken, work))
    return false;
  if (source->moves_bases)
    pme__walk_draw_bases(source, sequence, random, coordinates_taken, group_bases);
  return true;
}

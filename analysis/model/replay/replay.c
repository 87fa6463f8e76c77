/* Small programs: placements, one run for each, and what comes out. */
#include "replay.h"

#include <math.h>
#include <string.h>

#include "analysis/model/hierarchy/hierarchy.h"
#include "block_borders.h"
#include "chosen_places.h"
#include "class_estimate.h"
#include "likely_places.h"
#include "replay_run.h"
#include "replay_steps.h"

enum { PLACEMENTS = 6 };
/* 97.5% point of Student's t for the placements. */
static const double STUDENT = 2.57;
/* Of one access, and of one access at one level. */
static const double NS_OF_AN_ACCESS = 8, NS_OF_A_LEVEL = 3;
/* Where some classes of lines are run: of a step over what is not, and of an access that is, on top. */
static const double NS_OF_PASSING = 3, NS_OF_SEEKING = 10;
/* Steps for each iteration of a row whose accesses stay in lines, and of others; one for each row beside. */
static const double STEPS_IN_LINE = 0.1, STEPS_BETWEEN_LINES = 0.4;
enum { LINE_BYTES = 64 };
/* Of a reference of a row of accesses, in memory. */
static const double BYTES_OF_ROW = 40;
/* Of a line that is touched: its record, its slot, and of each level and instance (replay_caches.c). */
static const double BYTES_OF_LINE = 64, BYTES_OF_LINE_AND_LEVEL = 48, BYTES_OF_LINE_AND_INSTANCE = 16;
typedef struct replay {
  const pme__loop_tree *program;
  const pme_machine *machine;
  const pme__replay_options *options;
  pme__replay_tally tally; /* of this placement */
  pme_arena *arena;
  pme__replay_tally kept[PME__REPLAY_MOST_PLACEMENTS]; /* [placement] counts of those that later ones are the same as */
} replay;

double pme__walk_replay_effort(const pme_machine *machine, double accesses, bool has_bases) {
  return accesses * (has_bases ? 1 : PLACEMENTS) * (NS_OF_AN_ACCESS + NS_OF_A_LEVEL * machine->level_count);
}

double pme__walk_replay_sampled_effort(const pme_machine *machine, double accesses, double passes, int classes) {
  int all = pme__replay_classes(machine);
  double share = (double)classes / all;
  if (all < PME__REPLAY_LEAST_CLASSES)
    return 0;
  return passes * NS_OF_PASSING + share * (accesses * NS_OF_SEEKING + pme__walk_replay_effort(machine, accesses, true));
}

/* ---- placements, and what comes out ---- */

typedef struct sums {
  double misses, squares, cold, other_threads, coherence, false_sharing;
  double asked, fills, write_backs, square_write_backs, clean_outs, left, prefetches;
} sums;

static void add_counts(const replay *r, sums *all) {
  for (int i = 0; i < r->program->reference_count * r->machine->level_count; i++) {
    const pme__replay_counts *c = &r->tally.counts[i];
    all[i].misses += (double)c->misses;
    all[i].squares += (double)c->misses * (double)c->misses;
    all[i].cold += (double)c->cold;
    all[i].other_threads += (double)c->other_threads;
    all[i].coherence += (double)c->coherence;
    all[i].false_sharing += (double)c->false_sharing;
    all[i].asked += (double)c->asked;
    all[i].fills += (double)c->fills;
    all[i].write_backs += (double)c->write_backs;
    all[i].square_write_backs += (double)c->write_backs * (double)c->write_backs;
    all[i].clean_outs += (double)c->clean_outs;
    all[i].prefetches += (double)c->prefetches;
    all[i].left += (double)c->left;
  }
}

static double half_width(double sum, double squares, double n) {
  return n > 1 ? STUDENT * sqrt(fmax(squares / n - sum * sum / (n * n), 0) / (n - 1)) : 0;
}

static void fill(const sums *s, int placements, double executions, pme_misses *out) {
  double n = placements, mean = s->misses / n;
  double width = half_width(s->misses, s->squares, n);
  *out = (pme_misses){.accesses = executions,
                      .misses = mean,
                      .cold = s->cold / n,
                      .other_threads = s->other_threads / n,
                      .coherence = s->coherence / n,
                      .false_sharing = s->false_sharing / n,
                      .low = fmax(mean - width, 0),
                      .high = mean + width,
                      .placement = width,
                      .precision = PME_PRECISION_ESTIMATE,
                      .engine = PME_ENGINE_WALK};
  out->self = fmax(out->misses - out->cold - out->other_threads - out->coherence, 0);
  out->fills = s->fills / n;
  out->write_backs = s->write_backs / n;
  out->clean_outs = s->clean_outs / n;
  out->prefetches = s->prefetches / n;
  out->left = s->left / n;
  out->write_backs_half_width = half_width(s->write_backs, s->square_write_backs, n);
}

/* Levels that see misses are asked less often than the program accesses. */
static double asked_of(const replay *r, const sums *s, int reference, int level, int placements) {
  return r->options->hierarchy && r->machine->levels[level].sees_misses ? s->asked / placements
                                                                        : (double)r->tally.executions[reference];
}

static void fill_all(const replay *r, const sums *all, int placements, pme_prediction *inout) {
  int levels = r->machine->level_count;
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    if (r->program->membership[row->node] == PME__TREE_UNREACHED)
      for (int l = 0; l < levels; l++)
        row->levels[l] = (pme_misses){.precision = PME_PRECISION_EXACT, .engine = PME_ENGINE_WALK};
  }
  for (int i = 0; i < r->program->reference_count; i++)
    for (int j = 0; j < inout->reference_count; j++)
      if (inout->references[j].node == r->program->references[i].node)
        for (int l = 0; l < levels; l++)
          fill(&all[i * levels + l], placements, asked_of(r, &all[i * levels + l], i, l, placements),
               &inout->references[j].levels[l]);
  for (int j = 0; r->program->group_count == 0 && !r->tally.has_repeats && r->options->first_classes == 0 &&
                  j < inout->reference_count;
       j++)
    for (int l = 0; l < levels; l++)
      inout->references[j].levels[l].precision = PME_PRECISION_EXACT;
}

static bool is_whole(const pme__loop_tree *program, const pme_prediction *prediction) {
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled && program->membership[prediction->references[i].node] == PME__TREE_OUTSIDE)
      return false;
  return true;
}

/* What the classes that were run say of all. */
static pme_status settle_classes(replay *r, const int64_t *bases, bool is_first, const pme_prediction *out) {
  if (r->tally.sampled == 0)
    return PME_OK;
  pme__class_run run = pme__class_run_of(r->program, &r->tally, r->machine, bases, r->arena);
  if (!run.shared)
    return PME_NO_MEMORY;
  for (int i = 0; is_first && i < r->program->reference_count; i++)
    for (int row = 0; row < out->reference_count; row++)
      for (int l = 0; l < out->level_count && out->references[row].node == r->program->references[i].node; l++)
        pme__class_contrasts(&run, i, l, &r->options->deviations[row * out->level_count + l]);
  pme__class_estimates(&run, r->tally.counts);
  return PME_OK;
}

/* What a placement beside the likeliest one says more. With fewer than there are to be, they come again. */
static void add_deviations(const replay *r, const sums *likeliest, int other, int others, pme_prediction *out) {
  int levels = r->machine->level_count;
  for (int i = 0; i < r->program->reference_count; i++)
    for (int row = 0; row < out->reference_count; row++)
      for (int l = 0; l < levels && out->references[row].node == r->program->references[i].node; l++) {
        double more = (double)r->tally.counts[i * levels + l].misses - likeliest[i * levels + l].misses;
        for (int j = other; j < PME__PLACEMENTS; j += others)
          for (int half = 0; half < 2; half++)
            r->options->deviations[row * levels + l].deviations[half][j] += more;
      }
}

/* No two runs are quite alike, and few places tell less of others: there is a place beside the others that lies a little
 * below, and one a little above. They stand where others come again: what one place takes from a reference and gives to
 * another must stay together. */
static const double SLACK = 0.004, SLACK_OF_FEW = 0.004, SLACK_LINES = 0.4;
/* Ends of rows may all be in classes that are not run. */
static const double UNSEEN_OF_CLASSES = 0.0125;

static void add_slack(const replay *r, int others, pme_prediction *out) {
  double share = SLACK + SLACK_OF_FEW / fmax(others, 1);
  for (int row = 0; row < out->reference_count; row++)
    for (int l = 0; l < out->level_count; l++)
      for (int half = 0; half < 2; half++) {
        double *deviations = r->options->deviations[row * out->level_count + l].deviations[half];
        double misses = out->references[row].levels[l].misses, slack = share * misses + (misses > 0 ? SLACK_LINES : 0);
        deviations[PME__PLACEMENTS - 2] = -slack;
        deviations[PME__PLACEMENTS - 1] = slack;
      }
}

static void add_unseen(const replay *r, pme_prediction *out) {
  double classes = r->options->first_classes, lines = SLACK_LINES * pme__replay_classes(r->machine) / classes;
  for (int row = 0; row < out->reference_count; row++)
    for (int l = 0; l < out->level_count; l++)
      r->options->deviations[row * out->level_count + l].unseen =
          UNSEEN_OF_CLASSES / sqrt(classes) * out->references[row].levels[l].misses + lines;
}

/* The first placement of those before `p` where everything is as there; PME_NONE: there is none. */
static int same_before(const replay *r, const int64_t *bases, int p) {
  ptrdiff_t groups = r->program->group_count;
  int64_t line_bytes = r->machine->levels[0].line_bytes;
  bool is_asked = r->options->first_classes == 0 && r->options->other_classes == 0 && !r->options->hierarchy;
  for (int before = 0; is_asked && before < p; before++)
    if (pme__are_same_places(r->program, line_bytes, bases + p * groups, bases + before * groups))
      return before;
  return PME_NONE;
}

static pme_status keep(replay *r, const int64_t *bases, int count, int p) {
  size_t rows = (size_t)r->program->reference_count * (size_t)r->machine->level_count;
  bool is_wanted = false;
  for (int later = p + 1; later < count; later++)
    is_wanted = is_wanted || same_before(r, bases, later) == p;
  if (!is_wanted)
    return PME_OK;
  r->kept[p] = r->tally;
  r->kept[p].counts = PME_ARENA_NEW(r->arena, pme__replay_counts, rows);
  if (!r->kept[p].counts)
    return PME_NO_MEMORY;
  memcpy(r->kept[p].counts, r->tally.counts, rows * sizeof *r->tally.counts);
  return PME_OK;
}

/* Of placement p, run or as of one that was. */
static pme_status run_placement(replay *r, pme__replay_run *run, const int64_t *bases, int count, int p, bool *whole) {
  int same = same_before(r, bases, p);
  if (same != PME_NONE) {
    size_t rows = (size_t)r->program->reference_count * (size_t)r->machine->level_count;
    memcpy(r->tally.counts, r->kept[same].counts, rows * sizeof *r->tally.counts);
    r->tally.has_repeats = r->kept[same].has_repeats;
    return PME_OK;
  }
  r->tally.sampled = p == 0 ? r->options->first_classes : r->options->other_classes;
  pme_status status = pme__replay_run_once(run, bases + (ptrdiff_t)p * r->program->group_count, &r->tally, whole);
  return status == PME_OK && *whole ? keep(r, bases, count, p) : status;
}

static pme_status run_placements(replay *r, pme__replay_run *run, const int64_t *bases, int count, sums *all,
                                 pme_prediction *inout, bool *done) {
  pme_status status = PME_OK;
  bool asked = r->options->placements > 0, whole = true;
  for (int p = 0; p < count && status == PME_OK && whole; p++) {
    status = run_placement(r, run, bases, count, p, &whole);
    if (status == PME_OK && whole)
      status = settle_classes(r, bases + (ptrdiff_t)p * r->program->group_count, p == 0, inout);
    if (status == PME_OK && whole && (p == 0 || !asked))
      add_counts(r, all);
    else if (status == PME_OK && whole && r->options->deviations)
      add_deviations(r, all, p - 1, count - 1, inout);
  }
  *done = status == PME_OK && whole;
  if (*done)
    fill_all(r, all, asked ? 1 : count, inout);
  if (*done && r->options->deviations && (count > 1 || r->tally.has_repeats))
    add_slack(r, count - 1, inout);
  if (*done && r->options->first_classes > 0)
    add_unseen(r, inout);
  return status;
}

static pme_status run_all(replay *r, pme_arena *arena, pme_prediction *inout, bool *done) {
  const pme__loop_tree *program = r->program;
  int wanted = r->options->placements > 0 ? r->options->placements : PLACEMENTS;
  int placements = program->group_count > 0 ? wanted : 1;
  size_t rows = (size_t)program->reference_count * (size_t)r->machine->level_count;
  int first = r->options->first_classes,
      most_classes = first > r->options->other_classes ? first : r->options->other_classes;
  int64_t *bases = pme__choose_places(program, r->machine, r->options->placements, placements, arena);
  sums *all = PME_ARENA_NEW(arena, sums, rows);
  r->tally.counts = PME_ARENA_NEW(arena, pme__replay_counts, rows * ((size_t)most_classes + 1));
  r->tally.executions = PME_ARENA_NEW(arena, int64_t, program->reference_count);
  const pme__replay_setup setup = {.machine = r->machine,
                                   .most = r->options->most_accesses,
                                   .coherence = r->options->coherence,
                                   .hierarchy = r->options->hierarchy,
                                   .steps = r->options->placements > 0};
  pme__replay_run *run = pme__replay_run_create(program, &setup);
  bool has_memory = bases && all && r->tally.counts && r->tally.executions && run;
  pme_status status = has_memory ? run_placements(r, run, bases, placements, all, inout, done) : PME_NO_MEMORY;
  pme__replay_run_destroy(run);
  return status;
}

static bool is_certain(const pme__loop_tree *program) { return program->group_count == 0 && !program->assumes_barrier; }

pme_status pme__walk_replay(const pme_concrete *concrete, const pme_machine *machine,
                            const pme__replay_options *options, pme_prediction *inout, bool *done) {
  *done = false;
  if (options->hierarchy ? !pme__hierarchy_fits(machine) : !pme__replay_fits(machine))
    return PME_OK;
  pme_arena *arena = pme_arena_create();
  pme__loop_tree *program = NULL;
  pme_status status = arena ? pme__loop_tree_create(concrete, arena, &program) : PME_NO_MEMORY;
  if (status == PME_OK && is_whole(program, inout) && program->most_threads <= PME_MAX_CORES &&
      (!options->certain || is_certain(program)) && (options->placements == 0 || !program->assumes_barrier)) {
    replay r = {.program = program, .machine = machine, .options = options, .arena = arena};
    status = run_all(&r, arena, inout, done);
  }
  pme_arena_destroy(arena);
  return status;
}

static const pme__tree_node *row_of(const pme__tree_reference *reference) {
  const pme__tree_node *innermost = reference->path_length > 0 ? reference->path[reference->path_length - 1] : NULL;
  return innermost && innermost->is_row ? innermost : NULL;
}

static double passes_of(const pme__tree_reference *reference, double executions) {
  const pme__tree_node *row = row_of(reference);
  int64_t step = row ? pme__tree_coefficient(&reference->offset, row->depth) : LINE_BYTES;
  bool in_line = step > -LINE_BYTES && step < LINE_BYTES;
  double of_row = row ? 1 / fmax((double)row->most_trips, 1) : 1;
  return executions * (of_row + (in_line ? STEPS_IN_LINE : STEPS_BETWEEN_LINES));
}

/* Of one execution of its phase. */
static double row_bytes_of(const pme__tree_reference *reference, double executions) {
  const pme__tree_node *row = row_of(reference);
  double phases = 1;
  for (int level = 0; level < reference->phase_level; level++)
    phases *= fmax((double)reference->path[level]->most_trips, 1);
  double rows = executions / phases / (row ? fmax((double)row->most_trips, 1) : 1);
  return reference->phase_level >= 0 ? rows * BYTES_OF_ROW : 0;
}

/* Lines that a reference comes to, at most: another one with each step, and all between the first and the last. */
static double lines_of_reference(const pme__loop_tree *program, const pme__tree_reference *reference,
                                 double executions) {
  double reach = (double)reference->size_bytes, copies = reference->pitch_bytes != 0 ? program->most_threads : 1;
  for (int level = 0; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    double step = fabs((double)pme__tree_coefficient(&reference->offset, loop->depth));
    reach += step * fmax((double)loop->most_trips - 1, 0);
  }
  return fmin(passes_of(reference, executions), copies * (reach / LINE_BYTES + 1));
}

/* Of an array: those of its references, but no more than it has. */
static double lines_of(const pme_concrete *concrete, const pme__loop_tree *program, int array,
                       const pme__count *counts) {
  const pme_concrete_array *of = pme_concrete_array_at(concrete, array);
  double lines = 0, all = of->size_bytes > 0 && !of->is_private ? (double)of->size_bytes / LINE_BYTES + 1 : INFINITY;
  for (int i = 0; i < program->reference_count; i++)
    if (program->references[i].array == array)
      lines += lines_of_reference(program, &program->references[i], counts[program->references[i].node].executions);
  return fmin(lines, all);
}

double pme__walk_replay_line_bytes(const pme_machine *machine) {
  double bytes = BYTES_OF_LINE;
  for (int l = 0; l < machine->level_count; l++)
    bytes += BYTES_OF_LINE_AND_LEVEL +
             BYTES_OF_LINE_AND_INSTANCE * ceil((double)machine->cores / machine->levels[l].shared_by);
  return bytes;
}

/* With all arrays in one place: in how many lines blocks meet hangs on it by one at most. */
static int borders_of(const pme__loop_tree *program, pme_arena *arena) {
  int64_t lines[PME__MOST_BORDERS], *nowhere = PME_ARENA_NEW(arena, int64_t, program->group_count + 1);
  int count = nowhere ? pme__block_borders(program, __builtin_ctz(LINE_BYTES), nowhere, lines, PME__MOST_BORDERS) : 0;
  return count > 0 ? count : 0;
}

pme_status pme__walk_replay_size(const pme_concrete *concrete, const pme__count *counts, pme__replay_size *size) {
  pme_arena *arena = pme_arena_create();
  pme__loop_tree *program = NULL;
  pme_status status = arena ? pme__loop_tree_create(concrete, arena, &program) : PME_NO_MEMORY;
  double run = 0, all = 0, bytes = 0;
  const pme__tree_node *phase = NULL;
  *size = (pme__replay_size){.share_run = 1};
  for (int i = 0; status == PME_OK && i < program->reference_count; i++) {
    const pme__tree_reference *reference = &program->references[i];
    const pme__tree_node *of = reference->phase_level >= 0 ? reference->path[reference->phase_level] : NULL;
    double executions = counts[reference->node].executions;
    double runs = executions * pme__replay_share_run(program, reference);
    run += runs;
    size->passes += passes_of(reference, runs);
    all += executions;
    bytes = (of == phase ? bytes : 0) + row_bytes_of(reference, executions);
    phase = of;
    size->bytes = fmax(size->bytes, bytes);
  }
  for (int a = 0; status == PME_OK && a < pme_program_array_count(pme_concrete_program(concrete)); a++)
    size->lines += lines_of(concrete, program, a, counts);
  size->borders = status == PME_OK ? borders_of(program, arena) : 0;
  if (all > 0)
    size->share_run = run / all;
  pme_arena_destroy(arena);
  return status;
}

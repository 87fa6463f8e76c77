/* Running the loop tree: accesses of each phase thread by thread into a list, then in turns through the caches. */
#include "replay.h"

#include <math.h>
#include <string.h>

#include "analysis/model/hierarchy/hierarchy.h"
#include "analysis/model/loop_tree/loop_tree.h"
#include "analysis/model/walk/estimate/sample.h"
#include "replay_caches.h"

enum { PLACEMENTS = 6 };
/* Iterations for each access that may be run without one. */
static const int64_t MOST_IDLE = 30;
/* 97.5% point of Student's t for the placements. */
static const double STUDENT = 2.57;
/* Of one access, and of one access at one level. */
static const double NS_OF_AN_ACCESS = 25, NS_OF_A_LEVEL = 12;

typedef struct issued {
  int reference;
  int64_t address;
} issued;

typedef struct replay {
  const pme__loop_tree *program;
  const pme_machine *machine;
  pme__replay_caches *caches;
  pme__hierarchy *hierarchy; /* in their place; NULL: levels apart */
  int64_t *group_bases;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  issued *list; /* of the phase that is run */
  int64_t listed, issued, most, idle;
  int64_t *executions;        /* [reference] */
  pme__replay_counts *counts; /* [reference * levels + level], of this placement */
  bool coherence, has_hierarchy;
  bool in_phase, failed; /* failed: too many, or out of memory */
} replay;

double pme__walk_replay_effort(const pme_machine *machine, double accesses, bool has_bases) {
  return accesses * (has_bases ? 1 : PLACEMENTS) * (NS_OF_AN_ACCESS + NS_OF_A_LEVEL * machine->level_count);
}

/* ---- accesses ---- */

static void pass_to_hierarchy(replay *r, const issued *what, int thread) {
  const pme__tree_reference *reference = &r->program->references[what->reference];
  pme__hierarchy_access access = {what->address, reference->size_bytes, what->reference, thread, reference->is_write};
  if (!pme__hierarchy_touch(r->hierarchy, &access))
    r->failed = true;
}

static void set_team(replay *r, int threads) {
  if (r->hierarchy)
    pme__hierarchy_team(r->hierarchy, threads);
  else
    pme__replay_team(r->caches, threads);
}

static void pass_on(replay *r, const issued *what, int thread) {
  const pme__tree_reference *reference = &r->program->references[what->reference];
  pme__replay_access access = {what->address, reference->size_bytes, reference->is_write, thread};
  r->executions[what->reference]++;
  if (r->hierarchy)
    pass_to_hierarchy(r, what, thread);
  else if (!pme__replay_touch(r->caches, &access, &r->counts[(ptrdiff_t)what->reference * r->machine->level_count]))
    r->failed = true;
}

static int64_t address_of(const replay *r, const pme__tree_reference *reference, int thread) {
  const pme__tree_array *array = &r->program->arrays[reference->array];
  int64_t group = array->known || array->group < 0 ? 0 : r->group_bases[array->group];
  return group + array->base_bytes + pme__tree_value(&reference->offset, r->iterators) +
         thread * reference->pitch_bytes;
}

static void run_group(replay *r, const pme__tree_node *group, int thread) {
  for (int i = 0; i < group->reference_count && !r->failed; i++) {
    int number = group->reference_first + i;
    issued what = {number, address_of(r, &r->program->references[number], thread)};
    r->failed = ++r->issued > r->most;
    if (r->failed)
      return;
    if (r->in_phase)
      r->list[r->listed++] = what;
    else
      pass_on(r, &what, thread);
  }
}

static void run_children(replay *r, const pme__tree_node *loop, int thread);

/* Each thread by itself, then all in turns: lock step. */
static void run_phase(replay *r, const pme__tree_node *phase) {
  int64_t starts[PME_MAX_CORES + 1];
  int team = phase->threads;
  r->in_phase = true;
  r->listed = 0;
  for (int u = 0; u < team && !r->failed; u++) {
    starts[u] = r->listed;
    run_children(r, phase, u);
  }
  starts[team] = r->listed;
  r->in_phase = false;
  set_team(r, team);
  for (int64_t turn = 0, left = r->listed; left > 0 && !r->failed; turn++)
    for (int u = 0; u < team && !r->failed; u++)
      if (turn < starts[u + 1] - starts[u]) {
        pass_on(r, &r->list[starts[u] + turn], u);
        left--;
      }
  set_team(r, r->program->most_threads);
}

static void run_loop(replay *r, const pme__tree_node *loop, int thread) {
  if (loop->one_thread && thread > 0)
    return;
  pme__tree_range range = pme__tree_range_of(loop, r->iterators, thread);
  bool begins_phase = loop->is_phase && !r->in_phase;
  for (int64_t n = 0; n < range.trips && !r->failed; n++) {
    r->iterators[loop->depth] = range.first + n * range.step;
    r->failed = ++r->idle > MOST_IDLE * r->most;
    if (begins_phase)
      run_phase(r, loop);
    else
      run_children(r, loop, thread);
  }
}

static void run_children(replay *r, const pme__tree_node *loop, int thread) {
  for (const pme__tree_node *child = loop->first_child; child && !r->failed; child = child->next)
    if (child->is_body)
      run_group(r, child, thread);
    else
      run_loop(r, child, thread);
}

/* ---- one placement ---- */

static void take_counts(replay *r) {
  pme__hierarchy_end(r->hierarchy);
  const pme__hierarchy_counts *from = pme__hierarchy_counts_of(r->hierarchy);
  for (int i = 0; i < r->program->reference_count * r->machine->level_count; i++)
    r->counts[i] = (pme__replay_counts){.misses = from[i].misses,
                                        .cold = from[i].cold,
                                        .other_threads = from[i].other_threads,
                                        .coherence = from[i].coherence,
                                        .asked = from[i].asked,
                                        .fills = from[i].fills,
                                        .write_backs = from[i].write_backs,
                                        .clean_outs = from[i].clean_outs,
                                        .left = from[i].left};
}

static bool create_caches(replay *r, pme_arena *arena) {
  const pme__hierarchy_shape shape = {r->machine, r->program->reference_count, r->coherence, false};
  r->hierarchy = r->has_hierarchy ? pme__hierarchy_create(&shape, arena) : NULL;
  r->caches = r->has_hierarchy ? NULL : pme__replay_caches_create(r->machine, r->coherence, arena);
  return r->hierarchy || r->caches;
}

static pme_status run_once(replay *r) {
  pme_arena *arena = pme_arena_create();
  size_t rows = (size_t)r->program->reference_count * (size_t)r->machine->level_count;
  bool has_memory = arena && create_caches(r, arena);
  memset(r->counts, 0, rows * sizeof *r->counts);
  memset(r->executions, 0, (size_t)r->program->reference_count * sizeof *r->executions);
  if (has_memory) {
    set_team(r, r->program->most_threads);
    run_loop(r, r->program->root, 0);
  }
  if (has_memory && r->hierarchy && !r->failed)
    take_counts(r);
  pme_arena_destroy(arena);
  return !has_memory || (r->failed && r->issued <= r->most && r->idle <= MOST_IDLE * r->most) ? PME_NO_MEMORY : PME_OK;
}

/* ---- placements, and what comes out ---- */

typedef struct sums {
  double misses, squares, cold, other_threads, coherence, false_sharing;
  double asked, fills, write_backs, square_write_backs, clean_outs, left;
} sums;

static void add_counts(const replay *r, sums *all) {
  for (int i = 0; i < r->program->reference_count * r->machine->level_count; i++) {
    const pme__replay_counts *c = &r->counts[i];
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
                      .precision = placements > 1 ? PME_PRECISION_ESTIMATE : PME_PRECISION_EXACT,
                      .engine = PME_ENGINE_WALK};
  out->self = fmax(out->misses - out->cold - out->other_threads - out->coherence, 0);
  out->fills = s->fills / n;
  out->write_backs = s->write_backs / n;
  out->clean_outs = s->clean_outs / n;
  out->left = s->left / n;
  out->write_backs_half_width = half_width(s->write_backs, s->square_write_backs, n);
}

/* Levels that see misses are asked less often than the program accesses. */
static double asked_of(const replay *r, const sums *s, int reference, int level, int placements) {
  return r->has_hierarchy && r->machine->levels[level].sees_misses ? s->asked / placements
                                                                   : (double)r->executions[reference];
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
}

static bool is_whole(const pme__loop_tree *program, const pme_prediction *prediction) {
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled && program->membership[prediction->references[i].node] == PME__TREE_OUTSIDE)
      return false;
  return true;
}

static pme_status run_all(replay *r, pme_arena *arena, pme_prediction *inout, bool *done) {
  const pme__loop_tree *program = r->program;
  const pme_cache_level *outermost = &r->machine->levels[r->machine->level_count - 1];
  int placements = program->group_count > 0 ? PLACEMENTS : 1;
  uint64_t random = 1;
  size_t rows = (size_t)program->reference_count * (size_t)r->machine->level_count;
  int64_t *bases = PME_ARENA_NEW(arena, int64_t, (size_t)placements *(size_t)program->group_count);
  sums *all = PME_ARENA_NEW(arena, sums, rows);
  r->list = PME_ARENA_NEW(arena, issued, r->most);
  r->counts = PME_ARENA_NEW(arena, pme__replay_counts, rows);
  r->executions = PME_ARENA_NEW(arena, int64_t, program->reference_count);
  if (!bases || !all || !r->list || !r->counts || !r->executions)
    return PME_NO_MEMORY;
  pme__placement_plan plan = {outermost->line_bytes, pme_cache_sets(outermost), placements, placements};
  pme__draw_placements(program, &plan, &random, bases);
  pme_status status = PME_OK;
  for (int p = 0; p < placements && status == PME_OK && !r->failed; p++) {
    r->group_bases = bases + (ptrdiff_t)p * program->group_count;
    r->issued = r->idle = 0;
    status = run_once(r);
    add_counts(r, all);
  }
  *done = status == PME_OK && !r->failed;
  if (*done)
    fill_all(r, all, placements, inout);
  return status;
}

static bool is_certain(const pme__loop_tree *program) {
  for (int id = 0; id < pme_program_node_count(pme_concrete_program(program->concrete)); id++)
    if (program->assumes_cyclic[id])
      return false;
  return program->group_count == 0 && !program->assumes_barrier;
}

pme_status pme__walk_replay(const pme_concrete *concrete, const pme_machine *machine,
                            const pme__replay_options *options, pme_prediction *inout, bool *done) {
  *done = false;
  if (options->hierarchy ? !pme__hierarchy_fits(machine) : !pme__replay_fits(machine))
    return PME_OK;
  pme_arena *arena = pme_arena_create();
  pme__loop_tree *program = NULL;
  pme_status status = arena ? pme__loop_tree_create(concrete, arena, &program) : PME_NO_MEMORY;
  if (status == PME_OK && is_whole(program, inout) && program->most_threads <= PME_MAX_CORES &&
      (!options->certain || is_certain(program))) {
    replay r = {.program = program,
                .machine = machine,
                .most = options->most_accesses,
                .coherence = options->coherence,
                .has_hierarchy = options->hierarchy};
    status = run_all(&r, arena, inout, done);
  }
  pme_arena_destroy(arena);
  return status;
}

/* Advice as a function of sizes: a ladder of values, then bisection where answers differ. */
#include <math.h>
#include <string.h>

#include "pmecache/advice.h"

enum { MOST_LOOKS = 48, MOST_STEPS = 14, FIRST_SIZE = 10 };
/* Loops, conditions and accesses of a program that is tried at many sizes: of a larger one a single prediction may take
 * a second. */
enum { MOST_NODES = 150 };
static const double STEP = 3.1622776601683795; /* half a decade */
/* Neighbours nearer than this are one place. */
static const double NEAR = 1.06;
static const double USUAL_BUDGET_MS = 10;
/* Arrays in all: more does not fit into today's computers. */
static const double MOST_BYTES = (double)((int64_t)1 << 36);
/* Lines that are missed again, as a share of those that have to be fetched once. */
static const double NOTABLE_LOSS = 0.5;

/* What one value gave for one loop. */
typedef struct verdict {
  bool is_answered, pays, by_misses;
  bool fits[PME_MAX_LEVELS];
  pme_candidate best, present;
} verdict;

typedef struct look {
  int64_t size;
  verdict *verdicts; /* one for each loop of the result */
} look;

typedef struct ladder {
  const pme_program *program;
  const pme_machine *machine;
  const pme_what_if *what_if;
  pme_advise_options options;
  pme_arena *arena;
  pme_sizes *sizes;
  int count, most;
  look looks[MOST_LOOKS]; /* by size */
} ladder;

/* ---- symbols and loops ---- */

static bool has_value(const pme_what_if *what_if, const pme_parameter *parameter) {
  for (int i = 0; i < what_if->binding_count; i++)
    if (!strcmp(what_if->bindings[i].name, parameter->name))
      return true;
  return parameter->known;
}

static bool collect_symbols(ladder *l) {
  int count = pme_program_parameter_count(l->program);
  l->sizes->symbols = PME_ARENA_NEW(l->arena, const char *, count);
  for (int i = 0; i < count && l->sizes->symbols; i++) {
    const pme_parameter *parameter = pme_program_parameter(l->program, i);
    if (!has_value(l->what_if, parameter))
      l->sizes->symbols[l->sizes->symbol_count++] = parameter->name;
  }
  return l->sizes->symbols;
}

static bool has_own_team(const pme_program *program, int node) {
  if (pme_program_node(program, node)->kind != PME_NODE_LOOP || !pme_program_node(program, node)->u.loop.parallel)
    return false;
  for (int up = pme_program_node(program, node)->parent; up != PME_NONE; up = pme_program_node(program, up)->parent)
    if (pme_program_node(program, up)->kind == PME_NODE_LOOP && pme_program_node(program, up)->u.loop.parallel)
      return false;
  return true;
}

static bool collect_loops(ladder *l) {
  int count = pme_program_node_count(l->program);
  l->sizes->loops = PME_ARENA_NEW(l->arena, pme_loop_sizes, count);
  for (int node = 0; node < count && l->sizes->loops; node++)
    if (has_own_team(l->program, node))
      l->sizes->loops[l->sizes->loop_count++] = (pme_loop_sizes){.node = node};
  return l->sizes->loops;
}

/* ---- one value ---- */

/* What is touched at least once. */
static bool is_too_large(const pme_prediction *prediction) {
  int outermost = prediction->level_count - 1;
  return prediction->levels[outermost].cold * prediction->machine->levels[outermost].line_bytes > MOST_BYTES;
}

static void note_verdict(const ladder *l, const pme_loop_advice *loop, verdict *out) {
  const pme_candidate *present = &loop->candidates[loop->present];
  *out = (verdict){.is_answered = !loop->is_unanswered,
                   .pays = loop->pays,
                   .by_misses = loop->by_misses,
                   .present = *present,
                   .best = loop->pays ? loop->candidates[0] : *present};
  for (int level = 0; level < l->machine->level_count; level++) {
    const pme_misses *m = &present->levels[level];
    out->fits[level] = m->self + m->other_threads <= NOTABLE_LOSS * fmax(m->cold, 1);
  }
}

static void note_advice(const ladder *l, const pme_advice *advice, verdict *verdicts) {
  for (int i = 0; i < advice->loop_count; i++)
    for (int k = 0; k < l->sizes->loop_count; k++)
      if (l->sizes->loops[k].node == advice->loops[i].node)
        note_verdict(l, &advice->loops[i], &verdicts[k]);
}

typedef struct attempt {
  pme_concrete *concrete;
  pme_arena *arena;
  pme_binding *bindings;
} attempt;

static pme_status ask(ladder *l, attempt *a, int64_t size, verdict *verdicts, bool *too_large) {
  pme_what_if what_if = *l->what_if;
  pme_predict_options predict = {.budget_ms = l->options.budget_ms, .coherence = true};
  pme_prediction *prediction;
  const pme_advice *advice;
  if (what_if.binding_count)
    memcpy(a->bindings, what_if.bindings, (size_t)what_if.binding_count * sizeof *a->bindings);
  for (int i = 0; i < l->sizes->symbol_count; i++)
    a->bindings[what_if.binding_count++] = (pme_binding){l->sizes->symbols[i], size, "tried"};
  what_if.bindings = a->bindings;
  pme_status status = pme_concrete_create(l->program, &what_if, &a->concrete, NULL);
  if (status != PME_OK)
    return status;
  status = pme_predict(a->concrete, l->machine, &predict, a->arena, &prediction, NULL);
  *too_large = status == PME_OK && is_too_large(prediction);
  if (*too_large)
    return PME_OK;
  if (status == PME_OK)
    status = pme_advise(prediction, &what_if, &l->options, a->arena, &advice, NULL);
  if (status == PME_OK)
    note_advice(l, advice, verdicts);
  return status;
}

/* Puts the answers for one value in between; *too_large: there is nothing to put. */
static pme_status look_at(ladder *l, int64_t size, bool *too_large) {
  attempt a = {.arena = pme_arena_create(),
               .bindings = PME_ARENA_NEW(l->arena, pme_binding, l->what_if->binding_count + l->sizes->symbol_count)};
  verdict *verdicts = PME_ARENA_NEW(l->arena, verdict, l->sizes->loop_count);
  *too_large = false;
  pme_status status = a.arena && a.bindings && verdicts ? ask(l, &a, size, verdicts, too_large) : PME_NO_MEMORY;
  pme_concrete_destroy(a.concrete);
  pme_arena_destroy(a.arena);
  if (status != PME_OK || *too_large)
    return status;
  int at = l->count++;
  for (; at > 0 && l->looks[at - 1].size > size; at--)
    l->looks[at] = l->looks[at - 1];
  l->looks[at] = (look){size, verdicts};
  return PME_OK;
}

static pme_status climb(ladder *l) {
  bool too_large = false;
  pme_status status = PME_OK;
  double size = FIRST_SIZE;
  for (int i = 0; i < MOST_STEPS && l->count < l->most && status == PME_OK && !too_large; i++, size *= STEP)
    status = look_at(l, llround(size), &too_large);
  return status;
}

/* ---- where answers change ---- */

/* Chunks may differ: 16 here and 32 there is one advice. */
static bool is_same_answer(const verdict *a, const verdict *b) {
  if (!a->is_answered || !b->is_answered || a->pays != b->pays)
    return a->is_answered == b->is_answered && a->pays == b->pays;
  return !a->pays || (a->best.threads == b->best.threads && a->best.schedule == b->best.schedule &&
                      (a->best.chunk > 0) == (b->best.chunk > 0) && a->best.padded_array == b->best.padded_array);
}

static bool is_same(const ladder *l, const look *a, const look *b) {
  for (int k = 0; k < l->sizes->loop_count; k++) {
    const verdict *x = &a->verdicts[k], *y = &b->verdicts[k];
    if (!is_same_answer(x, y))
      return false;
    for (int level = 0; level < l->machine->level_count && x->is_answered && y->is_answered; level++)
      if (x->fits[level] != y->fits[level])
        return false;
  }
  return true;
}

/* The widest gap between two values of different answers; -1: none that is worth a look. */
static int widest_gap(const ladder *l) {
  int widest = -1;
  double most = NEAR;
  for (int i = 0; i + 1 < l->count; i++) {
    double ratio = (double)l->looks[i + 1].size / (double)l->looks[i].size;
    if (ratio > most && l->looks[i + 1].size - l->looks[i].size > 1 && !is_same(l, &l->looks[i], &l->looks[i + 1])) {
      most = ratio;
      widest = i;
    }
  }
  return widest;
}

static pme_status bisect(ladder *l) {
  bool too_large;
  pme_status status = PME_OK;
  for (int gap = widest_gap(l); gap >= 0 && l->count < l->most && status == PME_OK; gap = widest_gap(l)) {
    double low = (double)l->looks[gap].size, high = (double)l->looks[gap + 1].size;
    int64_t middle = llround(sqrt(low * high));
    middle = middle <= l->looks[gap].size ? l->looks[gap].size + 1 : middle;
    status = look_at(l, middle, &too_large);
  }
  return status;
}

/* ---- ranges ---- */

/* A gain that is all but in doubt, at one value between two that have none, is a sample's whim. */
static void drop_whims(ladder *l, int number) {
  static const double in_doubt = 0.95;
  for (int i = 1; i + 1 < l->count; i++) {
    const verdict *before = &l->looks[i - 1].verdicts[number], *after = &l->looks[i + 1].verdicts[number];
    verdict *v = &l->looks[i].verdicts[number];
    if (v->pays && !before->pays && !after->pays && v->best.ratio_high > in_doubt) {
      v->pays = false;
      v->best = v->present;
    }
  }
}

static double gain_of(const verdict *v) { return v->pays ? 1 - v->best.ratio : 0; }

static void extend(pme_size_range *range, const look *at, const verdict *v, double *most) {
  range->to = at->size;
  if (*most >= 0 && gain_of(v) <= *most)
    return;
  *most = gain_of(v);
  range->at = at->size;
  range->best = v->best;
  range->present = v->present;
}

static void fill_ranges(const ladder *l, int number, pme_loop_sizes *out) {
  const verdict *before = NULL;
  double most = -1;
  for (int i = 0; i < l->count; i++) {
    const verdict *v = &l->looks[i].verdicts[number];
    if (!v->is_answered)
      continue;
    if (!before || !is_same_answer(before, v)) {
      out->ranges[out->range_count++] =
          (pme_size_range){.from = l->looks[i].size, .pays = v->pays, .by_misses = v->by_misses};
      most = -1;
    }
    extend(&out->ranges[out->range_count - 1], &l->looks[i], v, &most);
    before = v;
  }
}

static void fill_fits(const ladder *l, int number, pme_loop_sizes *out) {
  for (int level = 0; level < l->machine->level_count; level++) {
    int64_t last = 0;
    out->fits_up_to[level] = INT64_MAX;
    for (int i = 0; i < l->count && out->fits_up_to[level] == INT64_MAX; i++) {
      const verdict *v = &l->looks[i].verdicts[number];
      if (v->is_answered && !v->fits[level])
        out->fits_up_to[level] = last;
      last = v->is_answered ? l->looks[i].size : last;
    }
  }
}

static pme_status finish(ladder *l) {
  l->sizes->look_count = l->count;
  l->sizes->least = l->count ? l->looks[0].size : 0;
  l->sizes->most = l->count ? l->looks[l->count - 1].size : 0;
  for (int k = 0; k < l->sizes->loop_count; k++) {
    pme_loop_sizes *loop = &l->sizes->loops[k];
    loop->ranges = PME_ARENA_NEW(l->arena, pme_size_range, l->count);
    if (!loop->ranges)
      return PME_NO_MEMORY;
    drop_whims(l, k);
    fill_ranges(l, k, loop);
    fill_fits(l, k, loop);
  }
  return PME_OK;
}

static pme_status fill(ladder *l) {
  if (!collect_symbols(l) || !collect_loops(l))
    return PME_NO_MEMORY;
  if (l->sizes->symbol_count == 0 || pme_program_node_count(l->program) > MOST_NODES) {
    l->sizes->loop_count = 0;
    return PME_OK;
  }
  pme_status status = climb(l);
  if (status == PME_OK)
    status = bisect(l);
  return status == PME_OK ? finish(l) : status;
}

pme_status pme_advise_sizes(const pme_program *program, const pme_machine *machine, const pme_what_if *what_if,
                            const pme_advise_options *options, pme_arena *arena, const pme_sizes **out,
                            pme_error *error) {
  static const pme_advise_options usual = {0};
  static const pme_what_if nothing = {0};
  ladder *l = PME_ARENA_NEW(arena, ladder, 1);
  pme_status status = PME_NO_MEMORY;
  if (l) {
    *l = (ladder){.program = program,
                  .machine = machine,
                  .what_if = what_if ? what_if : &nothing,
                  .options = options ? *options : usual,
                  .arena = arena,
                  .sizes = PME_ARENA_NEW(arena, pme_sizes, 1)};
    l->most = l->options.most_looks > 0 && l->options.most_looks < MOST_LOOKS ? l->options.most_looks : MOST_LOOKS;
    l->options.budget_ms = l->options.budget_ms > 0 ? l->options.budget_ms : USUAL_BUDGET_MS;
    status = l->sizes ? fill(l) : PME_NO_MEMORY;
    *out = l->sizes;
  }
  return status == PME_OK ? PME_OK : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}

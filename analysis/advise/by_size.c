/* Advice where sizes are not known: some values are tried, then those between two that differ in their advice. */
#include <math.h>

#include "analysis/by_size/multiples.h"
#include "analysis/by_size/what_fits.h"
#include "pmecache/advice.h"

enum { MOST_SIZES = 48, USUAL_SIZES = 25, MOST_DECADES = 7, FIRST_SIZE = 10 };
/* Loops, conditions and accesses of a program that is tried at many sizes: of a larger one a single prediction may take
 * a second. */
enum { MOST_NODES = 150 };
static const double HALF_DECADE = 3.1622776601683795, DECADE = 10;
/* Neighbours nearer than this are one place. */
static const double NEAR = 1.06;
/* Between values further apart a gain may come and go. */
static const double WIDE = 2;
/* A gain holds for a range of sizes, or it depends on what each of them is. */
static const double LEAST_RANGE = 2;
static const double USUAL_BUDGET_MS = 10;
/* Of a value, beside what is counted. */
static const double MS_OF_A_LOOK = 0.5;

/* What one value gave for one loop. */
typedef struct size_answer {
  bool is_answered, pays, by_misses;
  bool is_unstable; /* a gain here, another or none at sizes near by */
  bool fits[PME_MAX_LEVELS];
  pme_candidate best, present;
} size_answer;

typedef struct sample {
  int64_t size;
  size_answer *answers; /* one for each loop of the result */
} sample;

typedef struct size_search {
  const pme_program *program;
  const pme_machine *machine;
  const pme_what_if *what_if;
  pme__unknown_symbols unknown;
  pme_advise_options options;
  const pme_size_question *question;
  pme_arena *arena;
  pme_sizes *sizes;
  int count, most;
  double spent_ms;            /* effort, counted */
  int64_t multiple;           /* sizes are multiples of it */
  sample samples[MOST_SIZES]; /* by size */
} size_search;

/* ---- symbols and loops ---- */

static pme_status collect_symbols(size_search *s) {
  pme_status status = pme__find_unknown_symbols(s->program, s->what_if, s->arena, &s->unknown);
  s->sizes->symbols = s->unknown.sizes;
  s->sizes->forms = s->unknown.forms;
  s->sizes->symbol_count = s->unknown.size_count;
  s->sizes->taken = status == PME_OK ? pme__said_choices(&s->unknown, s->arena, &s->sizes->taken_count) : NULL;
  return status != PME_OK || s->sizes->taken ? status : PME_NO_MEMORY;
}

static bool collect_loops(size_search *s) {
  int count = pme_program_node_count(s->program);
  s->sizes->loops = PME_ARENA_NEW(s->arena, pme_loop_sizes, count);
  for (int node = 0; node < count && s->sizes->loops; node++)
    if (pme__has_own_team(s->program, node))
      s->sizes->loops[s->sizes->loop_count++] = (pme_loop_sizes){.node = node};
  s->multiple = 1;
  for (int k = 0; k < s->sizes->loop_count && s->sizes->loops; k++) {
    int64_t asked = pme__multiple_of_sizes(s->program, s->sizes->loops[k].node, &s->unknown);
    s->multiple = asked > s->multiple ? asked : s->multiple;
  }
  return s->sizes->loops;
}

/* ---- one value ---- */

static void note_answer(const size_search *s, const pme_loop_advice *loop, size_answer *out) {
  const pme_candidate *present = &loop->candidates[loop->present];
  *out = (size_answer){.is_answered = !loop->is_unanswered && !loop->is_partly && !loop->is_race,
                       .pays = loop->pays,
                       .by_misses = loop->by_misses,
                       .present = *present,
                       .best = loop->pays ? loop->candidates[0] : *present};
  for (int level = 0; level < s->machine->level_count; level++)
    out->fits[level] = pme__fits(&present->levels[level]);
}

static void note_advice(const size_search *s, const pme_advice *advice, size_answer *answers) {
  for (int i = 0; i < advice->loop_count; i++)
    for (int k = 0; k < s->sizes->loop_count; k++)
      if (s->sizes->loops[k].node == advice->loops[i].node)
        note_answer(s, &advice->loops[i], &answers[k]);
}

typedef struct attempt {
  pme_concrete *concrete;
  pme_arena *arena;
} attempt;

static pme_status ask(size_search *s, attempt *a, int64_t size, size_answer *answers, bool *too_large) {
  pme_what_if what_if;
  pme_predict_options predict = {.budget_ms = s->options.budget_ms, .coherence = true};
  pme_prediction *prediction;
  const pme_advice *advice;
  pme_status status = pme__bind_size(s->what_if, &s->unknown, size, a->arena, &what_if);
  if (status == PME_OK)
    status = pme_concrete_create(s->program, &what_if, &a->concrete, NULL);
  if (status != PME_OK)
    return status;
  status = pme_predict(a->concrete, s->machine, &predict, a->arena, &prediction, NULL);
  s->spent_ms += MS_OF_A_LOOK + (status == PME_OK ? 1e-6 * prediction->effort : 0);
  *too_large = status == PME_OK && pme__is_too_large(prediction);
  if (*too_large)
    return PME_OK;
  if (status == PME_OK)
    status = pme_advise(prediction, &what_if, &s->options, a->arena, &advice, NULL);
  if (status == PME_OK) {
    note_advice(s, advice, answers);
    s->spent_ms += advice->effort_ms;
  }
  return status;
}

/* Puts the answers for one value in between; *too_large: there is nothing to put. */
static pme_status try_size(size_search *s, int64_t size, bool *too_large) {
  attempt a = {.arena = pme_arena_create()};
  size_answer *answers = PME_ARENA_NEW(s->arena, size_answer, s->sizes->loop_count);
  *too_large = false;
  pme_status status = a.arena && answers ? ask(s, &a, size, answers, too_large) : PME_NO_MEMORY;
  pme_concrete_destroy(a.concrete);
  pme_arena_destroy(a.arena);
  if (status != PME_OK || *too_large)
    return status;
  int at = s->count++;
  for (; at > 0 && s->samples[at - 1].size > size; at--)
    s->samples[at] = s->samples[at - 1];
  s->samples[at] = (sample){size, answers};
  return PME_OK;
}

static bool may_go_on(const size_search *s) {
  bool has_effort = s->question->effort_ms <= 0 || s->spent_ms + MS_OF_A_LOOK <= s->question->effort_ms;
  return has_effort && s->count < s->most && (!s->question->has_time || s->question->has_time(s->question->of));
}

static int64_t near(const size_search *s, double size) {
  int64_t count = llround(size / (double)s->multiple);
  return s->multiple * (count > 0 ? count : 1);
}

/* From `size` on; *steps: as many at most, and how many were not too large. */
static pme_status try_decades(size_search *s, double size, int *steps) {
  bool too_large = false;
  pme_status status = PME_OK;
  int tried = 0;
  for (; tried < *steps && may_go_on(s) && status == PME_OK && !too_large && near(s, size) <= s->unknown.limit;
       tried++, size *= DECADE)
    status = try_size(s, near(s, size), &too_large);
  *steps = tried - too_large;
  return status;
}

/* The size that arrays are declared for. */
static pme_status try_limit(size_search *s) {
  bool too_large = false;
  int64_t size = s->unknown.limit - s->unknown.limit % s->multiple;
  bool is_new = size > 0 && (s->count == 0 || s->samples[s->count - 1].size < size);
  return s->unknown.limit < INT64_MAX && is_new && may_go_on(s) ? try_size(s, size, &too_large) : PME_OK;
}

/* Whole decades come first: where there is little effort, it is of all sizes that something is known. */
static pme_status try_ladder(size_search *s) {
  int decades = MOST_DECADES;
  pme_status status = try_decades(s, FIRST_SIZE, &decades);
  if (status == PME_OK)
    status = try_decades(s, FIRST_SIZE * HALF_DECADE, &decades);
  return status == PME_OK ? try_limit(s) : status;
}

/* ---- where answers change ---- */

static bool has_same_longer_arrays(const pme_candidate *a, const pme_candidate *b) {
  bool is_same = a->pad_count == b->pad_count;
  for (int i = 0; i < a->pad_count && is_same; i++)
    is_same = a->pads[i].array == b->pads[i].array;
  return is_same;
}

/* Chunks may differ: 16 here and 32 there is one advice. */
static bool is_same_answer(const size_answer *a, const size_answer *b) {
  if (a->is_unstable || b->is_unstable)
    return a->is_unstable && b->is_unstable;
  if (!a->is_answered || !b->is_answered || a->pays != b->pays)
    return a->is_answered == b->is_answered && a->pays == b->pays;
  return !a->pays || (a->best.threads == b->best.threads && a->best.schedule == b->best.schedule &&
                      (a->best.chunk > 0) == (b->best.chunk > 0) && has_same_longer_arrays(&a->best, &b->best));
}

static bool is_same(const size_search *s, const sample *a, const sample *b) {
  for (int k = 0; k < s->sizes->loop_count; k++) {
    const size_answer *x = &a->answers[k], *y = &b->answers[k];
    if (!is_same_answer(x, y))
      return false;
    for (int level = 0; level < s->machine->level_count && x->is_answered && y->is_answered; level++)
      if (x->fits[level] != y->fits[level])
        return false;
  }
  return true;
}

static bool any_pays(const size_search *s, const sample *at) {
  for (int k = 0; k < s->sizes->loop_count; k++)
    if (at->answers[k].is_answered && at->answers[k].pays)
      return true;
  return false;
}

/* The widest gap, of at least that ratio, between two values of different answers, or of the same gain; -1: there is
 * none. */
static int widest_gap(const size_search *s, double most, bool differing) {
  int widest = -1;
  for (int i = 0; i + 1 < s->count; i++) {
    const sample *from = &s->samples[i], *to = &s->samples[i + 1];
    double ratio = (double)to->size / (double)from->size;
    bool is_asked = differing ? !is_same(s, from, to) : any_pays(s, from);
    if (ratio > most && to->size - from->size > s->multiple && is_asked) {
      most = ratio;
      widest = i;
    }
  }
  return widest;
}

/* Where answers change; where none is left to be found, whether a gain holds between two values. */
static int next_gap(const size_search *s) {
  int gap = widest_gap(s, NEAR, true);
  return gap >= 0 ? gap : widest_gap(s, WIDE, false);
}

static pme_status bisect(size_search *s) {
  bool too_large;
  pme_status status = PME_OK;
  for (int gap = next_gap(s); gap >= 0 && may_go_on(s) && status == PME_OK; gap = next_gap(s)) {
    double low = (double)s->samples[gap].size, high = (double)s->samples[gap + 1].size;
    int64_t middle = near(s, sqrt(low * high));
    middle = middle <= s->samples[gap].size ? s->samples[gap].size + s->multiple : middle;
    status = try_size(s, middle, &too_large);
  }
  return status;
}

/* ---- ranges ---- */

/* The end of the values in a row, from this one on, with its answer. */
static int end_of_row(const size_search *s, int number, int from) {
  int end = from + 1;
  while (end < s->count && is_same_answer(&s->samples[from].answers[number], &s->samples[end].answers[number]))
    end++;
  return end;
}

/* Gains that hold for a few sizes and are others, or none, at the next: what is best depends on the very size. */
static void mark_unstable(size_search *s, int number) {
  for (int i = 0, end; i < s->count; i = end) {
    end = end_of_row(s, number, i);
    const size_answer *first = &s->samples[i].answers[number];
    bool is_open = i == 0 || end == s->count; /* goes on beyond what was looked at */
    double ratio = (double)s->samples[end - 1].size / (double)s->samples[i].size;
    if (!first->is_answered || !first->pays || ratio >= LEAST_RANGE || (is_open && end - i > 1))
      continue;
    for (int k = i; k < end; k++)
      s->samples[k].answers[number].is_unstable = true;
  }
}

static double gain_of(const size_answer *v) { return v->pays && !v->is_unstable ? 1 - v->best.ratio : 0; }

static void extend(pme_size_range *range, const sample *at, const size_answer *v, double *most) {
  range->to = at->size;
  if (*most >= 0 && gain_of(v) <= *most)
    return;
  *most = gain_of(v);
  range->at = at->size;
  range->best = v->best;
  range->present = v->present;
}

static void fill_ranges(const size_search *s, int number, pme_loop_sizes *out) {
  const size_answer *before = NULL;
  double most = -1;
  for (int i = 0; i < s->count; i++) {
    const size_answer *v = &s->samples[i].answers[number];
    if (!v->is_answered)
      continue;
    if (!before || !is_same_answer(before, v)) {
      out->ranges[out->range_count++] = (pme_size_range){.from = s->samples[i].size,
                                                         .pays = v->pays && !v->is_unstable,
                                                         .is_unstable = v->is_unstable,
                                                         .by_misses = v->by_misses};
      most = -1;
    }
    extend(&out->ranges[out->range_count - 1], &s->samples[i], v, &most);
    before = v;
  }
}

static void fill_fits(const size_search *s, int number, pme_loop_sizes *out) {
  for (int level = 0; level < s->machine->level_count; level++) {
    int64_t last = 0;
    out->fits_up_to[level] = INT64_MAX;
    for (int i = 0; i < s->count && out->fits_up_to[level] == INT64_MAX; i++) {
      const size_answer *v = &s->samples[i].answers[number];
      if (v->is_answered && !v->fits[level])
        out->fits_up_to[level] = last;
      last = v->is_answered ? s->samples[i].size : last;
    }
  }
}

static pme_status finish(size_search *s) {
  s->sizes->look_count = s->count;
  s->sizes->effort_ms = s->spent_ms;
  s->sizes->is_put_off = s->count == 0 && s->question->effort_ms > 0;
  s->sizes->least = s->count ? s->samples[0].size : 0;
  s->sizes->most = s->count ? s->samples[s->count - 1].size : 0;
  for (int k = 0; k < s->sizes->loop_count; k++) {
    pme_loop_sizes *loop = &s->sizes->loops[k];
    loop->ranges = PME_ARENA_NEW(s->arena, pme_size_range, s->count);
    if (!loop->ranges)
      return PME_NO_MEMORY;
    mark_unstable(s, k);
    fill_ranges(s, k, loop);
    fill_fits(s, k, loop);
  }
  return PME_OK;
}

static pme_status fill(size_search *s) {
  pme_status status = collect_symbols(s);
  if (status != PME_OK || !collect_loops(s))
    return PME_NO_MEMORY;
  if (s->sizes->symbol_count == 0 || pme_program_node_count(s->program) > MOST_NODES) {
    s->sizes->loop_count = 0;
    return PME_OK;
  }
  status = try_ladder(s);
  if (status == PME_OK)
    status = bisect(s);
  return status == PME_OK ? finish(s) : status;
}

pme_status pme_advise_sizes(const pme_size_question *question, pme_arena *arena, const pme_sizes **out,
                            pme_error *error) {
  static const pme_advise_options usual = {0};
  static const pme_what_if nothing = {0};
  size_search *s = PME_ARENA_NEW(arena, size_search, 1);
  pme_status status = PME_NO_MEMORY;
  if (s) {
    *s = (size_search){.question = question,
                       .program = question->program,
                       .machine = question->machine,
                       .what_if = question->what_if ? question->what_if : &nothing,
                       .options = question->options ? *question->options : usual,
                       .arena = arena,
                       .sizes = PME_ARENA_NEW(arena, pme_sizes, 1)};
    s->most = s->options.most_looks > 0 ? s->options.most_looks : USUAL_SIZES;
    s->most = s->most < MOST_SIZES ? s->most : MOST_SIZES;
    s->options.budget_ms = s->options.budget_ms > 0 ? s->options.budget_ms : USUAL_BUDGET_MS;
    status = s->sizes ? fill(s) : PME_NO_MEMORY;
    *out = s->sizes;
  }
  return status == PME_OK ? PME_OK : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}

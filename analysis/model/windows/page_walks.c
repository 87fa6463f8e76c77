/* Walks of the program, times what one costs. */
#include "page_walks.h"

#include <math.h>

#include "translations.h"
#include "windows.h"

/* Programs of so many accesses are run from start to end. */
static const double MOST_WHOLE = 3e5;
static const double EFFORT_OF_COUNTING = 0.5;

typedef struct finding {
  const pme__page_walks_question *question;
  pme__loop_tree *program;
  pme_arena *arena;
  double *walks; /* [node] */
  bool *is_open; /* [node]: nobody counted its walks, but windows */
  bool any_open;
  double all_walks, half_width_of_walks;
  double effort;
  pme__page_walks *out;
} finding;

bool pme__page_walks_are_told(const pme_machine *machine) {
  return machine->page_walks_read && machine->level_count > 0 && machine->levels[0].shared_by == 1;
}

static double executions_of(const finding *f, int reference) {
  return f->question->executions[f->program->references[reference].node];
}

static double all_executions(const finding *f) {
  double sum = 0;
  for (int i = 0; i < f->program->reference_count; i++)
    sum += executions_of(f, i);
  return sum;
}

static double sum_walks(const finding *f) {
  double sum = 0;
  for (int i = 0; i < f->program->reference_count; i++)
    sum += f->walks[f->program->references[i].node];
  return sum;
}

/* What the windows found of a reference, for as many accesses as it has in all. */
static double scale_of(const finding *f, const pme__windows *windows, int reference) {
  const pme__window_counts *c = &windows->references[reference];
  return c->accesses > 0 ? executions_of(f, reference) / c->accesses : 0;
}

/* The half-width is shared out so that squares add up to its own. */
static void share_out(const finding *f, double half_width) {
  double all = 0;
  for (int i = 0; i < f->program->reference_count; i++) {
    const pme__page_walks *w = &f->out[f->program->references[i].node];
    all += w->entries + fabs(w->others);
  }
  for (int i = 0; i < f->program->reference_count && all > 0; i++) {
    pme__page_walks *w = &f->out[f->program->references[i].node];
    w->half_width = half_width * sqrt((w->entries + fabs(w->others)) / all);
  }
}

/* ---- all of a small program ---- */

static double share_of(const finding *f, const pme__windows *w, int reference, double walks) {
  double moves = scale_of(f, w, reference) * w->references[reference].moves;
  return moves > 0 ? fmin(fmax(walks / moves, 0), 1) : 0;
}

static pme_status run_whole(finding *f) {
  pme__windows w = {0};
  pme_status status = pme__run_whole(f->question, f->program, f->arena, &w);
  double sum = 0, squares = 0;
  for (int k = 0; status == PME_OK && k < w.count; k++) {
    double more = w.each[k].entries + w.each[k].others;
    sum += more;
    squares += more * more;
  }
  for (int i = 0; status == PME_OK && i < f->program->reference_count; i++) {
    double scale = scale_of(f, &w, i);
    f->out[f->program->references[i].node] =
        (pme__page_walks){.entries = scale * w.references[i].entries,
                          .others = scale * w.references[i].others,
                          .share = share_of(f, &w, i, scale * w.references[i].walks)};
  }
  double n = w.count, variance = n > 1 ? fmax(squares / n - sum * sum / (n * n), 0) / (n - 1) : 0;
  if (status == PME_OK)
    share_out(f, 2 * sqrt(variance));
  f->effort += w.work;
  return status;
}

/* ---- windows ---- */

/* Walks that the windows had, were all of the program like them. */
static double walks_in_windows(const finding *f, const pme__windows *w) {
  double walks = 0;
  for (int i = 0; i < f->program->reference_count; i++)
    walks += scale_of(f, w, i) * w->references[i].walks;
  return walks;
}

/* The walk knows sets that are page mod sets. */
static void add_hashed(finding *f, const pme__windows *w) {
  for (int i = 0; i < f->program->reference_count; i++) {
    int node = f->program->references[i].node;
    double more = scale_of(f, w, i) * (f->is_open[node] ? w->references[i].walks : w->references[i].hashed);
    f->walks[node] = fmax(f->walks[node] + more, 0);
  }
  f->all_walks = sum_walks(f);
  if (f->any_open)
    f->half_width_of_walks = hypot(f->half_width_of_walks, pme__windows_walks_error(w) * walks_in_windows(f, w));
}

static void find_open(finding *f) {
  for (int i = 0; i < f->program->reference_count; i++) {
    int node = f->program->references[i].node;
    f->is_open[node] = isnan(f->walks[node]);
    f->walks[node] = f->is_open[node] ? 0 : f->walks[node];
    f->any_open = f->any_open || (f->is_open[node] && f->question->executions[node] > 0);
  }
}

/* Entries go with the walks of their own access, lines that they drive out with all walks. Where the windows had no
 * walk of an access, one costs what those of others do. */
static void take_windows(const finding *f, const pme__windows *w) {
  double in_windows = walks_in_windows(f, w), entries = 0, walks = 0;
  for (int i = 0; i < f->program->reference_count; i++) {
    entries += scale_of(f, w, i) * w->references[i].entries;
    walks += w->references[i].walks > 0 ? scale_of(f, w, i) * w->references[i].walks : 0;
  }
  double usual = walks > 0 ? entries / walks : 0;
  for (int i = 0; i < f->program->reference_count; i++) {
    const pme__window_counts *c = &w->references[i];
    pme__page_walks *out = &f->out[f->program->references[i].node];
    double of_each = c->walks > 0 ? c->entries / c->walks : usual;
    out->entries = f->walks[f->program->references[i].node] * of_each;
    out->share = share_of(f, w, i, f->walks[f->program->references[i].node]);
    out->others = in_windows > 0 ? scale_of(f, w, i) * c->others * f->all_walks / in_windows : 0;
  }
}

static double more_of_all(const finding *f) {
  double more = 0;
  for (int i = 0; i < f->program->reference_count; i++)
    more += f->out[f->program->references[i].node].entries + f->out[f->program->references[i].node].others;
  return fmax(more, 0);
}

static pme_status run_windows(finding *f) {
  pme__windows w = {0};
  pme__page_walks_question question = *f->question;
  question.likely = f->any_open ? 0 : f->all_walks;
  pme_status status = pme__run_windows(&question, f->program, f->arena, &w);
  if (status != PME_OK)
    return status;
  add_hashed(f, &w);
  take_windows(f, &w);
  double more = more_of_all(f), of_windows = pme__windows_ratio_error(&w) * more;
  double of_walks = f->all_walks > 0 ? more * f->half_width_of_walks / f->all_walks : 0;
  share_out(f, sqrt(of_windows * of_windows + of_walks * of_walks));
  f->effort += w.work;
  return PME_OK;
}

static pme_status find(finding *f) {
  double accesses = all_executions(f);
  if (accesses <= 0)
    return PME_OK;
  if (accesses <= MOST_WHOLE && f->program->most_threads == 1)
    return run_whole(f);
  const pme__translations_question question = {.concrete = f->question->concrete,
                                               .machine = f->question->machine,
                                               .tolerance = f->question->tolerance,
                                               .effort = EFFORT_OF_COUNTING * f->question->effort,
                                               .most_effort = f->question->effort};
  pme_status status = pme__count_walks(&question, f->walks, &f->half_width_of_walks, &f->effort);
  find_open(f);
  f->all_walks = sum_walks(f);
  bool are_few = !f->question->machine->page_sets_hashed && !f->any_open &&
                 f->all_walks + f->half_width_of_walks <= f->question->tolerance;
  return status != PME_OK || are_few ? status : run_windows(f);
}

pme_status pme__find_page_walks(const pme__page_walks_question *question, pme__page_walks *out, double *effort) {
  int nodes = pme_program_node_count(pme_concrete_program(question->concrete));
  finding f = {.question = question, .arena = pme_arena_create(), .out = out};
  pme_status status = f.arena ? pme__loop_tree_create(question->concrete, f.arena, &f.program) : PME_NO_MEMORY;
  f.walks = status == PME_OK ? PME_ARENA_NEW(f.arena, double, nodes) : NULL;
  f.is_open = f.walks ? PME_ARENA_NEW(f.arena, bool, nodes) : NULL;
  if (status == PME_OK)
    status = f.is_open ? find(&f) : PME_NO_MEMORY;
  *effort += f.effort;
  pme_arena_destroy(f.arena);
  return status;
}

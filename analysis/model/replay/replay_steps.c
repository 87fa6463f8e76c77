/* Which loops repeat, and what their steps add. */
#include "replay_steps.h"

#include <math.h>
#include <string.h>

#include "pmecache/arena.h"
#include "replay_run.h"

/* So many are run at most, and so much may the last two of them differ where it is less. */
enum { MOST_STEPS = 6 };
static const double STEADY = 0.001;

struct pme__replay_steps {
  int64_t done, rows, references;
  pme__replay_counts *before, *last; /* [row]: all until this step; of the step before */
  int64_t *executions;               /* [reference]: until this step */
};

static bool uses(const pme__loop_tree *program, const pme__tree_node *node, int depth) {
  if (!node->is_body && (pme__tree_uses(node) >> depth & 1))
    return true;
  for (int i = 0; node->is_body && i < node->reference_count; i++)
    if (pme__tree_coefficient(&program->references[node->reference_first + i].offset, depth) != 0)
      return true;
  for (const pme__tree_node *child = node->first_child; child; child = child->next)
    if (uses(program, child, depth))
      return true;
  return false;
}

static bool holds_phase(const pme__tree_node *node) {
  for (const pme__tree_node *child = node->first_child; child; child = child->next)
    if (child->is_phase || holds_phase(child))
      return true;
  return false;
}

bool pme__replay_repeats(const pme__loop_tree *program, const pme__tree_node *loop) {
  if (loop->is_phase || loop->is_single || loop->distribution != PME__DISTRIBUTION_NONE || !holds_phase(loop))
    return false;
  for (const pme__tree_node *child = loop->first_child; child; child = child->next)
    if (uses(program, child, loop->depth))
      return false;
  return true;
}

double pme__replay_share_run(const pme__loop_tree *program, const pme__tree_reference *reference) {
  int end = reference->phase_level >= 0 ? reference->phase_level : reference->path_length;
  double share = 1;
  for (int level = 0; level < end; level++) {
    const pme__tree_node *loop = reference->path[level];
    if (loop->most_trips > PME__REPLAY_LEAST_STEPS && loop->constant && pme__replay_repeats(program, loop))
      share *= (double)PME__REPLAY_LEAST_STEPS / (double)loop->most_trips;
  }
  return share;
}

pme__replay_steps *pme__replay_steps_create(int reference_count, int64_t rows) {
  pme__replay_steps *s = (pme__replay_steps *)pme_reallocate(NULL, sizeof *s);
  if (!s)
    return NULL;
  *s = (pme__replay_steps){.rows = rows, .references = reference_count};
  size_t bytes = (size_t)(s->rows + 1) * sizeof *s->before;
  s->before = (pme__replay_counts *)pme_reallocate(NULL, bytes);
  s->last = (pme__replay_counts *)pme_reallocate(NULL, bytes);
  s->executions = (int64_t *)pme_reallocate(NULL, (size_t)(reference_count + 1) * sizeof *s->executions);
  if (s->before && s->last && s->executions)
    return s;
  pme__replay_steps_destroy(s);
  return NULL;
}

void pme__replay_steps_destroy(pme__replay_steps *steps) {
  if (!steps)
    return;
  pme_reallocate(steps->before, 0);
  pme_reallocate(steps->last, 0);
  pme_reallocate(steps->executions, 0);
  pme_reallocate(steps, 0);
}

void pme__replay_begin_step(pme__replay_steps *steps, const pme__replay_tally *tally) {
  memcpy(steps->before, tally->counts, (size_t)steps->rows * sizeof *steps->before);
  memcpy(steps->executions, tally->executions, (size_t)steps->references * sizeof *steps->executions);
}

/* A hierarchy has counts of its own, and all of its steps are run. */
#define EACH_COUNT(X) X(misses) X(cold) X(other_threads) X(coherence) X(false_sharing) X(asked)

/* Whether the step was like the one before, which it becomes. */
static bool compare_step(pme__replay_steps *s, const pme__replay_tally *tally) {
  double misses = 0, apart = 0;
  for (int64_t i = 0; i < s->rows; i++) {
    pme__replay_counts step = tally->counts[i];
#define LESS(name) step.name -= s->before[i].name;
    EACH_COUNT(LESS)
#undef LESS
    misses += (double)step.misses;
    apart += fabs((double)(step.misses - s->last[i].misses)) + fabs((double)(step.coherence - s->last[i].coherence));
    s->last[i] = step;
  }
  return s->done > 1 && apart <= STEADY * misses;
}

static void add_rest(const pme__replay_steps *s, int64_t left, const pme__replay_tally *tally) {
  for (int64_t i = 0; i < s->rows; i++) {
    pme__replay_counts *to = &tally->counts[i];
#define ADD(name) to->name += left * s->last[i].name;
    EACH_COUNT(ADD)
#undef ADD
  }
  for (int64_t i = 0; i < s->references; i++)
    tally->executions[i] += left * (tally->executions[i] - s->executions[i]);
}

bool pme__replay_end_step(pme__replay_steps *steps, int64_t left, const pme__replay_tally *tally) {
  steps->done++;
  bool is_steady = compare_step(steps, tally);
  if (steps->done < PME__REPLAY_LEAST_STEPS || (!is_steady && steps->done < MOST_STEPS))
    return false;
  add_rest(steps, left, tally);
  return true;
}

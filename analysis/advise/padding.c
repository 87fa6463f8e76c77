/* Padding: candidates whose rows are longer by a line, where conflicts may be among the misses. */
#include "padding.h"

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"
#include "analysis/core/tree.h"
#include "row_pitch.h"

/* Share of the misses of a level that conflicts must make for rows to be padded: for those of one array alone, and for
 * those of an array among several. */
static const double PADDING_SHARE = 0.2, SHARE_AMONG_SEVERAL = 0.05;
enum { MOST_ALONE = 2 };

/* Whether so many of the misses of a level are neither first touches nor due to others: conflicts may be among them. */
static bool may_conflict(const pme_misses *misses, const pme_candidate *c, int level_count, double share) {
  for (int l = 0; l < level_count; l++)
    if (misses[l].self > share * c->levels[l].misses)
      return true;
  return false;
}

/* Longer by a line, or by as many elements as that takes; false: the array has no rows that could be longer, or code
 * counts on their length. */
static bool lengthen_rows(const pme_prediction *p, int access, pme_longer_rows *pad) {
  const pme_array *array = pme_program_array(pme_concrete_program(p->concrete), pad->array);
  int64_t element = array->element_bytes, line = p->machine->levels[0].line_bytes;
  pad->bytes = line;
  pad->row_bytes = 0;
  if (array->extent_count > 1)
    return !pme__runs_over_rows(p, pad->array);
  pad->row_bytes = pme__crowded_row_pitch(p, access);
  if (element > 0 && pad->row_bytes % element == 0)
    pad->bytes = (line + element - 1) / element * element;
  return pad->row_bytes > 0;
}

static bool has_array(const pme_candidate *c, int array) {
  for (int i = 0; i < c->pad_count; i++)
    if (c->pads[i].array == array)
      return true;
  return false;
}

static bool is_padded(const pme__question *question, int node) {
  const pme_prediction *p = question->prediction;
  return pme_subject_is_below(p->subject, node, question->loop) &&
         !pme__is_stream(p->concrete, node, p->machine->levels[0].line_bytes);
}

void pme__add_padding(const pme__question *question, pme__grid *grid, int number) {
  const pme_prediction *p = question->prediction;
  const pme_candidate *from = &grid->answers[number].candidate;
  pme_candidate alone = *from, all = *from;
  double trips = grid->answers[0].distribution.iterations;
  int tried = 0;
  alone.is_present = all.is_present = false;
  alone.pad_count = 1;
  all.pad_count = 0;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_reference_prediction *row = &p->references[r];
    const pme_concrete_node *node = pme_concrete_node_at(p->concrete, row->node);
    const pme_misses *misses = number == 0 ? row->levels : from->levels;
    alone.pads[0].array = node->u.access.array;
    if (!row->modelled || !is_padded(question, row->node) ||
        !may_conflict(misses, from, p->level_count, SHARE_AMONG_SEVERAL) ||
        !lengthen_rows(p, row->node, &alone.pads[0]))
      continue;
    if (all.pad_count < PME_MOST_LONGER_ROWS && !has_array(&all, alone.pads[0].array))
      all.pads[all.pad_count++] = alone.pads[0];
    if (tried < MOST_ALONE && may_conflict(misses, from, p->level_count, PADDING_SHARE))
      tried += pme__grid_add(grid, trips, &alone) >= 0;
  }
  if (all.pad_count > 1)
    pme__grid_add(grid, trips, &all);
}

/* What a candidate may cost where the outermost private level has none of the misses that conflicts may be among. */
static double cost_without_conflicts(const pme__question *question, const pme__answer *answer) {
  const pme_loop_time *t = &answer->candidate.time;
  int level = pme__outermost_private(question->prediction);
  const pme_misses *m = &answer->candidate.levels[level];
  double share = m->misses > 0 ? m->self / m->misses : 0, waiting = t->streams + t->scattered;
  if (!question->costs)
    return answer->group_misses[level] - m->self;
  return answer->group_cycles * (waiting > 0 ? 1 - share * waiting / (waiting + t->compute) : 1);
}

int pme__best_without_conflicts(const pme__question *question, const pme__grid *grid) {
  const pme__answer *answers = grid->answers;
  int best = -1;
  for (int i = 1; i < grid->count; i++)
    if (answers[i].is_answered && answers[i].candidate.pad_count == 0 &&
        answers[i].candidate.threads == answers[0].candidate.threads &&
        (best < 0 || cost_without_conflicts(question, &answers[i]) < cost_without_conflicts(question, &answers[best])))
      best = i;
  return best;
}

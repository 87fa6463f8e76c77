/* Padding: candidates whose rows are longer by a line, where conflicts may be among the misses. */
#include "padding.h"

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"
#include "analysis/core/tree.h"
#include "row_pitch.h"

/* Share of the misses of a level that conflicts must make for rows to be padded. */
static const double PADDING_SHARE = 0.2;
enum { MOST_PADS = 2 };

/* Whether so many of the misses of a level are neither first touches nor due to others: conflicts may be among them. */
static bool may_conflict(const pme_misses *misses, const pme_candidate *c, int level_count) {
  for (int l = 0; l < level_count; l++)
    if (misses[l].self > PADDING_SHARE * c->levels[l].misses)
      return true;
  return false;
}

/* Longer by a line, or by as many elements as that takes; false: the array has no rows that could be longer. */
static bool lengthen_rows(const pme_prediction *p, int access, pme_candidate *pad) {
  const pme_array *array = pme_program_array(pme_concrete_program(p->concrete), pad->padded_array);
  int64_t element = array->element_bytes, line = p->machine->levels[0].line_bytes;
  pad->pad_bytes = line;
  pad->pad_row_bytes = 0;
  if (array->extent_count > 1)
    return true;
  pad->pad_row_bytes = pme__crowded_row_pitch(p, access);
  if (element > 0 && pad->pad_row_bytes % element == 0)
    pad->pad_bytes = (line + element - 1) / element * element;
  return pad->pad_row_bytes > 0;
}

void pme__add_padding(const pme__question *question, pme__grid *grid, int number) {
  const pme_prediction *p = question->prediction;
  const pme_candidate *from = &grid->answers[number].candidate;
  pme_candidate pad = *from;
  int tried = 0;
  pad.is_present = false;
  for (int r = 0; r < p->reference_count && tried < MOST_PADS; r++) {
    const pme_reference_prediction *row = &p->references[r];
    const pme_concrete_node *node = pme_concrete_node_at(p->concrete, row->node);
    if (!row->modelled || !pme_subject_is_below(p->subject, row->node, question->loop) ||
        pme__is_stream(p->concrete, row->node, p->machine->levels[0].line_bytes))
      continue;
    bool conflicts = may_conflict(number == 0 ? row->levels : from->levels, from, p->level_count);
    pad.padded_array = node->u.access.array;
    if (conflicts && lengthen_rows(p, row->node, &pad))
      tried += pme__grid_add(grid, grid->answers[0].distribution.iterations, &pad) >= 0;
  }
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
    if (answers[i].is_answered && answers[i].candidate.pad_bytes == 0 &&
        answers[i].candidate.threads == answers[0].candidate.threads &&
        (best < 0 || cost_without_conflicts(question, &answers[i]) < cost_without_conflicts(question, &answers[best])))
      best = i;
  return best;
}

/* Counters and sums of each thread: `hits[t]`, `count[t][x]`. Schedules do not part them, lines of their own do. */
#include "own_lines.h"

#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"
#include "analysis/core/tree.h"
#include "rank.h"

/* Whether all that one iteration touches lies in so many bytes. Where parts alternate, out[n][thread], lines for each
 * element would make the array many times as large. */
static bool lies_together(const pme__question *q, int access, double bytes) {
  const pme_prediction *p = q->prediction;
  double span = 1;
  for (int inner = pme__loop_around(p->subject, access); inner != PME_NONE && inner != q->loop;
       inner = pme__loop_around(p->subject, inner)) {
    const pme_loop_prediction *row = pme__loop_row(p, inner);
    double stride = (double)llabs((long long)pme__stride_along(p->concrete, access, inner));
    span += row && row->trip_count > 1 ? (row->trip_count - 1) * stride : 0;
  }
  return span <= bytes;
}

/* Whether loops around the parallel one leave it where it is. Where they come to other elements each time, out[n][class],
 * lines of their own are as many more lines to fetch. */
static bool stays_around(const pme__question *q, int access) {
  const pme_prediction *p = q->prediction;
  for (int outer = pme__loop_around(p->subject, q->loop); outer != PME_NONE;
       outer = pme__loop_around(p->subject, outer))
    if (pme__stride_along(p->concrete, access, outer) != 0)
      return false;
  return true;
}

/* Whether the parts of neighbouring threads may lie in one line. */
static bool is_narrow(const pme__question *q, int access) {
  const pme_prediction *p = q->prediction;
  const pme_concrete_access *a = &pme_concrete_node_at(p->concrete, access)->u.access;
  double bytes = (double)llabs((long long)a->thread_bytes);
  return a->thread_bytes != 0 && llabs((long long)a->thread_bytes) % p->machine->levels[0].line_bytes &&
         lies_together(q, access, bytes);
}

/* Elements of the iterations, so few that no schedule deals out whole lines of them to two threads. */
static bool are_few(const pme__question *q, int access) {
  const pme_prediction *p = q->prediction;
  double bytes = (double)llabs((long long)pme__stride_along(p->concrete, access, q->loop));
  double line_bytes = p->machine->levels[0].line_bytes;
  const pme_loop_prediction *row = pme__loop_row(p, q->loop);
  return bytes > 0 && bytes < line_bytes && row && row->trip_count * bytes < 2 * line_bytes &&
         lies_together(q, access, bytes);
}

static void add_array(int array, pme_loop_advice *out) {
  for (int i = 0; i < out->own_line_count; i++)
    if (out->own_lines[i] == array)
      return;
  if (out->own_line_count < PME_MOST_OWN_LINES)
    out->own_lines[out->own_line_count++] = array;
}

/* Misses alone are weighed by what they usually take, as those that a schedule saves are. */
static bool is_worth_it(const pme__question *q, const pme_candidate *present, double saved) {
  pme_candidate better = *present;
  int level = pme__outermost_private(q->prediction);
  better.ratio_level = level;
  better.levels[level].misses -= saved;
  if (!q->costs)
    return saved > PME__WORTH * present->levels[level].misses && pme__is_notable(q, present, &better);
  const pme_misses *m = &present->levels[level];
  double share = m->coherence > 0 ? saved / m->coherence : 0;
  pme_loop_time parted = present->time;
  parted.coherence *= share < 1 ? 1 - share : 0;
  parted.stores *= share < 1 ? 1 - share : 0;
  return pme__cycles_together(&parted) < (1 - PME__WORTH) * present->time.cycles;
}

/* What the access loses to others that write elsewhere in its lines, if lines of its own end that. */
static double saved_by_lines(const pme__question *q, const pme_reference_prediction *row, int level) {
  bool is_open = row->modelled && row->levels[level].false_sharing > 0 &&
                 pme_subject_is_below(q->prediction->subject, row->node, q->loop) && stays_around(q, row->node) &&
                 (is_narrow(q, row->node) || are_few(q, row->node));
  return is_open ? row->levels[level].false_sharing : 0;
}

/* Whether nothing else is written in the loop: then what is read, too, loses its lines to these arrays alone, an object
 * that lies beside them, and keeps them as soon as these have lines of their own. */
static bool are_all_writes(const pme__question *q, const pme_loop_advice *out) {
  const pme_prediction *p = q->prediction;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_concrete_access *access = &pme_concrete_node_at(p->concrete, p->references[r].node)->u.access;
    bool is_own = !access->is_write || !pme_subject_is_below(p->subject, p->references[r].node, q->loop);
    for (int i = 0; i < out->own_line_count && !is_own; i++)
      is_own = out->own_lines[i] == access->array;
    if (!is_own)
      return false;
  }
  return true;
}

void pme__find_own_lines(const pme__question *q, const pme_candidate *present, pme_loop_advice *out) {
  static const double worth_a_name = 0.01;
  const pme_prediction *p = q->prediction;
  int level = pme__outermost_private(p);
  double saved = 0;
  for (int r = 0; r < p->reference_count; r++)
    saved += saved_by_lines(q, &p->references[r], level);
  for (int r = 0; r < p->reference_count; r++)
    if (saved_by_lines(q, &p->references[r], level) > worth_a_name * saved)
      add_array(pme_concrete_node_at(p->concrete, p->references[r].node)->u.access.array, out);
  if (saved > 0 && are_all_writes(q, out))
    saved = present->levels[level].false_sharing;
  if (saved > present->levels[level].false_sharing) /* looked at at other places of the arrays */
    saved = present->levels[level].false_sharing;
  out->own_level = level;
  out->own_saved = saved;
  if (!is_worth_it(q, present, saved))
    out->own_line_count = 0;
}

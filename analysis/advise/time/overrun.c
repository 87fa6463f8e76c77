/* What prefetchers do at the ends of chunks: they go on, into what another thread writes. */
#include "overrun.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "loop_body.h"
#include "memory_time.h"

/* What a line costs that its owner has in a private cache, of one that it fetches anew: it is taken away, waited for and
 * taken back. Fitted (docs/model/advice.md). */
static const double TIMES_OF_OWNED = 5;

/* Whether a team does it. */
static bool is_dealt_out(const pme_program *program, int access) {
  for (int node = access; node != PME_NONE; node = pme_program_node(program, node)->parent)
    if (pme_program_node(program, node)->kind == PME_NODE_LOOP && pme_program_node(program, node)->u.loop.parallel)
      return true;
  return false;
}

/* Whether threads write the array, in the same outermost construct: what was made before it, or by one thread, is soon in
 * the caches of all, and a line that is fetched ahead in vain is taken from nobody. */
static bool is_written(const pme_prediction *p, int access) {
  const pme_program *program = pme_concrete_program(p->concrete);
  int array = pme_program_node(program, access)->u.access.array, top = access;
  while (pme_program_node(program, top)->parent != PME_NONE)
    top = pme_program_node(program, top)->parent;
  for (int i = 0; i < p->reference_count; i++) {
    int other = p->references[i].node;
    const pme_access *a = &pme_program_node(program, other)->u.access;
    if (a->array == array && a->is_write && pme_subject_is_below(p->subject, other, top) &&
        is_dealt_out(program, other))
      return true;
  }
  return false;
}

/* Bytes from the first to behind the last that the loops inside of one iteration of `loop` reach. */
static double span_of_iteration(const pme_prediction *p, int access, int loop) {
  double bytes = (double)pme_concrete_node_at(p->concrete, access)->u.access.size_bytes;
  for (int inner = pme__loop_around(p->subject, access); inner != PME_NONE && inner != loop;
       inner = pme__loop_around(p->subject, inner)) {
    const pme_loop_prediction *row = pme__loop_row(p, inner);
    double steps = row ? fmax(row->trip_count - 1, 0) : 0;
    bytes += steps * fabs((double)pme__stride_along(p->concrete, access, inner));
  }
  return bytes;
}

/* Lines that a thread goes through before the next chunk begins; 0: the next chunk does not begin there. */
static double lines_of_chunk(const pme_prediction *p, int access, int loop) {
  const pme_concrete_loop *shared = &pme_concrete_node_at(p->concrete, loop)->u.loop;
  const pme_loop_prediction *row = pme__loop_row(p, loop);
  double stride = fabs((double)pme__stride_along(p->concrete, access, loop));
  double line_bytes = p->machine->levels[0].line_bytes;
  if (shared->threads <= 1 || shared->collapse > 1 || stride <= 0 || !row || row->trip_count <= 1 ||
      span_of_iteration(p, access, loop) < stride - line_bytes)
    return 0;
  double iterations =
      shared->chunk > 0 ? fmin((double)shared->chunk, row->trip_count) : ceil(row->trip_count / shared->threads);
  return iterations < row->trip_count ? iterations * stride / line_bytes : 0;
}

static double own_misses(const pme_misses *m) { return fmax(m->misses - m->coherence, 0); }

double pme__overrun_lines(const pme_prediction *prediction, const pme_reference_prediction *access, int loop,
                          double ahead) {
  const pme_concrete_access *a = &pme_concrete_node_at(prediction->concrete, access->node)->u.access;
  double fetched = own_misses(&access->levels[0]);
  if (fetched <= 0 || a->thread_bytes != 0 || pme_concrete_array_at(prediction->concrete, a->array)->is_private ||
      !pme__is_stream(prediction->concrete, access->node, prediction->machine->levels[0].line_bytes) ||
      !is_written(prediction, access->node))
    return 0;
  double lines = lines_of_chunk(prediction, access->node, loop);
  if (lines < 1) /* that is false sharing, which misses show */
    return 0;
  double fresh = fmin(own_misses(&access->levels[pme__outermost_private(prediction)]) / fetched, 1);
  return fetched * fmin(ahead / lines, 1) * (fresh + (1 - fresh) * TIMES_OF_OWNED);
}

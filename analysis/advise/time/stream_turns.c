/* Prefetchers follow a run of lines, in a page, from where a core was last: while it goes along other runs they bring what
 * comes next, as long as they keep account of so many. Measured with sums of tiles (docs/results/loop-order.md). */
#include "stream_turns.h"

#include <math.h>

#include "analysis/core/tree.h"

/* Lines of a stream from the memory that are under way together: those that prefetchers asked for ahead of a core, and
 * those that it has come to itself in its window of operations; no more than its second level keeps account of. */
static const double LINES_AHEAD = 20, MOST_LINES = 48;
/* A written line that stands alone holds up the stores behind it, which leave a core in order. */
static const double FIRSTS_OF_A_WRITE = 4;
/* Of more runs some are forgotten, of so many all. */
static const double RUNS_KEPT = 16, RUNS_FORGOTTEN = 64;

double pme__share_forgotten(double runs) { return fmin(fmax((runs - RUNS_KEPT) / (RUNS_FORGOTTEN - RUNS_KEPT), 0), 1); }

pme__turns pme__turns_of(const pme__stream_loop loops[], int count, double bytes, double line_bytes) {
  double span = bytes, runs = 1, iterations = 1; /* these: of a turn */
  pme__turns out = {.runs = 1, .lines = bytes / line_bytes};
  for (int l = 0; l < count && out.piece <= 0; l++) {
    double stride = fabs(loops[l].stride), trips = fmax(loops[l].trips, 1);
    /* The mean of tiles of which the last is a part is shorter than a step over tiles. */
    bool moves = stride > 0 && trips > 1, is_next = moves && stride <= span * trips / (trips - 1) + line_bytes;
    if (is_next && runs > out.runs && (span <= LINES_AHEAD * line_bytes || out.runs <= 1)) {
      out.lines = pme__share_forgotten(out.runs) <= 0 ? span / line_bytes : out.lines;
      out.runs = runs;
      out.advance = stride / line_bytes / iterations;
    }
    if (is_next && runs > 1 && span > LINES_AHEAD * line_bytes)
      out.piece = span / line_bytes;
    span += is_next ? stride * (trips - 1) : 0;
    *(moves && !is_next ? &runs : &iterations) *= trips;
  }
  return out;
}

/* Where a loop begins hangs on loops around it: these move the access, too. */
static void move_with(const pme_concrete_loop *loop, double strides[]) {
  for (int d = 0; d < loop->firsts[0].depth; d++)
    strides[d] += strides[loop->depth] * (double)loop->firsts[0].coefficients[d];
}

pme__turns pme__turns_of_access(const pme_prediction *prediction, int access, double line_bytes) {
  const pme_concrete_access *a = &pme_concrete_node_at(prediction->concrete, access)->u.access;
  double strides[PME_MAX_DEPTH] = {0};
  pme__stream_loop loops[PME_MAX_DEPTH];
  int count = 0;
  if (!pme_concrete_node_at(prediction->concrete, access)->modelled)
    return (pme__turns){.runs = 1, .lines = 1}; /* of a run: data say where it goes */
  for (int d = 0; d < a->offset_bytes.depth; d++)
    strides[d] = (double)a->offset_bytes.coefficients[d];
  for (int id = pme__loop_around(prediction->subject, access); id != PME_NONE && count < PME_MAX_DEPTH;
       id = pme__loop_around(prediction->subject, id)) {
    const pme_concrete_node *node = pme_concrete_node_at(prediction->concrete, id);
    const pme_loop_prediction *row = pme__loop_row(prediction, id);
    if (!node->modelled || !row)
      break;
    bool is_dealt = node->u.loop.parallel && node->u.loop.threads > 1;
    loops[count++] = (pme__stream_loop){strides[node->u.loop.depth] * (double)node->u.loop.step,
                                        row->trip_count / (is_dealt ? node->u.loop.threads : 1)};
    move_with(&node->u.loop, strides);
  }
  return pme__turns_of(loops, count, (double)a->size_bytes, line_bytes);
}

bool pme__are_foreseen_turns(const pme__turns *turns) { return turns->runs > 1 && turns->lines <= LINES_AHEAD; }

void pme__add_stream(const pme__turns *turns, double lines, double present, bool is_write, pme__stream_lines *sum) {
  bool is_foreseen = pme__are_foreseen_turns(turns);
  *(is_foreseen ? &sum->in_turns : &sum->at_once) += lines;
  sum->turns += is_foreseen ? lines / fmax(turns->lines, 1) * (is_write ? FIRSTS_OF_A_WRITE : 1) : 0;
  sum->pieces += turns->piece <= 0 ? 0 : lines / turns->piece / (is_foreseen ? turns->runs : 1);
  /* Along a long piece one run is there at a time. */
  sum->runs += fmin(present, 1) * (is_foreseen ? turns->runs : 1);
  sum->long_runs = fmax(sum->long_runs, turns->piece > 0 ? turns->runs : 0);
}

/* Waits of a piece for its first lines that nobody asked for ahead, as far as others do not stand in the window. */
static double wait_of_piece(const pme__costs *costs, int levels, const pme__stream_lines *lines, double in_window) {
  double hidden = (1 - pme__share_forgotten(lines->long_runs)) * LINES_AHEAD * costs->stream_together;
  double pieces_in_window = in_window * lines->pieces / (lines->at_once + lines->in_turns);
  return fmax(costs->latency[levels] - hidden, 0) / (1 + pieces_in_window);
}

/* Of a line of runs that prefetchers have forgotten: the first of each turn stands alone, and so do the others where the
 * core does not come to them in its window. */
static double forgotten_line(const pme__costs *costs, int levels, const pme__stream_lines *lines, double in_window) {
  double together = costs->stream_together, alone = costs->scattered[levels];
  return fmax(together + fmax(alone - together, 0) * lines->turns / lines->in_turns,
              fmin(alone, costs->latency[levels] / in_window));
}

/* Prefetchers stop where a page ends: a stream alone waits there, several wait for each other's pages together. A core that
 * comes to few lines in its window waits longer for each (Little's law), but for those of runs in turns, which come while
 * it is elsewhere. */
pme__stream_time pme__time_of_streams(const pme__costs *costs, int levels, const pme__stream_lines *lines) {
  double together = costs->stream_together, at_page_ends = costs->stream[levels] - together;
  double in_window = lines->operations > 0 ? PME__WINDOW_OPERATIONS / lines->operations : MOST_LINES;
  double longer = fmax(MOST_LINES / (LINES_AHEAD + in_window), 1) - 1, runs = fmax(lines->runs, 1);
  double forgotten = pme__share_forgotten(runs);
  pme__stream_time out = {.forgotten = forgotten};
  out.streams = lines->at_once * (together * (1 + longer) + at_page_ends / fmax(lines->streams, 1));
  out.streams += (1 - forgotten) * lines->in_turns * (together * (1 + longer / runs) + at_page_ends / runs);
  if (lines->pieces > 0)
    out.streams += lines->pieces * wait_of_piece(costs, levels, lines, in_window);
  if (lines->in_turns > 0)
    out.scattered = forgotten * lines->in_turns * forgotten_line(costs, levels, lines, in_window);
  return out;
}

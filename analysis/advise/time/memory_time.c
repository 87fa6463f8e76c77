/* Time that goes into waiting for lines: prefetchers hide most of it for streams, little for scattered accesses. */
#include "memory_time.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "loop_body.h"
#include "overrun.h"
#include "unrolled_loop.h"

/* Lines of a stream from the memory that are under way together: those that prefetchers asked for ahead of a core, and
 * those that it has come to itself in its window of operations; no more than its second level keeps account of. */
static const double LINES_AHEAD = 20, MOST_LINES = 48;

typedef struct query {
  const pme_prediction *prediction;
  const pme_program *program;
  const pme__costs *costs;
  int loop;
  double bias;
} query;

/* Streams from the memory that the accesses of one body make together. */
typedef struct body_streams {
  int loop;          /* the innermost one that is compiled */
  double copies;     /* of the body in it */
  double iterations; /* of the loop, all together */
  double lines, squares;
  double ways;    /* summed over the lines: shares of a line that an iteration moves on by */
  double streams; /* under way together, in the mean; above 1 they are known to be */
} body_streams;

/* ---- pages ---- */

/* Of translations of so many pages, used again and again, the share that is gone: sets fill unevenly, so it begins at
 * half of those that are kept and is whole at twice as many. */
static double share_evicted(const pme__costs *costs, double pages) {
  return fmin(fmax((pages / costs->page_entries - 0.5) / 1.5, 0), 1);
}

static bool has_same_strides(const pme_concrete_access *a, const pme_concrete_access *b) {
  const pme_affine *x = &a->offset_bytes, *y = &b->offset_bytes;
  bool is_same = a->array == b->array && x->depth == y->depth && x->div_count == 0 && y->div_count == 0;
  for (int d = 0; is_same && d < x->depth; d++)
    is_same = x->coefficients[d] == y->coefficients[d];
  return is_same;
}

/* Whether one access comes to the pages of another in the same iteration, or in one a few before or after: points of a
 * stencil, members of a record. */
static bool shares_pages(const query *q, int access, int other) {
  static const int64_t few = 16;
  const pme_concrete_access *a = &pme_concrete_node_at(q->prediction->concrete, access)->u.access;
  const pme_concrete_access *b = &pme_concrete_node_at(q->prediction->concrete, other)->u.access;
  int64_t stride = pme__stride_of(q->prediction->concrete, access);
  double apart = fabs((double)a->offset_bytes.constant - (double)b->offset_bytes.constant);
  double steps = stride != 0 ? round(apart / fabs((double)stride)) : 0;
  double rest = fabs(apart - steps * fabs((double)stride));
  return has_same_strides(a, b) && steps <= few && rest < q->costs->page_bytes / 2;
}

/* ... and is counted before: one translation serves both. */
static bool finds_translations(const query *q, const pme_reference_prediction *row) {
  const pme_prediction *p = q->prediction;
  int loop = pme__loop_around(p->subject, row->node);
  for (const pme_reference_prediction *other = p->references; other < row; other++)
    if (other->modelled && pme__loop_around(p->subject, other->node) == loop && shares_pages(q, row->node, other->node))
      return true;
  return false;
}

/* Of the pages that the loops inside of `loop` come to, the share that is new in its next iteration: steps of a page or
 * more bring new ones, but what an inner loop has come to that goes in the same steps, those of a stencil. */
static double share_new(const query *q, int access, int loop) {
  const pme_concrete *concrete = q->prediction->concrete;
  double stride = fabs((double)pme__stride_along(concrete, access, loop));
  double share = fmin(stride / q->costs->page_bytes, 1);
  for (int inner = pme__loop_around(q->prediction->subject, access); inner != loop;
       inner = pme__loop_around(q->prediction->subject, inner)) {
    const pme_loop_prediction *row = pme__loop_row(q->prediction, inner);
    double step = fabs((double)pme__stride_along(concrete, access, inner));
    if (row && row->trip_count > 0 && step > 0 && stride > 0 && fmod(stride, step) <= 0)
      share = fmin(share, stride / step / row->trip_count);
  }
  return share;
}

/* Translations that all executions of a scattered access need: from the innermost loop outwards, those of an execution
 * are needed again where the loop around goes on in the same pages and they are too many. */
static double translations_of(const query *q, int access) {
  double needed = 1, pages = 1;
  for (int node = pme__loop_around(q->prediction->subject, access); node != PME_NONE;
       node = pme__loop_around(q->prediction->subject, node)) {
    const pme_loop_prediction *row = pme__loop_row(q->prediction, node);
    double trips = row ? row->trip_count : 1;
    double new_pages = fmax(trips - 1, 0) * share_new(q, access, node);
    double again = fmax(trips - 1 - new_pages, 0) * share_evicted(q->costs, pages);
    needed *= 1 + new_pages + again;
    pages *= 1 + new_pages;
    if (node == q->loop)
      return needed * (row ? row->executions : 1);
  }
  return needed;
}

/* ---- one access ---- */

int pme__outermost_private(const pme_prediction *prediction) {
  int level = 0;
  while (level + 1 < prediction->level_count && !prediction->level_info[level + 1].shared)
    level++;
  return level;
}

static double misses_of(const pme_misses *m, double bias) {
  double value = bias < 0 ? m->low : bias > 0 ? m->high : m->misses;
  return fmax(value - m->coherence, 0);
}

/* Lost to writes of others. They are the rarest and the dearest: what is open is taken to be open of them. */
static double lost_lines(const pme_misses *m, double bias) {
  double open = bias < 0 ? m->low - m->misses : bias > 0 ? m->high - m->misses : 0;
  return m->coherence > 0 ? fmax(m->coherence + open, 0) : 0;
}

/* Accesses that lose a line in lock step where threads that have drifted apart lose it once: the iterations of one
 * thread that share a line, where the worksharing loop itself moves the access along it. */
static double losses_of_a_line(const query *q, int access) {
  const pme_prediction *p = q->prediction;
  const pme_concrete_loop *shared = &pme_concrete_node_at(p->concrete, q->loop)->u.loop;
  double stride = fabs((double)pme__stride_along(p->concrete, access, q->loop));
  if (pme__loop_around(p->subject, access) != q->loop || stride <= 0 || shared->threads <= 1)
    return 1;
  return fmax(p->machine->levels[0].line_bytes / stride / shared->threads, 1);
}

static double lines_from_memory(const query *q, const pme_reference_prediction *row) {
  return misses_of(&row->levels[q->prediction->level_count - 1], q->bias);
}

static void add_transfers(const query *q, const pme_reference_prediction *row, bool is_write, pme__transfers *sum) {
  double transfer = q->costs->transfer;
  double lost = lost_lines(&row->levels[pme__outermost_private(q->prediction)], q->bias) * transfer;
  lost *= is_write ? 0.5 : lost > 0 && pme__is_forwarded(q->prediction, row->node) ? 0 : 1;
  sum->lost += lost;
  sum->lost_least += lost / losses_of_a_line(q, row->node);
  sum->overrun += pme__overrun_lines(q->prediction, row, q->loop, PME__AHEAD_USUAL) * transfer;
  sum->overrun_least += pme__overrun_lines(q->prediction, row, q->loop, PME__AHEAD_LEAST) * transfer;
  sum->overrun_most += pme__overrun_lines(q->prediction, row, q->loop, PME__AHEAD_MOST) * transfer;
}

static void add_reference(const query *q, const pme_reference_prediction *row, body_streams *s, pme__memory_time *sum) {
  const pme_prediction *p = q->prediction;
  bool is_write = pme_program_node(q->program, row->node)->u.access.is_write;
  bool is_stream = pme__is_stream(p->concrete, row->node, p->machine->levels[0].line_bytes);
  double from_memory = lines_from_memory(q, row);
  for (int from = 1; from < p->level_count; from++) {
    double served = fmax(misses_of(&row->levels[from - 1], q->bias) - misses_of(&row->levels[from], q->bias), 0);
    *(is_stream ? &sum->streams : &sum->scattered) +=
        served * (is_stream ? q->costs->stream[from] : q->costs->scattered[from]);
  }
  sum->from_memory += from_memory * (is_write ? q->costs->ways_of_a_write : 1);
  add_transfers(q, row, is_write, is_write ? &sum->writes : &sum->reads);
  if (is_stream) {
    double way = fabs((double)pme__stride_along(p->concrete, row->node, s->loop)) / p->machine->levels[0].line_bytes;
    bool is_copied = pme__stride_along(p->concrete, row->node, pme__loop_around(p->subject, row->node)) != 0;
    way = fmin(way, 1) * (is_copied ? s->copies : 1);
    s->lines += from_memory;
    s->squares += from_memory * from_memory;
    s->ways += from_memory * way;
    s->streams += way > 0 && s->iterations > 0 ? from_memory / (s->iterations * way) : 0;
  } else {
    sum->scattered += from_memory * q->costs->scattered[p->level_count];
    if (q->costs->walk > 0 && !finds_translations(q, row))
      sum->pages += translations_of(q, row->node) * q->costs->walk;
  }
}

/* ---- streams from the memory ---- */

static bool stands_at(const query *q, const pme_reference_prediction *row, int loop) {
  return row->modelled && pme__loop_around(q->prediction->subject, row->node) == loop;
}

/* Streams that are under way together. Their lines / those of one stream, where that is more than one: a row that
 * several accesses bring in turns is one stream. Where the memory has the lines of some executions only, several
 * accesses with like numbers of lines are taken to miss in the same ones: (sum)^2 / sum of squares. */
static double streams_of(const body_streams *s) {
  double share = fmin(s->streams, 1), like = s->lines * s->lines / s->squares;
  return fmax(s->streams, share + (1 - share) * like);
}

/* How much longer a line takes where a core comes to few of them in its window: lines under way / those that could be
 * (Little's law). */
static double latency_factor(const query *q, int loop, const body_streams *s) {
  double lines = streams_of(s) * s->ways / s->lines;
  pme__loop_body body = pme__compiled_body_of(q->prediction, loop);
  double operations = (body.operations + body.moving_accesses) / (double)(body.vector > 1 ? body.vector : 1);
  if (lines <= 0 || operations <= 0)
    return 1;
  return fmax(MOST_LINES / (LINES_AHEAD + PME__WINDOW_OPERATIONS * lines / operations), 1);
}

/* Prefetchers stop where a page ends: a stream alone waits there, several wait for each other's pages together. */
static double cycles_of_streams(const query *q, int loop, const body_streams *s) {
  const pme__costs *c = q->costs;
  int memory = q->prediction->level_count;
  if (s->lines <= 0)
    return 0;
  double together = c->stream_together, alone = c->stream[memory];
  return s->lines * (together * latency_factor(q, loop, s) + (alone - together) / fmax(streams_of(s), 1));
}

/* ---- all bodies ---- */

static void add_body(const query *q, const pme_loop_prediction *body, pme__memory_time *sum) {
  int64_t copies = pme__unrolled_trips(q->prediction->concrete, body->node);
  body_streams s = {.loop = body->node, .iterations = body->executions * body->trip_count, .copies = 1};
  if (copies > 0) {
    s.loop = pme__loop_around(q->prediction->subject, body->node);
    s.iterations /= (double)copies;
    s.copies = (double)copies;
  }
  for (int i = 0; i < q->prediction->reference_count; i++)
    if (stands_at(q, &q->prediction->references[i], body->node))
      add_reference(q, &q->prediction->references[i], &s, sum);
  sum->streams += cycles_of_streams(q, s.loop, &s);
}

pme__memory_time pme__memory_time_of(const pme_prediction *prediction, const pme__costs *costs, int loop, double bias) {
  query q = {prediction, pme_concrete_program(prediction->concrete), costs, loop, bias};
  pme__memory_time sum = {0};
  for (int i = 0; i < prediction->loop_count; i++)
    if (pme_subject_is_below(prediction->subject, prediction->loops[i].node, loop))
      add_body(&q, &prediction->loops[i], &sum);
  return sum;
}

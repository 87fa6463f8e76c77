/* Time that goes into waiting for lines: prefetchers hide most of it for streams, little for scattered accesses. */
#include "memory_time.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "loop_body.h"
#include "overrun.h"
#include "stream_turns.h"
#include "unrolled_loop.h"

typedef struct query {
  const pme_prediction *prediction;
  const pme_program *program;
  const pme__costs *costs;
  int loop;
  double window, bias;
} query;

/* Streams from the memory that the accesses of one body make together. */
typedef struct body_streams {
  int loop;          /* the innermost one that is compiled */
  double copies;     /* of the body in it */
  double iterations; /* of the loop, all together */
  double lines, squares;
  double ways;    /* summed over the lines: shares of a line that an iteration moves on by */
  double streams; /* under way together, in the mean; above 1 they are known to be */
  pme__stream_lines foreseen;
  double pages; /* cycles for translations of runs in turns, if they are forgotten */
  double apart[PME_MAX_LEVELS +
               1]; /* cycles a scattered line of each level, then of the memory, that others stand beside */
} body_streams;

/* ---- pages ---- */

/* Of translations of so many pages, used again and again, the share that is gone: sets fill unevenly, so it begins at
 * half of those that are kept and is whole at twice as many. */
static double share_evicted(double entries, double pages) { return fmin(fmax((pages / entries - 0.5) / 1.5, 0), 1); }

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

/* Translations that all executions of a scattered access need of a buffer that keeps so many: from the innermost loop outwards, those of an execution
 * are needed again where the loop around goes on in the same pages and they are too many. */
static double translations_of(const query *q, int access, double entries) {
  double needed = 1, pages = 1;
  for (int node = pme__loop_around(q->prediction->subject, access); node != PME_NONE;
       node = pme__loop_around(q->prediction->subject, node)) {
    const pme_loop_prediction *row = pme__loop_row(q->prediction, node);
    double trips = row ? row->trip_count : 1;
    double new_pages = fmax(trips - 1, 0) * share_new(q, access, node);
    double again = fmax(trips - 1 - new_pages, 0) * share_evicted(entries, pages);
    needed *= 1 + new_pages + again;
    pages *= 1 + new_pages;
    if (node == q->loop)
      return needed * (row ? row->executions : 1);
  }
  return needed;
}

/* Cycles for them; where two buffers are asked one after the other, the second one's answers take time, too. */
typedef struct page_waits {
  double walks, hits;
} page_waits;

static page_waits wait_for_pages(const query *q, const pme_reference_prediction *row) {
  const pme__costs *c = q->costs;
  if (c->walk <= 0 || finds_translations(q, row))
    return (page_waits){0};
  double hits = c->hit > 0 ? translations_of(q, row->node, c->first_entries) : 0;
  return (page_waits){translations_of(q, row->node, c->page_entries) * c->walk, hits * c->hit};
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

/* Lines that an iteration of the compiled loop moves on by. */
static double way_of(const query *q, int access, const body_streams *s) {
  const pme_prediction *p = q->prediction;
  double line = (double)p->machine->levels[0].line_bytes;
  double along = fabs((double)pme__stride_along(p->concrete, access, s->loop)) / line;
  double copy = fabs((double)pme__stride_along(p->concrete, access, pme__loop_around(p->subject, access))) / line;
  if (s->copies <= 1 || copy <= 0)
    return fmin(along, 1);
  return copy < 1 ? fmin(along, fmax(s->copies * copy, 1)) : s->copies * fmin(along, 1);
}

/* How often a run in turns comes to each of its lines from the memory; 0 without turns. */
static double times_of_turns(const body_streams *s, const pme__turns *turns, double lines) {
  double once = s->iterations * s->copies * turns->advance;
  return once > 0 ? lines / once : 0;
}

/* `lines`: of those that come from the memory the ones that a prefetcher may follow. */
static void add_stream(const query *q, const pme_reference_prediction *row, const pme__turns *turns, double lines,
                       body_streams *s) {
  bool is_write = pme_program_node(q->program, row->node)->u.access.is_write;
  double way = way_of(q, row->node, s), present = way > 0 && s->iterations > 0 ? lines / (s->iterations * way) : 0;
  s->lines += lines;
  s->squares += lines * lines;
  s->ways += lines * way;
  s->streams += present;
  pme__add_stream(turns, lines, turns->runs > 1 ? times_of_turns(s, turns, lines) : present, is_write, &s->foreseen);
}

/* ---- scattered lines ---- */

static bool stands_at(const query *q, const pme_reference_prediction *row, int loop) {
  return row->modelled && pme__loop_around(q->prediction->subject, row->node) == loop;
}

static bool is_write(const query *q, const pme_reference_prediction *row) {
  return pme_program_node(q->program, row->node)->u.access.is_write;
}

static bool is_scattered(const query *q, int access) {
  int64_t line = q->prediction->machine->levels[0].line_bytes;
  pme__turns turns = pme__turns_of_access(q->prediction, access, (double)line);
  return !pme__is_stream(q->prediction->concrete, access, line) && !pme__are_foreseen_turns(&turns);
}

/* Of the lines that an access misses in a level those that a core asks for as fast as it can: first touches come one
 * after the other, where a loop begins with its data, and stores leave the window before their lines come. */
static double share_gathered(const query *q, const pme_reference_prediction *row, int level) {
  const pme_misses *m = &row->levels[level];
  return is_write(q, row) ? 1 : m->misses > 0 ? fmin(m->cold / m->misses, 1) : 0;
}

/* Cycles a line from level `from` of which as many are under way as a core can have. */
static double cycles_gathered(const query *q, int from) {
  bool is_known = from == q->prediction->level_count && q->window < PME__WINDOW_UNKNOWN;
  return is_known ? q->costs->gathered : q->costs->scattered[from];
}

/* The same of the other ones: a core waits for as many at once as stand in its window. A line of level `from` waits
 * together with those that come from there or from behind. */
static double cycles_apart(const query *q, int loop, int from) {
  const pme_prediction *p = q->prediction;
  const pme_loop_prediction *row = pme__loop_row(p, loop);
  pme__loop_body body = pme__loop_body_of(p, loop);
  double lines = 0, least = cycles_gathered(q, from);
  for (int i = 0; i < p->reference_count; i++)
    if (stands_at(q, &p->references[i], loop) && is_scattered(q, p->references[i].node))
      lines +=
          misses_of(&p->references[i].levels[from - 1], q->bias) * (1 - share_gathered(q, &p->references[i], from - 1));
  if (!row || lines <= 0)
    return least;
  double steps = row->executions * row->trip_count / (double)(body.vector > 1 ? body.vector : 1);
  double operations = steps * (body.operations + body.moving_accesses) / lines;
  return operations > 0 ? fmax(least, q->costs->latency[from] / (1 + q->window / operations)) : least;
}

/* Of an access, in the mean. */
static double cycles_of_scattered(const query *q, const pme_reference_prediction *row, const body_streams *s,
                                  int from) {
  double gathered = share_gathered(q, row, from - 1);
  return gathered * cycles_gathered(q, from) + (1 - gathered) * s->apart[from];
}

static void add_reference(const query *q, const pme_reference_prediction *row, body_streams *s, pme__memory_time *sum) {
  const pme_prediction *p = q->prediction;
  bool writes = is_write(q, row);
  double line = (double)p->machine->levels[0].line_bytes;
  pme__turns turns = pme__turns_of_access(p, row->node, line);
  bool goes_along = pme__is_stream(p->concrete, row->node, (int64_t)line);
  bool is_stream = pme__are_foreseen_turns(&turns) || goes_along;
  double from_memory = lines_from_memory(q, row);
  for (int from = 1; from < p->level_count; from++) {
    double served = fmax(misses_of(&row->levels[from - 1], q->bias) - misses_of(&row->levels[from], q->bias), 0);
    *(is_stream ? &sum->streams : &sum->scattered) +=
        served * (is_stream ? q->costs->stream[from] : cycles_of_scattered(q, row, s, from));
  }
  sum->from_memory += from_memory * (writes ? q->costs->ways_of_a_write : 1);
  add_transfers(q, row, writes, writes ? &sum->writes : &sum->reads);
  /* Lines that left before the next turn came are not those that prefetchers follow. */
  double followed = goes_along ? 1 : is_stream ? 1 / fmax(times_of_turns(s, &turns, from_memory), 1) : 0;
  page_waits pages = goes_along && !pme__are_foreseen_turns(&turns) ? (page_waits){0} : wait_for_pages(q, row);
  if (followed > 0)
    add_stream(q, row, &turns, from_memory * followed, s);
  /* Wherever lines are, of more runs than prefetchers keep account of a core walks for pages itself; that the second
   * buffer answers is hidden where lines are in caches. */
  double kept = pme__are_foreseen_turns(&turns) ? 1 - pme__share_forgotten(turns.runs) : 1;
  s->pages += (pages.walks * kept + pages.hits) * followed;
  sum->pages += pages.walks * (1 - followed * kept) + pages.hits * (1 - followed);
  sum->scattered += from_memory * (1 - followed) * cycles_of_scattered(q, row, s, p->level_count);
}

/* ---- streams from the memory ---- */

/* Streams that are under way together. Their lines / those of one stream, where that is more than one: a row that
 * several accesses bring in turns is one stream. Where the memory has the lines of some executions only, several
 * accesses with like numbers of lines are taken to miss in the same ones: (sum)^2 / sum of squares. */
static double streams_of(const body_streams *s) {
  double share = fmin(s->streams, 1), like = s->lines * s->lines / s->squares;
  return fmax(s->streams, share + (1 - share) * like);
}

static double operations_of_a_line(const query *q, int loop, const body_streams *s) {
  double lines = streams_of(s) * s->ways / s->lines;
  pme__loop_body body = pme__compiled_body_of(q->prediction, loop);
  double operations = (body.operations + body.moving_accesses) / (double)(body.vector > 1 ? body.vector : 1);
  return lines > 0 ? operations / lines : 0;
}

static void add_streams(const query *q, int loop, const body_streams *s, pme__memory_time *sum) {
  if (s->lines <= 0)
    return;
  pme__stream_lines lines = s->foreseen;
  lines.streams = streams_of(s);
  lines.operations = operations_of_a_line(q, loop, s);
  pme__stream_time time = pme__time_of_streams(q->costs, q->prediction->level_count, &lines);
  sum->streams += time.streams;
  sum->scattered += time.scattered;
  sum->pages += time.forgotten * s->pages;
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
  for (int from = 1; from <= q->prediction->level_count; from++)
    s.apart[from] = cycles_apart(q, body->node, from);
  for (int i = 0; i < q->prediction->reference_count; i++)
    if (stands_at(q, &q->prediction->references[i], body->node))
      add_reference(q, &q->prediction->references[i], &s, sum);
  add_streams(q, s.loop, &s, sum);
}

pme__memory_time pme__memory_time_of(const pme_prediction *prediction, const pme__costs *costs, int loop, double window,
                                     double bias) {
  query q = {prediction, pme_concrete_program(prediction->concrete), costs, loop, window, bias};
  pme__memory_time sum = {0};
  for (int i = 0; i < prediction->loop_count; i++)
    if (pme_subject_is_below(prediction->subject, prediction->loops[i].node, loop))
      add_body(&q, &prediction->loops[i], &sum);
  return sum;
}

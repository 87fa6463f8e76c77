/* Iterations of a piece are found among its touches by their numbers; a visit to a line that threads take from each other
 * is read as all of its references. */
#include "sampled_trace.h"

#include <stdlib.h>

#include "analysis/team/team_streams.h"

/* References that all visits of the sample are read as, about; a longer visit is as many as there is room for. */
static const uint64_t MOST_REFERENCES = UINT64_C(1) << 20;

typedef struct timed_reference {
  uint64_t time;
  pme__line_reference reference;
  uint64_t number; /* of equal times the lower one comes first */
} timed_reference;

/* The visits of a sample as references, in each iteration by time. */
typedef struct visit_references {
  timed_reference *all;
  uint64_t *start; /* of each touch, and the end: as many references as the touches before are read as */
} visit_references;

typedef struct piece_touches {
  const pme_sampled_touch *touches;
  size_t count;
  const uint64_t *start;             /* of each touch, and the end */
  const timed_reference *references; /* of all pieces */
  uint64_t iterations;
  double duration; /* references that the piece makes */
} piece_touches;

/* The first touch of an iteration, or of a later one. */
static size_t first_of(const piece_touches *p, uint64_t iteration) {
  size_t low = 0, high = p->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (p->touches[middle].iteration < iteration)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static uint64_t length_of(void *context, uint64_t first, uint64_t last) {
  const piece_touches *p = (const piece_touches *)context;
  return p->start[first_of(p, last)] - p->start[first_of(p, first)];
}

/* ---- time ---- */

/* When an iteration starts: between the touches around, which are taken to be in the middle of theirs. */
static uint64_t begin_of(const piece_touches *p, uint64_t iteration) {
  size_t at = first_of(p, iteration);
  double before = 0, time_before = 0, after = (double)p->iterations, time_after = p->duration;
  if (iteration == 0 || iteration >= p->iterations)
    return iteration ? (uint64_t)p->duration : 0;
  if (at > 0) {
    before = (double)p->touches[at - 1].iteration + 0.5;
    time_before = (double)(p->touches[at - 1].time + p->touches[at - 1].span);
  }
  if (at < p->count) {
    after = (double)p->touches[at].iteration + 0.5;
    time_after = (double)p->touches[at].time;
  }
  double share = ((double)iteration - before) / (after - before);
  return (uint64_t)(time_before + share * (time_after > time_before ? time_after - time_before : 0));
}

static uint64_t duration_of(void *context, uint64_t first, uint64_t last) {
  const piece_touches *p = (const piece_touches *)context;
  uint64_t begin = begin_of(p, first), end = begin_of(p, last);
  return end > begin ? end - begin : 0;
}

/* How long single iterations are the sample does not tell. */
static uint64_t effort_of(void *context, uint64_t first, uint64_t last) {
  (void)context;
  return last - first;
}

/* ---- reading ---- */

enum { NEXT, END, BEGIN }; /* places of a reader */

static void find_range(const piece_touches *p, pme__iteration_reader *reader) {
  reader->place[NEXT] = p->start[first_of(p, reader->first)];
  reader->place[END] = p->start[first_of(p, reader->last)];
  reader->place[BEGIN] = begin_of(p, reader->first);
}

static size_t read_timed(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, uint64_t *time,
                         size_t room) {
  const piece_touches *p = (const piece_touches *)context;
  size_t count = 0;
  if (reader->done == 0)
    find_range(p, reader);
  for (; count < room && reader->place[NEXT] < reader->place[END]; count++) {
    const timed_reference *r = &p->references[reader->place[NEXT]++];
    buffer[count] = r->reference;
    if (time)
      time[count] = r->time > reader->place[BEGIN] ? r->time - reader->place[BEGIN] : 0;
  }
  reader->done += count;
  return count;
}

static size_t read_touches(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  return read_timed(context, reader, buffer, NULL, room);
}

/* ---- how many references a visit is read as ---- */

/* Whether some thread can lose the line: all share it, and it is written. By touch. */
static bool *find_contested(const pme_line_sample *sample, pme_arena *arena) {
  pme__line_numbers lines = {0};
  bool *contested = PME_ARENA_NEW(arena, bool, sample->touch_count + 1);
  uint32_t *number = PME_ARENA_NEW(arena, uint32_t, sample->touch_count + 1);
  bool *written = PME_ARENA_NEW(arena, bool, sample->touch_count + 1);
  bool has_room = contested && number && written;
  for (size_t t = 0; has_room && t < sample->touch_count; t++) {
    const pme_sampled_touch *touch = &sample->touches[t];
    number[t] = pme__line_number(&lines, pme__reference_line(touch->reference));
    has_room = number[t] != PME_NO_LINE;
    if (has_room && !(touch->reference & PME_REFERENCE_PRIVATE))
      written[number[t]] |= touch->writes > 0 || touch->reference & PME_REFERENCE_WRITE;
  }
  for (size_t t = 0; has_room && t < sample->touch_count; t++)
    contested[t] = written[number[t]];
  pme__line_numbers_close(&lines);
  return has_room ? contested : NULL;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t sum_of_references(const pme_line_sample *sample, const bool *contested, uint64_t most) {
  uint64_t sum = 0;
  for (size_t t = 0; t < sample->touch_count; t++)
    sum += contested[t] ? least((uint64_t)sample->touches[t].more + 1, most) : 1;
  return sum;
}

/* Reference `k` of a visit that is read as `count`: its writes are spread evenly over it, one at least. */
static timed_reference reference_of(const pme_sampled_touch *touch, uint64_t k, uint64_t count) {
  uint64_t all = (uint64_t)touch->more + 1, writes = touch->writes;
  if (count == 1)
    return (timed_reference){touch->time, touch->reference | (writes > 0), 0};
  uint64_t round_up = touch->reference & 1 ? all - 1 : 0;
  bool is_write = (k * writes + round_up) / all < ((k + 1) * writes + round_up) / all;
  is_write = is_write || (k + 1 == count && writes > 0 && writes * count < all);
  return (timed_reference){touch->time + (uint64_t)((double)touch->span * (double)k / (double)(count - 1)),
                           (touch->reference & ~PME_REFERENCE_WRITE) | is_write, 0};
}

static int by_time(const void *a, const void *b) {
  const timed_reference *x = (const timed_reference *)a, *y = (const timed_reference *)b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

static void read_visits(const pme_line_sample *sample, const visit_references *visits, size_t first, size_t last) {
  for (size_t t = first; t < last; t++)
    for (uint64_t k = visits->start[t]; k < visits->start[t + 1]; k++) {
      visits->all[k] = reference_of(&sample->touches[t], k - visits->start[t], visits->start[t + 1] - visits->start[t]);
      visits->all[k].number = k;
    }
  uint64_t begin = visits->start[first], count = visits->start[last] - begin;
  if (count > last - first)
    qsort(visits->all + begin, count, sizeof *visits->all, by_time);
}

/* Iteration by iteration. */
static void read_piece(const pme_line_sample *sample, const pme_sampled_piece *piece, const visit_references *visits) {
  for (size_t last, first = piece->first; first < piece->first + piece->count; first = last) {
    for (last = first + 1; last < piece->first + piece->count; last++)
      if (sample->touches[last].iteration != sample->touches[first].iteration)
        break;
    read_visits(sample, visits, first, last);
  }
}

static pme_status read_all_visits(const pme_line_sample *sample, pme_arena *arena, visit_references *out) {
  const bool *contested = find_contested(sample, arena);
  uint64_t most = 1 << 12;
  out->start = PME_ARENA_NEW(arena, uint64_t, sample->touch_count + 1);
  if (!contested || !out->start)
    return PME_NO_MEMORY;
  while (most > 1 && sum_of_references(sample, contested, most) > MOST_REFERENCES)
    most /= 2;
  for (size_t t = 0; t < sample->touch_count; t++)
    out->start[t + 1] = out->start[t] + (contested[t] ? least((uint64_t)sample->touches[t].more + 1, most) : 1);
  out->all = PME_ARENA_NEW(arena, timed_reference, out->start[sample->touch_count] + 1);
  if (!out->all)
    return PME_NO_MEMORY;
  for (int p = 0; p < sample->piece_count; p++)
    read_piece(sample, &sample->pieces[p], out);
  return PME_OK;
}

/* ---- rows ---- */

bool pme__sample_has_rows(const pme_line_sample *sample) {
  size_t t = 0;
  while (t < sample->touch_count && !pme_touch_is_row(&sample->touches[t]))
    t++;
  return t < sample->touch_count;
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Lines of the sample that rows have, each once, in order; returns how many. */
static size_t find_row_lines(const pme_line_sample *sample, uint64_t *lines) {
  size_t count = 0, distinct = 0;
  for (size_t t = 0; t < sample->touch_count; t++)
    if (pme_touch_is_row(&sample->touches[t]))
      lines[count++] = sample->touches[t].reference >> 2;
  qsort(lines, count, sizeof *lines, by_value);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || lines[i] != lines[i - 1])
      lines[distinct++] = lines[i];
  return distinct;
}

/* Whether the line may be one of several threads. A row is what has no gap between lines that the sample could tell; if that
 * is a line or two, it may be as short. */
static bool meets(const pme_line_sample *sample, const uint64_t *lines, size_t count, uint64_t line) {
  const uint64_t gap = (uint64_t)PME_SAMPLE_SETS << sample->splits;
  const uint64_t *at = (const uint64_t *)bsearch(&line, lines, count, sizeof line, by_value), *first = at, *last = at;
  enum { SHORT = 2, LONG = 64 };
  while (first > lines && at - first < LONG && *first - first[-1] <= gap)
    first--;
  while (last + 1 < lines + count && last - at < LONG && last[1] - *last <= gap)
    last++;
  double length = (double)(last - first + 1);
  return length <= SHORT || (double)(line * 7919 % 1024) * length * pme_line_sample_weight(sample) < 1024 * SHORT;
}

pme_status pme__let_rows_meet(pme_line_sample *sample, pme_arena *arena) {
  pme_sampled_touch *touches = PME_ARENA_NEW(arena, pme_sampled_touch, sample->touch_count + 1);
  uint64_t *lines = PME_ARENA_NEW(arena, uint64_t, sample->touch_count + 1);
  if (!touches || !lines)
    return PME_NO_MEMORY;
  size_t count = find_row_lines(sample, lines);
  for (size_t t = 0; t < sample->touch_count; t++) {
    touches[t] = sample->touches[t];
    if (pme_touch_is_row(&touches[t]) && meets(sample, lines, count, touches[t].reference >> 2))
      touches[t].reference &= ~PME_REFERENCE_PRIVATE;
  }
  sample->touches = touches;
  return PME_OK;
}

/* ---- pieces ---- */

static void set_schedule(pme__piece *work, const pme_sampled_piece *piece) {
  work->chunk = (uint64_t)piece->chunk;
  work->schedule = piece->schedule == PME_SCHEDULE_DYNAMIC  ? PME_TEAM_DYNAMIC
                   : piece->schedule == PME_SCHEDULE_GUIDED ? PME_TEAM_GUIDED_OMP
                   : piece->chunk > 0                       ? PME_TEAM_CHUNKED
                                                            : PME_TEAM_BALANCED;
}

static void add_piece(const pme_line_sample *sample, const pme_sampled_piece *piece, const visit_references *visits,
                      piece_touches *touches, pme__sequential_trace *out) {
  static const pme__piece_kind kinds[] = {
      [PME_SAMPLED_ONE] = PME_PIECE_MASTER, [PME_SAMPLED_ALL] = PME_PIECE_ALL, [PME_SAMPLED_LOOP] = PME_PIECE_LOOP};
  if (piece->iterations == 0) { /* keeps its barrier */
    if (!piece->no_barrier && out->work_count > 0)
      out->work[out->work_count - 1].no_barrier = false;
    return;
  }
  *touches = (piece_touches){sample->touches + piece->first,
                             piece->count,
                             visits->start + piece->first,
                             visits->all,
                             piece->iterations,
                             piece->references};
  pme__piece *work = &out->work[out->work_count++];
  *work = (pme__piece){.kind = kinds[piece->kind], .no_barrier = piece->no_barrier};
  work->iterations =
      (pme__iterations){touches, piece->iterations, length_of, read_touches, NULL, effort_of, NULL, NULL};
  if (sample->has_times) {
    work->iterations.read_timed = read_timed;
    work->iterations.duration = duration_of;
  }
  if (piece->kind == PME_SAMPLED_LOOP) {
    set_schedule(work, piece);
    work->loop = piece->loop == PME_NONE ? 0 : (uint32_t)piece->loop + 1;
    out->has_iterations |= piece->iterations > 1;
  }
  out->reference_count += visits->start[piece->first + piece->count] - visits->start[piece->first];
}

pme_status pme__sampled_trace(const pme_line_sample *sample, int loop_count, uint32_t line_bytes, pme_arena *arena,
                              pme__sequential_trace *out) {
  *out = (pme__sequential_trace){.line_bytes = line_bytes, .team_size = 1, .loop_count = (uint32_t)loop_count};
  piece_touches *touches = PME_ARENA_NEW(arena, piece_touches, sample->piece_count + 1);
  out->work = PME_ARENA_NEW(arena, pme__piece, sample->piece_count + 1);
  visit_references visits;
  if (!touches || !out->work || read_all_visits(sample, arena, &visits) != PME_OK)
    return PME_NO_MEMORY;
  for (int p = 0; p < sample->piece_count; p++)
    add_piece(sample, &sample->pieces[p], &visits, &touches[p], out);
  return PME_OK;
}

uint64_t pme__sampled_offset(const pme_line_sample *sample) {
  const uint64_t told_apart = (uint64_t)PME_SAMPLE_SETS << sample->splits;
  if (sample->sets == PME_SAMPLE_SETS && sample->splits == 0)
    return PME_THREAD_DISTANCE_LINES;
  return (PME_THREAD_DISTANCE_LINES + told_apart / 2) / told_apart * told_apart;
}

/* The share of its lines that a set of such a level has in the sample, if it has any. A set of a level with many sets is
 * in it as a whole. */
static double share_of_set(const pme_line_sample *sample, int64_t sets) {
  int64_t told_apart = (int64_t)PME_SAMPLE_SETS << sample->splits;
  if (sets < PME_SAMPLE_SETS)
    return 1 / pme_line_sample_weight(sample);
  return sets < told_apart ? (double)sets / (double)told_apart : 1;
}

bool pme__sample_has_sets(const pme_line_sample *sample, const pme_cache_level *level) {
  return share_of_set(sample, pme_cache_sets(level)) >= 1;
}

pme_machine pme__sampled_machine(const pme_line_sample *sample, const pme_machine *machine) {
  pme_machine small = *machine;
  for (int l = 0; l < small.level_count; l++) {
    pme_cache_level *level = &small.levels[l];
    int64_t sets = pme_cache_sets(level);
    int ways = (int)(level->associativity * share_of_set(sample, sets));
    level->associativity = ways > 0 ? ways : 1;
    level->size_bytes = sets * level->associativity * level->line_bytes;
  }
  return small;
}

/* ---- what is asked ---- */

pme__merge_order pme__order_of(pme_interleave interleave) {
  return interleave == PME_INTERLEAVE_ROUND_ROBIN ? PME_MERGE_ROUND_ROBIN
         : interleave == PME_INTERLEAVE_UNIFORM   ? PME_MERGE_UNIFORM
                                                  : PME_MERGE_PROPORTIONAL;
}

pme__team_question pme__question_of(const pme_line_sample *sample, const pme_team_question *q,
                                    const pme_machine *machine, int threads, pme__merge_order order) {
  pme__team_question question = {.machine = machine,
                                 .threads = (uint32_t)threads,
                                 .order = order,
                                 .seed = 1,
                                 .offset_lines = pme__sampled_offset(sample)};
  if (q->has_schedule && threads > 1) {
    question.has_schedule = true;
    question.chunk = (uint64_t)q->chunk;
    question.schedule = q->schedule == PME_SCHEDULE_DYNAMIC  ? PME_TEAM_DYNAMIC
                        : q->schedule == PME_SCHEDULE_GUIDED ? PME_TEAM_GUIDED_OMP
                        : q->chunk > 0                       ? PME_TEAM_CHUNKED
                                                             : PME_TEAM_BALANCED;
  }
  return question;
}

pme_status pme__no_team_because(const pme_profile *profile, int threads, pme_error *error) {
  if (threads < 1 || threads > 1024)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a team has 1 to 1024 threads");
  if (pme_profile_stream_count(profile) == 0 && pme_profile_symbol_count(profile) == 0)
    return pme_error_set(
        error, PME_UNSUPPORTED, 0, 0,
        "the profile is empty: no code that was instrumented has run, or no loop in it had an iteration");
  if (pme_profile_options_of(profile)->threads > 1)
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                         "the profile is of a run with %d threads: other teams are answered from a run of one "
                         "(pmecache record --threads 1)",
                         pme_profile_options_of(profile)->threads);
  return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                       "the profile has no sample of lines: other teams need one, of a run with OMP_NUM_THREADS=1 and "
                       "without PMECACHE_SAMPLE=SHARE and PMECACHE_OVERHEAD");
}

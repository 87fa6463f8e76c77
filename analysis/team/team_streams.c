/* Each thread of the team reads the iterations of every piece of work that the schedule gives it. */
#include "team_streams.h"

#include "private_traces.h"

static const uint64_t MOST_LINE = UINT64_C(1) << 60;

typedef struct position { /* of a thread */
  size_t work;
  uint64_t turn;                /* ranges of the piece that are behind it */
  uint64_t clock;               /* where they all know how long they take: at the start of the range */
  pme__iteration_reader reader; /* of its range; last == 0: in none */
} position;

struct pme__team {
  pme_arena *arena;
  const pme__piece *work;
  size_t count;
  uint32_t threads;
  uint64_t offset_lines;
  pme__team_ranges *ranges; /* by piece of work; of dynamic and guided loops only */
  size_t phases;
  size_t *phase_first; /* phases + 1 */
  size_t first, last;  /* pieces of the present streams */
  position *position;
  bool is_timed;    /* the present streams */
  uint64_t *length; /* of the present streams, by thread */
  uint64_t *duration;
  uint64_t *piece_length;
};

/* ---- iterations in memory ---- */

static uint64_t array_length(void *context, uint64_t first, uint64_t last) {
  const pme__iteration_array *array = (const pme__iteration_array *)context;
  return array->start[last] - array->start[first];
}

static size_t array_read(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  const pme__iteration_array *array = (const pme__iteration_array *)context;
  uint64_t first = array->start[reader->first] + reader->done, left = array->start[reader->last] - first;
  size_t count = left < room ? (size_t)left : room;
  for (size_t i = 0; i < count; i++)
    buffer[i] = array->reference[first + i];
  reader->done += count;
  return count;
}

pme__iterations pme__iterations_of_array(const pme__iteration_array *array) {
  return (pme__iterations){(void *)(uintptr_t)array, array->count, array_length, array_read, NULL, NULL, NULL, NULL};
}

/* ---- streams ---- */

static bool is_static(const pme__piece *work) { return work->schedule < PME_TEAM_DYNAMIC; }

static pme__team_schedule team_schedule_of(const pme__team *team, size_t work) {
  const pme__piece *piece = &team->work[work];
  return (pme__team_schedule){piece->schedule, piece->chunk, team->threads, piece->iterations.count};
}

/* The thread's range number `turn` of a piece; false when it has no more. */
static bool range_at(const pme__team *team, size_t work, uint32_t thread, uint64_t turn, pme__range *out) {
  const pme__piece *piece = &team->work[work];
  if (piece->kind != PME_PIECE_LOOP) {
    *out = (pme__range){0, piece->iterations.count};
    return turn == 0 && piece->iterations.count > 0 && (thread == 0 || piece->kind == PME_PIECE_ALL);
  }
  if (is_static(piece)) {
    pme__team_schedule schedule = team_schedule_of(team, work);
    return pme__team_schedule_range(&schedule, thread, turn, out);
  }
  const pme__team_ranges *ranges = &team->ranges[work];
  if (turn >= ranges->count[thread])
    return false;
  *out = ranges->range[thread][turn];
  return true;
}

static void rewind_thread(void *context, uint32_t thread) {
  pme__team *team = (pme__team *)context;
  team->position[thread] = (position){.work = team->first};
}

/* The thread is in a range afterwards; false at its end. */
static bool find_range(pme__team *team, uint32_t thread) {
  position *p = &team->position[thread];
  while (p->reader.last == 0 && p->work < team->last) {
    pme__range range;
    if (range_at(team, p->work, thread, p->turn, &range))
      p->reader = (pme__iteration_reader){.first = range.first, .last = range.last};
    else
      *p = (position){.work = p->work + 1, .clock = p->clock};
  }
  return p->work < team->last;
}

static void leave_range(const pme__team *team, position *p) {
  const pme__iterations *iterations = &team->work[p->work].iterations;
  if (team->is_timed)
    p->clock += iterations->duration(iterations->context, p->reader.first, p->reader.last);
  *p = (position){.work = p->work, .turn = p->turn + 1, .clock = p->clock};
}

/* `time`: NULL, or where the times go. */
static size_t read_range(const pme__team *team, position *p, pme__line_reference *buffer, uint64_t *time, size_t room) {
  const pme__iterations *iterations = &team->work[p->work].iterations;
  if (!time)
    return iterations->read(iterations->context, &p->reader, buffer, room);
  size_t count = iterations->read_timed(iterations->context, &p->reader, buffer, time, room);
  for (size_t i = 0; i < count; i++)
    time[i] += p->clock;
  return count;
}

static size_t read_timed(void *context, uint32_t thread, pme__line_reference *buffer, uint64_t *time, size_t room) {
  pme__team *team = (pme__team *)context;
  position *p = &team->position[thread];
  size_t count = 0;
  while (count < room && find_range(team, thread)) {
    size_t n = read_range(team, p, buffer + count, time ? time + count : NULL, room - count);
    for (size_t i = count; i < count + n; i++)
      buffer[i] = pme__reference_on_core(buffer[i], thread, team->offset_lines);
    if (n < room - count)
      leave_range(team, p);
    count += n;
  }
  return count;
}

static size_t read_thread(void *context, uint32_t thread, pme__line_reference *buffer, size_t room) {
  return read_timed(context, thread, buffer, NULL, room);
}

/* Turn by turn: iterations in their order, so that who makes them has to go through them only once. */
void pme__team_piece_lengths(const pme__team *team, size_t piece, uint64_t *by_thread) {
  const pme__iterations *iterations = &team->work[piece].iterations;
  bool is_queue = team->work[piece].kind == PME_PIECE_LOOP && !is_static(&team->work[piece]) && !iterations->effort;
  bool found = !is_queue;
  for (uint32_t t = 0; t < team->threads; t++)
    by_thread[t] = is_queue ? team->ranges[piece].length[t] : 0;
  for (uint64_t turn = 0; found; turn++) {
    pme__range range;
    found = false;
    for (uint32_t t = 0; t < team->threads; t++)
      if (range_at(team, piece, t, turn, &range)) {
        by_thread[t] += iterations->length(iterations->context, range.first, range.last);
        found = true;
      }
  }
}

static void measure_threads(pme__team *team) {
  for (uint32_t t = 0; t < team->threads; t++)
    team->length[t] = 0;
  for (size_t w = team->first; w < team->last; w++) {
    pme__team_piece_lengths(team, w, team->piece_length);
    for (uint32_t t = 0; t < team->threads; t++)
      team->length[t] += team->piece_length[t];
  }
}

static bool has_times(const pme__team *team) {
  for (size_t w = team->first; w < team->last; w++)
    if (!team->work[w].iterations.read_timed)
      return false;
  return team->first < team->last;
}

static void add_durations(pme__team *team, size_t work, uint32_t thread) {
  const pme__iterations *iterations = &team->work[work].iterations;
  pme__range range;
  for (uint64_t turn = 0; range_at(team, work, thread, turn, &range); turn++)
    team->duration[thread] += iterations->duration(iterations->context, range.first, range.last);
}

static void measure_durations(pme__team *team) {
  for (uint32_t t = 0; t < team->threads; t++) {
    team->duration[t] = 0;
    for (size_t w = team->first; w < team->last; w++)
      add_durations(team, w, t);
  }
}

static uint64_t thread_duration(void *context, uint32_t thread) {
  return ((const pme__team *)context)->duration[thread];
}

static uint64_t thread_length(void *context, uint32_t thread) { return ((const pme__team *)context)->length[thread]; }

size_t pme__team_phases(const pme__team *team) { return team->phases; }

size_t pme__team_phase_pieces(const pme__team *team, size_t phase, size_t *last) {
  *last = team->phase_first[phase + 1];
  return team->phase_first[phase];
}

pme__streams pme__team_streams(pme__team *team, size_t phase) {
  team->first = phase < team->phases ? team->phase_first[phase] : 0;
  team->last = phase < team->phases ? team->phase_first[phase + 1] : team->count;
  for (uint32_t t = 0; t < team->threads; t++)
    rewind_thread(team, t);
  measure_threads(team);
  pme__streams streams = {team, team->threads, rewind_thread, read_thread, thread_length, NULL, NULL};
  team->is_timed = has_times(team);
  if (!team->is_timed)
    return streams;
  measure_durations(team);
  streams.read_timed = read_timed;
  streams.duration = thread_duration;
  return streams;
}

/* ---- life ---- */

static pme_status deal_all(pme__team *team) {
  for (size_t w = 0; w < team->count; w++) {
    const pme__piece *work = &team->work[w];
    if (work->iterations.expect)
      work->iterations.expect(work->iterations.context, team->threads);
    if (work->kind != PME_PIECE_LOOP || is_static(work))
      continue;
    pme__team_schedule schedule = team_schedule_of(team, w);
    const pme__iterations *iterations = &work->iterations;
    pme_status status =
        pme__team_schedule_ranges(&schedule, iterations->effort ? iterations->effort : iterations->length,
                                  iterations->context, team->arena, &team->ranges[w]);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

/* The master's own work ends a phase as well: the others wait for it at the fork. */
static void find_phases(pme__team *team) {
  for (size_t w = 0; w < team->count; w++)
    if (w + 1 == team->count || !team->work[w].no_barrier)
      team->phase_first[++team->phases] = w + 1;
}

static pme_status open_team(pme__team *team) {
  team->ranges = PME_ARENA_NEW(team->arena, pme__team_ranges, team->count + 1);
  team->phase_first = PME_ARENA_NEW(team->arena, size_t, team->count + 1);
  team->position = PME_ARENA_NEW(team->arena, position, team->threads);
  team->length = PME_ARENA_NEW(team->arena, uint64_t, team->threads);
  team->duration = PME_ARENA_NEW(team->arena, uint64_t, team->threads);
  team->piece_length = PME_ARENA_NEW(team->arena, uint64_t, team->threads);
  if (!team->ranges || !team->phase_first || !team->position || !team->length || !team->duration || !team->piece_length)
    return PME_NO_MEMORY;
  find_phases(team);
  return deal_all(team);
}

pme_status pme__team_open(const pme__piece *work, size_t count, uint32_t threads, uint64_t offset_lines,
                          pme__team **out) {
  if (offset_lines == 0)
    offset_lines = PME_THREAD_DISTANCE_LINES;
  if (threads == 0 || offset_lines > MOST_LINE / threads)
    return PME_BAD_ARGUMENT;
  pme_arena *arena = pme_arena_create();
  pme__team *team = arena ? PME_ARENA_NEW(arena, pme__team, 1) : NULL;
  if (!team) {
    pme_arena_destroy(arena);
    return PME_NO_MEMORY;
  }
  *team = (pme__team){.arena = arena, .work = work, .count = count, .threads = threads, .offset_lines = offset_lines};
  pme_status status = open_team(team);
  if (status == PME_OK)
    *out = team;
  else
    pme__team_close(team);
  return status;
}

void pme__team_close(pme__team *team) {
  if (team)
    pme_arena_destroy(team->arena);
}

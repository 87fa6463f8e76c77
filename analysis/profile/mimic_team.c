#include "mimic_team.h"

#include "mimic.h"

static const uint64_t DEFAULT_OFFSET = UINT64_C(1) << 36, MOST_LINE = UINT64_C(1) << 60;

typedef struct position { /* of a thread */
  size_t work;
  uint64_t range, iteration, skip;
} position;

struct pme_team {
  pme_arena *arena;
  const pme_piece *work;
  size_t count;
  uint32_t threads;
  uint64_t offset_lines;
  pme_dealt *dealt; /* by piece of work; of loops only */
  size_t phases;
  size_t *phase_first; /* phases + 1 */
  size_t first, last;  /* pieces of the present streams */
  position *position;
};

/* ---- iterations in memory ---- */

static uint64_t array_length(void *context, uint64_t iteration) {
  const pme_iteration_array *array = (const pme_iteration_array *)context;
  return array->start[iteration + 1] - array->start[iteration];
}

static size_t array_read(void *context, uint64_t iteration, uint64_t skip, pme_reference *buffer, size_t room) {
  const pme_iteration_array *array = (const pme_iteration_array *)context;
  uint64_t first = array->start[iteration] + skip, left = array->start[iteration + 1] - first;
  size_t count = left < room ? (size_t)left : room;
  for (size_t i = 0; i < count; i++)
    buffer[i] = array->reference[first + i];
  return count;
}

pme_iterations pme_iterations_of_array(const pme_iteration_array *array) {
  return (pme_iterations){(void *)(uintptr_t)array, array->count, array_length, array_read};
}

/* ---- streams ---- */

static uint64_t ranges_of(const pme_team *team, size_t work, uint32_t thread) {
  switch (team->work[work].kind) {
  case PME_PIECE_MASTER:
    return thread == 0;
  case PME_PIECE_ALL:
    return 1;
  case PME_PIECE_LOOP:
    break;
  }
  return team->dealt[work].count[thread];
}

static pme_range range_at(const pme_team *team, size_t work, uint32_t thread, uint64_t range) {
  if (team->work[work].kind == PME_PIECE_LOOP)
    return team->dealt[work].range[thread][range];
  return (pme_range){0, team->work[work].iterations.count};
}

static void rewind_thread(void *context, uint32_t thread) {
  pme_team *team = (pme_team *)context;
  team->position[thread] = (position){.work = team->first};
}

/* As many whole iterations as there is room for, or the next part of one. */
static size_t read_range(pme_team *team, uint32_t thread, pme_reference *buffer, size_t room) {
  position *p = &team->position[thread];
  const pme_iterations *iterations = &team->work[p->work].iterations;
  pme_range range = range_at(team, p->work, thread, p->range);
  size_t count = 0;
  while (count < room && range.first + p->iteration < range.last) {
    size_t n = iterations->read(iterations->context, range.first + p->iteration, p->skip, buffer + count, room - count);
    for (size_t i = count; i < count + n; i++)
      buffer[i] = pme_mimic_move(buffer[i], thread, team->offset_lines);
    p->skip += n;
    count += n;
    if (p->skip >= iterations->length(iterations->context, range.first + p->iteration)) {
      p->iteration++;
      p->skip = 0;
    }
  }
  return count;
}

static size_t read_thread(void *context, uint32_t thread, pme_reference *buffer, size_t room) {
  pme_team *team = (pme_team *)context;
  position *p = &team->position[thread];
  while (p->work < team->last) {
    size_t count = p->range < ranges_of(team, p->work, thread) ? read_range(team, thread, buffer, room) : 0;
    if (count > 0)
      return count;
    bool has_more = p->range + 1 < ranges_of(team, p->work, thread);
    *p = has_more ? (position){p->work, p->range + 1, 0, 0} : (position){.work = p->work + 1};
  }
  return 0;
}

uint64_t pme_team_piece_length(const pme_team *team, size_t piece, uint32_t thread) {
  const pme_iterations *iterations = &team->work[piece].iterations;
  uint64_t length = 0;
  for (uint64_t r = 0; r < ranges_of(team, piece, thread); r++) {
    pme_range range = range_at(team, piece, thread, r);
    for (uint64_t i = range.first; i < range.last; i++)
      length += iterations->length(iterations->context, i);
  }
  return length;
}

static uint64_t thread_length(void *context, uint32_t thread) {
  const pme_team *team = (const pme_team *)context;
  uint64_t length = 0;
  for (size_t w = team->first; w < team->last; w++)
    length += pme_team_piece_length(team, w, thread);
  return length;
}

size_t pme_team_phases(const pme_team *team) { return team->phases; }

size_t pme_team_phase_pieces(const pme_team *team, size_t phase, size_t *last) {
  *last = team->phase_first[phase + 1];
  return team->phase_first[phase];
}

pme_streams pme_team_streams(pme_team *team, size_t phase) {
  team->first = phase < team->phases ? team->phase_first[phase] : 0;
  team->last = phase < team->phases ? team->phase_first[phase + 1] : team->count;
  for (uint32_t t = 0; t < team->threads; t++)
    rewind_thread(team, t);
  return (pme_streams){team, team->threads, rewind_thread, read_thread, thread_length};
}

/* ---- life ---- */

static pme_status deal_all(pme_team *team) {
  for (size_t w = 0; w < team->count; w++) {
    const pme_piece *work = &team->work[w];
    if (work->kind != PME_PIECE_LOOP)
      continue;
    pme_deal deal = {work->deal, work->chunk, team->threads, work->iterations.count};
    pme_status status =
        pme_deal_out(&deal, work->iterations.length, work->iterations.context, team->arena, &team->dealt[w]);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

/* The master's own work ends a phase as well: the others wait for it at the fork. */
static void find_phases(pme_team *team) {
  for (size_t w = 0; w < team->count; w++)
    if (w + 1 == team->count || !team->work[w].no_barrier)
      team->phase_first[++team->phases] = w + 1;
}

static pme_status open_team(pme_team *team) {
  team->dealt = PME_ARENA_NEW(team->arena, pme_dealt, team->count + 1);
  team->phase_first = PME_ARENA_NEW(team->arena, size_t, team->count + 1);
  team->position = PME_ARENA_NEW(team->arena, position, team->threads);
  if (!team->dealt || !team->phase_first || !team->position)
    return PME_NO_MEMORY;
  find_phases(team);
  return deal_all(team);
}

pme_status pme_team_open(const pme_piece *work, size_t count, uint32_t threads, uint64_t offset_lines, pme_team **out) {
  if (offset_lines == 0)
    offset_lines = DEFAULT_OFFSET;
  if (threads == 0 || offset_lines > MOST_LINE / threads)
    return PME_BAD_ARGUMENT;
  pme_arena *arena = pme_arena_create();
  pme_team *team = arena ? PME_ARENA_NEW(arena, pme_team, 1) : NULL;
  if (!team) {
    pme_arena_destroy(arena);
    return PME_NO_MEMORY;
  }
  *team = (pme_team){.arena = arena, .work = work, .count = count, .threads = threads, .offset_lines = offset_lines};
  pme_status status = open_team(team);
  if (status == PME_OK)
    *out = team;
  else
    pme_team_close(team);
  return status;
}

void pme_team_close(pme_team *team) {
  if (team)
    pme_arena_destroy(team->arena);
}

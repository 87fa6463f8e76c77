/* Iterations of a piece are found among its touches by their numbers. */
#include "sampled_trace.h"

typedef struct piece_touches {
  const pme_sampled_touch *touches;
  size_t count;
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
  return first_of(p, last) - first_of(p, first);
}

/* How long single iterations are the sample does not tell. */
static uint64_t effort_of(void *context, uint64_t first, uint64_t last) {
  (void)context;
  return last - first;
}

static size_t read_touches(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  const piece_touches *p = (const piece_touches *)context;
  size_t at = first_of(p, reader->first) + (size_t)reader->done, end = first_of(p, reader->last), count = 0;
  for (; count < room && at < end; count++, at++)
    buffer[count] = p->touches[at].reference;
  reader->done += count;
  return count;
}

static void set_schedule(pme__piece *work, const pme_sampled_piece *piece) {
  work->chunk = (uint64_t)piece->chunk;
  work->schedule = piece->schedule == PME_SCHEDULE_DYNAMIC  ? PME_TEAM_DYNAMIC
                   : piece->schedule == PME_SCHEDULE_GUIDED ? PME_TEAM_GUIDED_OMP
                   : piece->chunk > 0                       ? PME_TEAM_CHUNKED
                                                            : PME_TEAM_BALANCED;
}

static void add_piece(const pme_line_sample *sample, const pme_sampled_piece *piece, piece_touches *touches,
                      pme__sequential_trace *out) {
  static const pme__piece_kind kinds[] = {
      [PME_SAMPLED_ONE] = PME_PIECE_MASTER, [PME_SAMPLED_ALL] = PME_PIECE_ALL, [PME_SAMPLED_LOOP] = PME_PIECE_LOOP};
  if (piece->iterations == 0) { /* keeps its barrier */
    if (!piece->no_barrier && out->work_count > 0)
      out->work[out->work_count - 1].no_barrier = false;
    return;
  }
  *touches = (piece_touches){sample->touches + piece->first, piece->count};
  pme__piece *work = &out->work[out->work_count++];
  *work = (pme__piece){.kind = kinds[piece->kind], .no_barrier = piece->no_barrier};
  work->iterations = (pme__iterations){touches, piece->iterations, length_of, read_touches, NULL, effort_of};
  if (piece->kind == PME_SAMPLED_LOOP) {
    set_schedule(work, piece);
    work->loop = piece->loop == PME_NONE ? 0 : (uint32_t)piece->loop + 1;
    out->has_iterations |= piece->iterations > 1;
  }
  out->reference_count += piece->count;
}

pme_status pme__sampled_trace(const pme_line_sample *sample, int loop_count, uint32_t line_bytes, pme_arena *arena,
                              pme__sequential_trace *out) {
  *out = (pme__sequential_trace){.line_bytes = line_bytes, .team_size = 1, .loop_count = (uint32_t)loop_count};
  piece_touches *touches = PME_ARENA_NEW(arena, piece_touches, sample->piece_count + 1);
  out->work = PME_ARENA_NEW(arena, pme__piece, sample->piece_count + 1);
  if (!touches || !out->work)
    return PME_NO_MEMORY;
  for (int p = 0; p < sample->piece_count; p++)
    add_piece(sample, &sample->pieces[p], &touches[p], out);
  return PME_OK;
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

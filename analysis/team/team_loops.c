/* The merged stream through the real sets of every level; misses are counted by the loop they happen in. */
#include "team_loops.h"

#include <string.h>

#include "analysis/reuse/set_stacks.h"
#include "analysis/shared_caches/timed_merge.h"

enum { BATCH = 4096, STREAMS = 16, MOST_OWNERS = 64 };
static const uint64_t NEAR_LINES = 2;

typedef struct stream_table { /* of a thread: the lines of its last misses, newest use first */
  uint64_t line[STREAMS];
} stream_table;

/* Private caches that have a line, and those that lost it to a write. */
typedef struct line_owners {
  uint64_t valid, lost;
  uint64_t losses; /* so far */
} line_owners;

typedef struct level_state {
  uint32_t ways;
  uint32_t *instance; /* by thread */
  pme__set_stacks **sets;
  uint32_t count;
  int64_t set_count;
  bool refines;           /* the same threads as the level before, whose sets are unions of the sets here */
  pme__line_numbers seen; /* lines that an instance has had, with its number below */
} level_state;

typedef struct loops_run {
  const pme__sequential_trace *trace;
  const pme__team_question *question;
  pme_arena *arena; /* of the pass */
  pme__team_loop *loops;
  pme__team *team;
  const pme__piece *work;
  int levels, outermost_private;
  level_state level[PME_MAX_LEVELS];
  stream_table *streams; /* by thread */
  bool is_coherent;
  pme__line_numbers numbers;
  line_owners *owners;
  uint32_t owners_room;
  uint64_t *lengths; /* of the pieces of the phase, by piece and thread */
  size_t lengths_room;
  size_t *piece; /* by thread: where it is in the phase, and how much is left of that */
  uint64_t *left;
} loops_run;

/* Of the merged stream: who does what. */
typedef struct merged_batch {
  uint32_t *thread;
  pme__line_reference *reference;
} merged_batch;

/* ---- levels ---- */

static pme_status open_level(loops_run *r, int l) {
  const pme_machine *machine = r->question->machine;
  const pme_cache_level *level = &machine->levels[l];
  level_state *s = &r->level[l];
  uint32_t threads = r->question->threads;
  int64_t lines = level->size_bytes / level->line_bytes;
  /* More ways than can be followed: as many sets more. */
  s->ways = level->associativity <= PME_PROFILE_MAX_WAYS ? (uint32_t)level->associativity : PME_PROFILE_MAX_WAYS;
  pme_geometry geometry = {.sets = lines / s->ways > 0 ? lines / s->ways : 1, .ways = (int)s->ways};
  s->instance = PME_ARENA_NEW(r->arena, uint32_t, threads);
  s->sets = PME_ARENA_NEW(r->arena, pme__set_stacks *, threads);
  uint32_t *number = PME_ARENA_NEW(r->arena, uint32_t, PME_MAX_CORES);
  if (!s->instance || !s->sets || !number)
    return PME_NO_MEMORY;
  for (uint32_t t = 0; t < threads; t++) {
    int at = pme_machine_instance_of(machine, l, (int)t, (int)threads);
    if (!number[at]) {
      pme_status status = pme__set_stacks_open(&geometry, 1, NULL, &s->sets[s->count]);
      if (status != PME_OK)
        return status;
      number[at] = ++s->count;
    }
    s->instance[t] = number[at] - 1;
  }
  s->set_count = geometry.sets;
  s->refines = l > 0 && s->set_count % r->level[l - 1].set_count == 0;
  for (uint32_t t = 0; t < threads; t++)
    s->refines = s->refines && s->instance[t] == r->level[l - 1].instance[t];
  return PME_OK;
}

static pme_status open_all(loops_run *r) {
  const pme__team_question *q = r->question;
  r->levels = q->machine->level_count;
  while (r->outermost_private + 1 < r->levels && q->machine->levels[r->outermost_private + 1].shared_by <= 1)
    r->outermost_private++;
  for (int l = 0; l < r->levels; l++) {
    pme_status status = open_level(r, l);
    if (status != PME_OK)
      return status;
  }
  r->is_coherent = r->level[r->outermost_private].count > 1 && r->level[r->outermost_private].count <= MOST_OWNERS;
  pme__piece *work = PME_ARENA_NEW(r->arena, pme__piece, r->trace->work_count + 1);
  r->streams = PME_ARENA_NEW(r->arena, stream_table, q->threads);
  r->piece = PME_ARENA_NEW(r->arena, size_t, q->threads);
  r->left = PME_ARENA_NEW(r->arena, uint64_t, q->threads);
  if (!work || !r->streams || !r->piece || !r->left)
    return PME_NO_MEMORY;
  for (size_t w = 0; w < r->trace->work_count; w++) {
    work[w] = r->trace->work[w];
    if (q->has_schedule && work[w].kind == PME_PIECE_LOOP) {
      work[w].schedule = q->schedule;
      work[w].chunk = q->chunk;
    }
  }
  r->work = work;
  return pme__team_open(work, r->trace->work_count, q->threads, q->offset_lines, &r->team);
}

static void close_all(loops_run *r) {
  for (int l = 0; l < r->levels; l++) {
    for (uint32_t i = 0; i < r->level[l].count; i++)
      pme__set_stacks_close(r->level[l].sets[i]);
    pme__line_numbers_close(&r->level[l].seen);
  }
  pme__line_numbers_close(&r->numbers);
  pme_reallocate(r->owners, 0);
  pme_reallocate(r->lengths, 0);
  pme__team_close(r->team);
  pme_arena_destroy(r->arena);
}

/* ---- a reference ---- */

/* Whether the thread's last misses led here. */
static bool is_foreseen(stream_table *s, uint64_t line) {
  int at = 0;
  while (at < STREAMS - 1 && line - s->line[at] + NEAR_LINES > 2 * NEAR_LINES)
    at++;
  bool found = line - s->line[at] + NEAR_LINES <= 2 * NEAR_LINES;
  memmove(s->line + 1, s->line, (size_t)at * sizeof *s->line);
  s->line[0] = line;
  return found;
}

static line_owners *owners_of(loops_run *r, uint64_t line) {
  uint32_t number = pme__line_number(&r->numbers, line);
  if (number == PME_NO_LINE)
    return NULL;
  if (number >= r->owners_room) {
    uint32_t room = r->owners_room ? 2 * r->owners_room : 1024;
    line_owners *grown = (line_owners *)pme_reallocate(r->owners, room * sizeof *grown);
    if (!grown)
      return NULL;
    memset(grown + r->owners_room, 0, (room - r->owners_room) * sizeof *grown);
    r->owners = grown;
    r->owners_room = room;
  }
  return &r->owners[number];
}

/* Whether the private cache lost the line to a write of another one since it had it. */
static bool was_invalidated(line_owners *o, uint32_t instance, bool is_write) {
  uint64_t own = UINT64_C(1) << instance;
  bool lost = o->lost & own;
  o->lost &= ~own;
  if (is_write) {
    o->lost |= o->valid & ~own;
    o->valid = 0;
  }
  o->valid |= own;
  return lost;
}

/* Whether the instance has never had the line. A miss of a line that it has had is one of capacity, conflict or a
 * write of others. */
static bool is_first(level_state *s, uint32_t thread, uint64_t line) {
  uint32_t known = s->seen.count;
  return pme__line_number(&s->seen, line * s->count + s->instance[thread]) != PME_NO_LINE && s->seen.count > known;
}

static pme_status take(loops_run *r, uint32_t thread, pme__line_reference reference, pme__team_loop *loop) {
  uint64_t line = pme__reference_line(reference);
  bool is_write = pme__reference_is_write(reference), foreseen = false;
  uint32_t hits = 0; /* a bit a level */
  uint8_t depth = 1;
  for (int l = 0; l < r->levels; l++) {
    level_state *s = &r->level[l];
    /* The newest line of a set is the newest of the part of that set that has it. */
    if (!s->refines || depth > 0)
      pme__set_stacks_reference(s->sets[s->instance[thread]], line, &depth);
    bool misses = depth >= s->ways;
    if (misses && loop)
      loop->cold[l] += is_first(s, thread, line);
    if (misses && l == 0)
      foreseen = is_foreseen(&r->streams[thread], line);
    if (misses && loop)
      loop->misses[l][foreseen][is_write]++;
    hits |= (uint32_t)!misses << l;
  }
  if (loop)
    loop->references[is_write]++;
  if (!r->is_coherent || reference & PME_REFERENCE_PRIVATE)
    return PME_OK;
  line_owners *owners = owners_of(r, line);
  if (!owners)
    return PME_NO_MEMORY;
  bool lost = was_invalidated(owners, r->level[r->outermost_private].instance[thread], is_write);
  for (int l = 0; lost && loop && l <= r->outermost_private; l++)
    loop->lost[l] += hits >> l & 1;
  if (lost && loop && hits >> r->outermost_private & 1) {
    loop->coherence[is_write]++;
    owners->losses++;
  }
  return PME_OK;
}

static double lost_of(const pme__team_loop *loop) { return loop->coherence[0] + loop->coherence[1]; }

static void share_squares(loops_run *r) {
  double squares = 0, all = 0;
  for (uint32_t l = 0; r->owners && l < r->numbers.count; l++)
    squares += (double)r->owners[l].losses * (double)r->owners[l].losses;
  for (uint32_t l = 0; l < r->trace->loop_count; l++)
    all += lost_of(&r->loops[l]);
  for (uint32_t l = 0; all > 0 && l < r->trace->loop_count; l++)
    r->loops[l].lost_squares = squares * lost_of(&r->loops[l]) / all * (lost_of(&r->loops[l]) / all);
}

/* ---- the stream ---- */

static pme__team_loop *loop_of(const loops_run *r, size_t first, uint32_t thread) {
  uint32_t loop = r->work[first + r->piece[thread]].loop;
  return loop ? &r->loops[loop - 1] : NULL;
}

static uint64_t *lengths_of(const loops_run *r, size_t piece) { return r->lengths + piece * r->question->threads; }

static pme_status measure_pieces(loops_run *r, size_t first, size_t last) {
  size_t count = (last - first) * r->question->threads;
  if (count > r->lengths_room) {
    uint64_t *grown = (uint64_t *)pme_reallocate(r->lengths, count * sizeof *grown);
    if (!grown)
      return PME_NO_MEMORY;
    r->lengths = grown;
    r->lengths_room = count;
  }
  for (size_t w = first; w < last; w++)
    pme__team_piece_lengths(r->team, w, lengths_of(r, w - first));
  return PME_OK;
}

/* The thread's next reference belongs to the piece that it is in. */
static void step(loops_run *r, uint32_t thread, size_t count) {
  while (r->left[thread] == 0 && r->piece[thread] + 1 < count)
    r->left[thread] = lengths_of(r, ++r->piece[thread])[thread];
  r->left[thread] -= r->left[thread] > 0;
}

static void count_pieces(loops_run *r, size_t first, size_t last) {
  for (size_t w = first; w < last; w++) {
    if (!r->work[w].loop)
      continue;
    pme__team_loop *loop = &r->loops[r->work[w].loop - 1];
    const uint64_t *length = lengths_of(r, w - first);
    uint64_t most = 0;
    for (uint32_t t = 0; t < r->question->threads; t++)
      most = length[t] > most ? length[t] : most;
    loop->executions++;
    loop->iterations += (double)r->work[w].iterations.count;
    loop->busiest += (double)most;
  }
}

static pme_status take_all(loops_run *r, const merged_batch *batch, size_t n, size_t first, size_t last) {
  pme_status status = PME_OK;
  for (size_t i = 0; i < n && status == PME_OK; i++) {
    step(r, batch->thread[i], last - first);
    status = take(r, batch->thread[i], batch->reference[i], loop_of(r, first, batch->thread[i]));
  }
  return status;
}

static pme_status run_merged(loops_run *r, const pme__streams *streams, const merged_batch *batch, size_t first,
                             size_t last) {
  const pme__interleave_options options = {.order = r->question->order, .seed = r->question->seed};
  pme__interleaver *il;
  pme_status status = pme__interleaver_open(streams, &options, &il);
  if (status != PME_OK)
    return status;
  for (size_t n; status == PME_OK && (n = pme__interleaver_read(il, batch->thread, batch->reference, BATCH)) > 0;)
    status = take_all(r, batch, n, first, last);
  pme__interleaver_close(il);
  return status;
}

static pme_status run_timed(loops_run *r, const pme__streams *streams, const merged_batch *batch, size_t first,
                            size_t last) {
  const pme__interleave_options options = {.order = r->question->order, .seed = r->question->seed};
  pme__timed_merge *merge;
  pme_status status = pme__timed_merge_open(streams, &options, &merge);
  if (status != PME_OK)
    return status;
  for (size_t n; status == PME_OK && (n = pme__timed_merge_read(merge, batch->thread, batch->reference, BATCH)) > 0;)
    status = take_all(r, batch, n, first, last);
  pme__timed_merge_close(merge);
  return status;
}

static pme_status run_phase(loops_run *r, size_t phase, const merged_batch *batch) {
  size_t last, first = pme__team_phase_pieces(r->team, phase, &last);
  pme_status status = measure_pieces(r, first, last);
  if (status != PME_OK)
    return status;
  count_pieces(r, first, last);
  for (uint32_t t = 0; t < r->question->threads; t++) {
    r->piece[t] = 0;
    r->left[t] = lengths_of(r, 0)[t];
  }
  pme__streams streams = pme__team_streams(r->team, phase);
  return streams.read_timed ? run_timed(r, &streams, batch, first, last) : run_merged(r, &streams, batch, first, last);
}

static pme_status run(loops_run *r) {
  pme_status status = open_all(r);
  merged_batch batch = {PME_ARENA_NEW(r->arena, uint32_t, BATCH), PME_ARENA_NEW(r->arena, pme__line_reference, BATCH)};
  if (status == PME_OK && (!batch.thread || !batch.reference))
    status = PME_NO_MEMORY;
  for (size_t phase = 0; status == PME_OK && phase < pme__team_phases(r->team); phase++)
    status = run_phase(r, phase, &batch);
  if (status == PME_OK)
    share_squares(r);
  return status == PME_OK ? pme__sequential_trace_status(r->trace) : status;
}

pme_status pme__team_loops(const pme__sequential_trace *trace, const pme__team_question *question, pme_arena *arena,
                           pme__team_loop **out, pme_error *error) {
  loops_run r = {.trace = trace, .question = question};
  pme_status status = pme__team_check(trace, question, error);
  if (status != PME_OK)
    return status;
  r.loops = PME_ARENA_NEW(arena, pme__team_loop, trace->loop_count + 1);
  r.arena = pme_arena_create();
  status = r.loops && r.arena ? run(&r) : PME_NO_MEMORY;
  close_all(&r);
  if (status != PME_OK)
    return pme_error_set(error, status, 0, 0, "the trace cannot be evaluated: %s", pme_status_text(status));
  *out = r.loops;
  return PME_OK;
}

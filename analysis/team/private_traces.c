/* Each core reads the whole sequential trace and keeps the executions of blocks that are its own. */
#include "private_traces.h"

#include <string.h>

#include "pmecache/arena.h"

enum { OFFSET_UNIT = 64 };

typedef struct reader { /* of a core */
  uint64_t execution, reference;
  uint64_t *done; /* by block: executions passed */
} reader;

struct pme__private_traces {
  pme_arena *arena;
  pme__block_trace trace;
  pme__private_options options;
  uint64_t *count;  /* executions by block */
  uint64_t *length; /* references by core */
  reader *reader;
};

uint32_t pme__private_traces_owner(uint64_t k, uint64_t count, uint32_t cores, uint64_t chunk) {
  if (chunk)
    return (uint32_t)(k / chunk % cores);
  uint64_t q = count / cores, r = count % cores, larger = r * (q + 1);
  return (uint32_t)(k < larger ? k / (q + 1) : r + (k - larger) / q);
}

typedef enum share { COPIED, OWNED, LOST } share;

/* Who gets the k-th execution of the block. */
static share owner_of(const pme__private_traces *m, uint32_t block, uint64_t k, uint32_t *owner) {
  uint64_t count = m->count[block], cores = m->options.cores;
  if (m->options.form == PME_PRIVATE_REPAIRED) {
    if (count < cores)
      return COPIED;
    *owner = pme__private_traces_owner(k, count, m->options.cores, m->options.chunk);
    return OWNED;
  }
  uint64_t each = count < cores ? 1 : count / cores;
  if (each == 1)
    return COPIED;
  if (k / each >= cores)
    return LOST;
  *owner = (uint32_t)(k / each);
  return OWNED;
}

/* ---- streams ---- */

static void rewind_core(void *context, uint32_t core) {
  pme__private_traces *m = (pme__private_traces *)context;
  m->reader[core].execution = m->reader[core].reference = 0;
  memset(m->reader[core].done, 0, sizeof(uint64_t) * m->trace.blocks);
}

/* Passes over executions that are not the core's; false at the end. */
static bool find_own(pme__private_traces *m, uint32_t core) {
  reader *r = &m->reader[core];
  for (; r->execution < m->trace.executions; r->execution++) {
    uint32_t block = m->trace.block[r->execution], owner = 0;
    share s = owner_of(m, block, r->done[block], &owner);
    uint64_t start = m->trace.start[r->execution], end = m->trace.start[r->execution + 1];
    if (r->reference < start)
      r->reference = start;
    if ((s == COPIED || (s == OWNED && owner == core)) && r->reference < end)
      return true;
    r->done[block]++;
    r->reference = end;
  }
  return false;
}

static size_t read_core(void *context, uint32_t core, pme__line_reference *buffer, size_t room) {
  pme__private_traces *m = (pme__private_traces *)context;
  if (!find_own(m, core))
    return 0;
  reader *r = &m->reader[core];
  uint64_t left = m->trace.start[r->execution + 1] - r->reference;
  size_t count = left < room ? (size_t)left : room;
  for (size_t i = 0; i < count; i++)
    buffer[i] = pme__reference_on_core(m->trace.reference[r->reference + i], core, m->options.offset_lines);
  r->reference += count;
  return count;
}

static uint64_t core_length(void *context, uint32_t core) {
  return ((const pme__private_traces *)context)->length[core];
}

pme__streams pme__private_traces_streams(pme__private_traces *traces) {
  return (pme__streams){traces, traces->options.cores, rewind_core, read_core, core_length, NULL, NULL};
}

/* ---- life ---- */

static void count_lengths(pme__private_traces *m, uint64_t *done) {
  for (uint64_t e = 0; e < m->trace.executions; e++) {
    uint32_t owner = 0, block = m->trace.block[e];
    uint64_t references = m->trace.start[e + 1] - m->trace.start[e];
    switch (owner_of(m, block, done[block]++, &owner)) {
    case COPIED:
      for (uint32_t c = 0; c < m->options.cores; c++)
        m->length[c] += references;
      break;
    case OWNED:
      m->length[owner] += references;
      break;
    case LOST:
      break;
    }
  }
}

static pme_status choose_offset(pme__private_traces *m) {
  uint64_t largest = 0, limit = UINT64_C(1) << 60;
  for (uint64_t i = m->trace.start[0]; i < m->trace.start[m->trace.executions]; i++) {
    uint64_t line = pme__reference_line(m->trace.reference[i]);
    largest = line > largest ? line : largest;
  }
  if (m->options.offset_lines == 0)
    m->options.offset_lines = (largest / OFFSET_UNIT + 1) * OFFSET_UNIT;
  return m->options.offset_lines <= (limit - largest) / m->options.cores ? PME_OK : PME_BAD_ARGUMENT;
}

static pme_status open_readers(pme__private_traces *m) {
  uint32_t cores = m->options.cores, blocks = m->trace.blocks;
  m->count = PME_ARENA_NEW(m->arena, uint64_t, (size_t)blocks + 1);
  m->length = PME_ARENA_NEW(m->arena, uint64_t, cores);
  m->reader = PME_ARENA_NEW(m->arena, reader, cores);
  uint64_t *done = PME_ARENA_NEW(m->arena, uint64_t, (size_t)blocks + 1);
  if (!m->count || !m->length || !m->reader || !done)
    return PME_NO_MEMORY;
  for (uint32_t c = 0; c < cores; c++) {
    m->reader[c].done = PME_ARENA_NEW(m->arena, uint64_t, (size_t)blocks + 1);
    if (!m->reader[c].done)
      return PME_NO_MEMORY;
  }
  for (uint64_t e = 0; e < m->trace.executions; e++)
    m->count[m->trace.block[e]]++;
  count_lengths(m, done);
  return PME_OK;
}

static pme_status check(const pme__block_trace *trace, const pme__private_options *options) {
  if (options->cores == 0)
    return PME_BAD_ARGUMENT;
  for (uint64_t e = 0; e < trace->executions; e++)
    if (trace->block[e] >= trace->blocks || trace->start[e] > trace->start[e + 1])
      return PME_BAD_INPUT;
  return PME_OK;
}

pme_status pme__private_traces_open(const pme__block_trace *trace, const pme__private_options *options,
                                    pme__private_traces **out) {
  pme_status status = check(trace, options);
  if (status != PME_OK)
    return status;
  pme_arena *arena = pme_arena_create();
  pme__private_traces *m = arena ? PME_ARENA_NEW(arena, pme__private_traces, 1) : NULL;
  if (!m) {
    pme_arena_destroy(arena);
    return PME_NO_MEMORY;
  }
  m->arena = arena;
  m->trace = *trace;
  m->options = *options;
  status = choose_offset(m);
  if (status == PME_OK)
    status = open_readers(m);
  if (status == PME_OK)
    *out = m;
  else
    pme__private_traces_close(m);
  return status;
}

void pme__private_traces_close(pme__private_traces *traces) {
  if (traces)
    pme_arena_destroy(traces->arena);
}

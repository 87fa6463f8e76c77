/* Records become executions of numbered blocks. */
#include "recorded_blocks.h"

#include "analysis/team/trace_records.h"
#include "analysis/trace/trace_bytes.h"
#include "record_walk.h"

enum { MOST_BLOCKS = 1 << 20, READ_ROOM = 256 };

typedef struct gathering {
  unsigned line_bits;
  bool regions_only, has_threads, is_full;
  uint64_t most_bytes;
  pme__bytes execution, start, reference, number, block; /* number: by first_site, block + 1 */
} gathering;

static uint64_t bytes_of(const gathering *g) { return g->execution.count + g->start.count + g->reference.count; }

static bool append(pme__bytes *bytes, const void *item, size_t size) {
  void *to = pme__bytes_reserve(bytes, size);
  if (!to)
    return false;
  memcpy(to, item, size);
  bytes->count += size;
  return true;
}

/* Blocks get numbers as they are met. */
static bool number_of(gathering *g, const pme_instrumented_block *block, uint32_t *out) {
  const uint32_t none = 0;
  size_t key = (size_t)block->first_site;
  for (; g->number.count / sizeof none <= key;)
    if (!append(&g->number, &none, sizeof none))
      return false;
  uint32_t *at = (uint32_t *)pme__bytes_at(&g->number, 0) + key;
  if (*at == 0) {
    if (!append(&g->block, &block, sizeof(const pme_instrumented_block *)))
      return false;
    *at = (uint32_t)(g->block.count / sizeof(const pme_instrumented_block *));
  }
  *out = *at - 1;
  return *at <= MOST_BLOCKS;
}

static bool add_execution(gathering *g, uint32_t number, const uint64_t *record, uint64_t round) {
  pme__record_cursor cursor = {.round = round};
  const pme__record_cursor end = {.round = round + 1};
  uint64_t start = g->reference.count / sizeof(pme__line_reference);
  pme__line_reference read[READ_ROOM];
  if (!append(&g->execution, &number, sizeof number) || !append(&g->start, &start, sizeof start))
    return false;
  for (size_t count = READ_ROOM; count == READ_ROOM;) {
    count = pme__records_read(record, &end, g->line_bits, &cursor, read, READ_ROOM);
    if (count && !append(&g->reference, read, count * sizeof *read))
      return false;
  }
  g->is_full = bytes_of(g) > g->most_bytes;
  return !g->is_full;
}

static bool take_border(void *context, uint32_t thread, const pme_trace_state *state, const pme_trace_border *border) {
  gathering *g = (gathering *)context;
  (void)state;
  (void)border;
  g->has_threads = g->has_threads || thread > 0;
  return !g->has_threads;
}

/* Records without sites have no number of their own: the blocks of loops and iterations are no basic blocks. */
static bool take_record(void *context, uint32_t thread, const pme_trace_state *state, const uint64_t *record) {
  gathering *g = (gathering *)context;
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  uint64_t rounds = block->kind == PME_BLOCK_RUN ? record[1] : 1;
  uint32_t number;
  g->has_threads = g->has_threads || thread > 0;
  if (g->has_threads)
    return false;
  if (block->site_count == 0 || (g->regions_only && state->regions == 0))
    return true;
  bool ok = number_of(g, block, &number);
  for (uint64_t round = 0; round < rounds && ok; round++)
    ok = add_execution(g, number, record, round);
  return ok;
}

static pme_status finish(gathering *g, pme__recorded_blocks *out) {
  uint64_t end = g->reference.count / sizeof(pme__line_reference);
  const pme__line_reference none = 0;
  if (!append(&g->start, &end, sizeof end) || !append(&g->reference, &none, sizeof none))
    return PME_NO_MEMORY;
  out->trace = (pme__block_trace){.executions = g->execution.count / sizeof(uint32_t),
                                  .block = (const uint32_t *)pme__bytes_at(&g->execution, 0),
                                  .start = (const uint64_t *)pme__bytes_at(&g->start, 0),
                                  .reference = (const pme__line_reference *)pme__bytes_at(&g->reference, 0),
                                  .blocks = (uint32_t)(g->block.count / sizeof(const pme_instrumented_block *))};
  out->block = (const pme_instrumented_block **)pme__bytes_at(&g->block, 0);
  return PME_OK;
}

static bool has_no_memory(const gathering *g) {
  return g->execution.failed || g->start.failed || g->reference.failed || g->number.failed || g->block.failed;
}

static pme_status fail(const gathering *g, pme_status status, pme_error *error) {
  if (g->has_threads)
    return pme_error_set(error, PME_UNSUPPORTED, 0, 0,
                         "the blocks of several threads have no order: trace a run with OMP_NUM_THREADS=1");
  if (g->is_full)
    return pme_error_set(error, PME_OVER_BUDGET, 0, 0,
                         "the trace has more executions of blocks than fit into %.0f MB: trace a smaller input",
                         (double)g->most_bytes / (1 << 20));
  if (has_no_memory(g))
    status = PME_NO_MEMORY;
  return pme_error_set(error, status, 0, 0, "the blocks cannot be read: %s", pme_status_text(status));
}

pme_status pme__recorded_blocks_read(const pme__sequential_trace *trace, bool regions_only, uint64_t most_bytes,
                                     pme__recorded_blocks *out, pme_error *error) {
  *out = (pme__recorded_blocks){.memory = pme_reallocate(NULL, sizeof(gathering))};
  gathering *g = (gathering *)out->memory;
  if (!g)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "%s", pme_status_text(PME_NO_MEMORY));
  *g = (gathering){
      .line_bits = (unsigned)__builtin_ctz(trace->line_bytes), .regions_only = regions_only, .most_bytes = most_bytes};
  const pme__record_visitor visitor = {g, take_border, take_record};
  pme_status status = pme__walk_records(trace, &visitor);
  if (status == PME_OK)
    status = finish(g, out);
  return status == PME_OK ? PME_OK : fail(g, status, error);
}

void pme__recorded_blocks_close(pme__recorded_blocks *blocks) {
  gathering *g = (gathering *)blocks->memory;
  if (!g)
    return;
  pme__bytes *all[] = {&g->execution, &g->start, &g->reference, &g->number, &g->block};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    pme__bytes_free(all[i]);
  pme_reallocate(g, 0);
  blocks->memory = NULL;
}

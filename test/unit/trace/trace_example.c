#include "test/unit/trace/trace_example.h"

#include <stdlib.h>
#include <zstd.h>

#include "analysis/base/checksum.h"

static uint64_t state;

void example_seed(uint64_t seed) { state = seed; }

uint64_t example_random(uint64_t n) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (state >> 33) % n;
}

/* ---- the program ---- */

static const pme_instrumented_site sites[] = {{10, 5, 8, 0, 8, "a", NULL},
                                              {10, 9, 8, PME_SITE_WRITE, 8, "b", NULL},
                                              {11, 3, 4, 0, -4, "", NULL},
                                              {12, 1, 16, 0, 4096, "", NULL},
                                              {13, 7, 1, PME_SITE_STRIDE_RECORDED, 0, "c", NULL},
                                              {14, 2, 8, PME_SITE_STRIDE_RECORDED, 0, "", NULL}};

static pme_instrumented_block blocks[EXAMPLE_BLOCKS] = {
    {PME_BLOCK_PLAIN, 0, 1, sites, 10, 5, 0, 0, 0},
    {PME_BLOCK_PLAIN, PME_BLOCK_IS_ITERATION, 3, sites, 10, 5, 0, 1, 4},
    {PME_BLOCK_RUN, 0, 6, sites, 10, 5, 1, 2, 8},
    {PME_BLOCK_RUN, PME_BLOCK_IS_ITERATION, 2, sites + 3, 12, 1, 0, 3, 16},
    {PME_BLOCK_LOOP, 0, 0, NULL, 0, 0, 1, 4, 20},
    {PME_BLOCK_ITERATION, 0, 0, NULL, 0, 0, 0, 5, 21},
    {PME_BLOCK_REGION, 0, 0, NULL, 0, 0, -1, 6, 22},
    {PME_BLOCK_WORKSHARING, 0, 0, NULL, 0, 0, 0, 7, 23}};

pme_instrumented_module *example_module(void) {
  static const pme_instrumented_loop loops[] = {{9, 1, -1, 1, 4, 0, 0, 1, 7, 0, 18, "i"},
                                                {10, 3, 0, 0, 3, 1, 1, 4, 2, 2, 0, ""}};
  static pme_instrumented_block *all[EXAMPLE_BLOCKS];
  static pme_instrumented_symbol symbols[] = {{"n", 0, 2, 5, {{500, 3}, {-1, 1}}, 0, 0}};
  static pme_instrumented_function functions[] = {
      {"kernel", "kernel.c", 0x1f3a5b7c9d2e4f60, 7, 1, symbols, 2, EXAMPLE_BLOCKS, loops, all},
      {"other", "", 0, 0, 0, NULL, 0, 0, NULL, NULL}};
  static pme_instrumented_module module = {PME_INSTRUMENTED_VERSION, 2, "kernel.c", functions, "64x8", NULL};
  for (int b = 0; b < EXAMPLE_BLOCKS; b++)
    all[b] = &blocks[b];
  return &module;
}

const pme_instrumented_block *const *example_blocks(void) {
  static const pme_instrumented_block *by_site[EXAMPLE_SITES];
  for (int b = 0; b < EXAMPLE_BLOCKS; b++)
    by_site[blocks[b].first_site] = &blocks[b];
  return by_site;
}

/* ---- records ---- */

static uint64_t next_address(int kind, uint64_t last) {
  switch (kind) {
  case 0:
    return last + 8;
  case 1:
    return UINT64_C(0x7f0000000000) + 8 * example_random(1 << 20);
  case 2:
    return last - 24;
  default:
    return last ^ example_random(UINT64_C(1) << 31) << 33; /* anything */
  }
}

static void add_border(example_packet *out) {
  pme_trace_border border = {.position = out->word_count,
                             .kind = (pme_trace_border_kind)example_random(PME_TRACE_BORDER_COUNT)};
  int values = 0;
  if (border.kind == PME_TRACE_REGION_BEGIN || border.kind == PME_TRACE_LOOP_BEGIN) {
    border.block = &blocks[border.kind == PME_TRACE_REGION_BEGIN ? 6 : 7];
    values = 5;
  } else if (border.kind == PME_TRACE_CHUNK || border.kind == PME_TRACE_ONE_BEGIN) {
    values = 1;
  }
  for (int v = 0; v < values; v++)
    border.values[v] = (int64_t)example_random(100) - 20;
  out->borders[out->border_count++] = border;
}

void example_records(example_packet *out) {
  size_t most = example_random(EXAMPLE_MOST_WORDS - 32);
  int kind = (int)example_random(4);
  uint64_t address = UINT64_C(0x601000);
  out->word_count = out->border_count = 0;
  while (out->word_count < most) {
    if (out->border_count < EXAMPLE_MOST_BORDERS - 2 && example_random(20) == 0)
      add_border(out);
    const pme_instrumented_block *block = &blocks[example_random(6)];
    size_t words = pme_trace_record_words(block);
    out->words[out->word_count++] = (uint64_t)(uintptr_t)block;
    for (size_t w = 1; w < words; w++)
      out->words[out->word_count++] = address = next_address(kind, address);
    if (block->kind == PME_BLOCK_RUN)
      out->words[out->word_count - words + 1] = example_random(1000);
    if (example_random(50) == 0)
      kind = (int)example_random(4);
  }
  add_border(out);
}

/* ---- the file ---- */

static void add_bytes(pme__bytes *out, const void *bytes, size_t count) {
  void *at = pme__bytes_reserve(out, count + 1);
  if (!at)
    abort();
  memcpy(at, bytes, count);
  out->count += count;
}

void example_add_packet(pme__bytes *out, const pme__packet_head *head, const uint8_t *raw, size_t count) {
  size_t most = ZSTD_compressBound(count);
  uint8_t *stored = (uint8_t *)malloc(most), bytes[PME_TRACE_PACKET_HEAD];
  pme__packet_head full = *head;
  if (!stored)
    abort();
  full.stored_bytes = (uint32_t)ZSTD_compress(stored, most, raw, count, 1);
  full.raw_bytes = (uint32_t)count;
  full.check_sum = pme__check_sum((const char *)stored, full.stored_bytes);
  pme__packet_head_write(&full, bytes);
  add_bytes(out, bytes, sizeof bytes);
  add_bytes(out, stored, full.stored_bytes);
  free(stored);
}

void example_file(size_t packets, pme__bytes *out, size_t *starts) {
  example_file_of((const uint32_t[]){0, 1}, packets, out, starts);
}

void example_file_of(const uint32_t threads[2], size_t packets, pme__bytes *out, size_t *starts) {
  static const uint8_t magic[PME_TRACE_FILE_HEAD + 1] = PME_TRACE_MAGIC "\6";
  static example_packet packet;
  pme__packer packer[2] = {{0}, {0}};
  pme_trace_state states[2] = {{0}, {0}};
  uint64_t before[2] = {0, 0};
  pme__bytes tables = {0};
  *out = (pme__bytes){0};
  add_bytes(out, magic, PME_TRACE_FILE_HEAD);
  example_add_packet(out, &(pme__packet_head){.kind = PME_PACKET_RUN}, (const uint8_t *)"./a.out", 8);
  pme__tables_write(&tables, example_module());
  example_add_packet(out, &(pme__packet_head){.kind = PME_PACKET_MODULE}, tables.data, tables.count);
  for (size_t p = 0; p < 2 * packets; p++) {
    uint32_t thread = p % 2;
    uint64_t accesses = 0;
    example_records(&packet);
    if (pme__pack(&packer[thread], EXAMPLE_SITES,
                  &(pme__packed_records){packet.words, packet.word_count, packet.borders, packet.border_count},
                  &states[thread], &accesses) != PME_OK)
      abort();
    if (starts)
      starts[p] = out->count;
    pme__packet_head head = {
        .kind = PME_PACKET_RECORDS, .owner = threads[thread], .number = (uint32_t)(p / 2), .before = before[thread]};
    example_add_packet(out, &head, packer[thread].out.data, packer[thread].out.count);
    before[thread] += accesses;
  }
  if (starts)
    starts[2 * packets] = out->count;
  example_add_packet(out, &(pme__packet_head){.kind = PME_PACKET_MODULE, .number = 1}, tables.data, tables.count);
  example_add_packet(out, &(pme__packet_head){.kind = PME_PACKET_END}, (const uint8_t *)"", 1);
  pme__bytes_free(&tables);
  pme__packer_free(&packer[0]);
  pme__packer_free(&packer[1]);
}

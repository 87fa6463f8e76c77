#include "trace_spans.h"

static const pme_instrumented_block *block_at(const uint64_t *words, uint64_t word) {
  return (const pme_instrumented_block *)(uintptr_t)words[word];
}

static int64_t stride_of(const pme_instrumented_block *block, const uint64_t *record, uint32_t site) {
  if (!(block->sites[site].flags & PME_SITE_STRIDE_RECORDED))
    return block->sites[site].stride;
  uint32_t before = 0;
  for (uint32_t s = 0; s < site; s++)
    before += block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? 1 : 0;
  return (int64_t)record[2 + block->site_count + before];
}

static uint64_t address_of(const pme_instrumented_block *block, const uint64_t *record, uint64_t round, uint32_t site) {
  if (block->kind != PME_BLOCK_RUN)
    return record[1 + site];
  return record[2 + site] + round * (uint64_t)stride_of(block, record, site);
}

static uint64_t rounds_of(const pme_instrumented_block *block, const uint64_t *record) {
  return block->site_count == 0 ? 0 : block->kind == PME_BLOCK_RUN ? record[1] : 1;
}

static uint64_t lines_of(uint64_t address, uint32_t bytes, unsigned line_bits) {
  return ((address + bytes - 1) >> line_bits) - (address >> line_bits) + 1;
}

static pme_reference reference_to(const pme_instrumented_site *site, uint64_t address, unsigned line_bits,
                                  uint32_t line) {
  pme_reference reference = pme_reference_make((address >> line_bits) + line, site->flags & PME_SITE_WRITE);
  return address >= PME_PRIVATE_ADDRESS / 2 ? reference | PME_REFERENCE_PRIVATE : reference;
}

size_t pme__span_read(const uint64_t *words, uint64_t last, unsigned line_bits, pme_span_cursor *c, pme_reference *out,
                      size_t room) {
  size_t count = 0;
  while (count < room && c->word < last) {
    const uint64_t *record = words + c->word;
    const pme_instrumented_block *block = block_at(words, c->word);
    uint64_t rounds = rounds_of(block, record);
    for (; c->round < rounds && count < room; c->round++, c->site = 0)
      for (; c->site < block->site_count && count < room; c->site++, c->line = 0) {
        const pme_instrumented_site *site = &block->sites[c->site];
        uint64_t address = address_of(block, record, c->round, c->site);
        uint32_t lines = (uint32_t)lines_of(address, site->bytes, line_bits);
        for (; c->line < lines && count < room; c->line++)
          out[count++] = reference_to(site, address, line_bits, c->line);
        if (c->line < lines)
          return count;
        if (count == room && c->site + 1 < block->site_count) {
          c->site++;
          c->line = 0;
          return count;
        }
      }
    if (c->round < rounds)
      return count;
    *c = (pme_span_cursor){.word = c->word + pme_trace_record_words(block)};
  }
  return count;
}

/* An access of a run never straddles lines when sizes, starts and strides are multiples of the size. */
static uint64_t run_length(const pme_instrumented_block *block, const uint64_t *record, uint32_t site,
                           unsigned line_bits) {
  uint64_t bytes = block->sites[site].bytes, rounds = record[1];
  uint64_t all = address_of(block, record, 0, site) | (uint64_t)stride_of(block, record, site);
  bool aligned = (bytes & (bytes - 1)) == 0 && bytes <= UINT64_C(1) << line_bits && (all & (bytes - 1)) == 0;
  if (aligned)
    return rounds;
  uint64_t length = 0;
  for (uint64_t round = 0; round < rounds; round++)
    length += lines_of(address_of(block, record, round, site), (uint32_t)bytes, line_bits);
  return length;
}

uint64_t pme__span_length(const uint64_t *words, uint64_t first, uint64_t last, unsigned line_bits) {
  uint64_t length = 0;
  while (first < last) {
    const pme_instrumented_block *block = block_at(words, first);
    for (uint32_t s = 0; s < block->site_count; s++)
      length += block->kind == PME_BLOCK_RUN ? run_length(block, words + first, s, line_bits)
                                             : lines_of(words[first + 1 + s], block->sites[s].bytes, line_bits);
    first += pme_trace_record_words(block);
  }
  return length;
}

size_t pme__round_read(const uint64_t *words, uint64_t word, uint64_t round, unsigned line_bits, uint64_t skip,
                       pme_reference *out, size_t room) {
  const pme_instrumented_block *block = block_at(words, word);
  size_t count = 0;
  for (uint32_t s = 0; s < block->site_count; s++) {
    uint64_t address = address_of(block, words + word, round, s);
    uint64_t lines = lines_of(address, block->sites[s].bytes, line_bits);
    for (uint32_t line = 0; line < lines && count < room; line++)
      if (skip > 0)
        skip--;
      else
        out[count++] = reference_to(&block->sites[s], address, line_bits, line);
  }
  return count;
}

uint64_t pme__round_length(const uint64_t *words, uint64_t word, uint64_t round, unsigned line_bits) {
  const pme_instrumented_block *block = block_at(words, word);
  uint64_t length = 0;
  for (uint32_t s = 0; s < block->site_count; s++)
    length += lines_of(address_of(block, words + word, round, s), block->sites[s].bytes, line_bits);
  return length;
}

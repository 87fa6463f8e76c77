/* Records become references, line by line. */
#include "trace_records.h"

static const pme_instrumented_block *block_of(const uint64_t *record) {
  return (const pme_instrumented_block *)(uintptr_t)*record;
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

/* ---- reading ---- */

static pme__line_reference reference_to(const pme_instrumented_site *site, uint64_t address, unsigned line_bits,
                                        uint32_t line) {
  pme__line_reference reference = pme__reference_make((address >> line_bits) + line, site->flags & PME_SITE_WRITE);
  bool is_private = address >= PME_PRIVATE_HEAP_ADDRESS || site->flags & PME_SITE_BY_THREAD;
  return is_private ? reference | PME_REFERENCE_PRIVATE : reference;
}

/* What is left of the round that the cursor is in. False when there was no room for all of it. */
static bool read_round(const uint64_t *record, unsigned line_bits, pme__record_cursor *c, pme__line_reference *out,
                       size_t room, size_t *count) {
  const pme_instrumented_block *block = block_of(record);
  for (; c->site < block->site_count; c->site++, c->line = 0) {
    const pme_instrumented_site *site = &block->sites[c->site];
    uint64_t address = address_of(block, record, c->round, c->site);
    uint32_t lines = (uint32_t)lines_of(address, site->bytes, line_bits);
    for (; c->line < lines; c->line++) {
      if (*count == room)
        return false;
      out[(*count)++] = reference_to(site, address, line_bits, c->line);
    }
  }
  c->site = 0;
  c->round++;
  return true;
}

/* A site of a run, from round to round. */
typedef struct moving_site {
  uint64_t first, last, stride; /* bytes of the access */
  uint64_t flags;               /* of the reference */
} moving_site;

enum { MOST_MOVING = 16 };

/* The sites of a run at the beginning of a round. False when there are too many, or an access may have more than two
 * lines. */
static bool place_sites(const uint64_t *record, uint64_t round, unsigned line_bits, moving_site *out) {
  const pme_instrumented_block *block = block_of(record);
  bool can_move = block->kind == PME_BLOCK_RUN && block->site_count <= MOST_MOVING;
  for (uint32_t s = 0; can_move && s < block->site_count; s++) {
    const pme_instrumented_site *site = &block->sites[s];
    uint64_t first = address_of(block, record, round, s);
    out[s] = (moving_site){first, first + site->bytes - 1, (uint64_t)stride_of(block, record, s),
                           reference_to(site, first, line_bits, 0) & (PME_REFERENCE_WRITE | PME_REFERENCE_PRIVATE)};
    can_move = site->bytes <= UINT64_C(1) << line_bits;
  }
  return can_move;
}

/* Whole rounds of a run, up to `end`, while there is room for one in which each access has two lines; what most
 * references come from. */
static size_t read_rounds(const uint64_t *record, uint64_t end, unsigned line_bits, pme__record_cursor *c,
                          pme__line_reference *out, size_t room) {
  moving_site sites[MOST_MOVING];
  size_t count = 0, sites_count = block_of(record)->site_count;
  if (!place_sites(record, c->round, line_bits, sites))
    return 0;
  for (; c->round < end && room - count >= 2 * sites_count; c->round++)
    for (moving_site *s = sites; s < sites + sites_count; s++) {
      uint64_t first = s->first >> line_bits, last = s->last >> line_bits;
      out[count] = first << 2 | s->flags;
      out[count + 1] = last << 2 | s->flags;
      count += 1 + (first != last);
      s->first += s->stride;
      s->last += s->stride;
    }
  return count;
}

size_t pme__records_read(const uint64_t *words, const pme__record_cursor *end, unsigned line_bits,
                         pme__record_cursor *c, pme__line_reference *out, size_t room) {
  size_t count = 0;
  while (pme__record_before(c, end)) {
    const uint64_t *record = words + c->word;
    const pme_instrumented_block *block = block_of(record);
    uint64_t rounds = c->word == end->word ? end->round : rounds_of(block, record);
    while (c->round < rounds) {
      if (c->site == 0 && c->line == 0)
        count += read_rounds(record, rounds, line_bits, c, out + count, room - count);
      if (c->round < rounds && !read_round(record, line_bits, c, out, room, &count))
        return count;
    }
    if (c->word == end->word)
      break;
    *c = (pme__record_cursor){.word = c->word + pme_trace_record_words(block)};
  }
  return count;
}

/* ---- counting ---- */

/* References of a site in the rounds first .. last - 1. An access of a run never straddles lines when size, start and
 * stride are multiples of the size. */
static uint64_t site_length(const pme_instrumented_block *block, const uint64_t *record, uint32_t site, uint64_t first,
                            uint64_t last, unsigned line_bits) {
  uint64_t bytes = block->sites[site].bytes, all = address_of(block, record, 0, site), length = 0;
  if (block->kind == PME_BLOCK_RUN)
    all |= (uint64_t)stride_of(block, record, site);
  if ((bytes & (bytes - 1)) == 0 && bytes <= UINT64_C(1) << line_bits && (all & (bytes - 1)) == 0)
    return last - first;
  for (uint64_t round = first; round < last; round++)
    length += lines_of(address_of(block, record, round, site), (uint32_t)bytes, line_bits);
  return length;
}

static uint64_t rounds_length(const uint64_t *record, uint64_t first, uint64_t last, unsigned line_bits) {
  const pme_instrumented_block *block = block_of(record);
  uint64_t length = 0;
  for (uint32_t s = 0; s < block->site_count && first < last; s++)
    length += site_length(block, record, s, first, last, line_bits);
  return length;
}

uint64_t pme__record_length(const uint64_t *record, unsigned line_bits) {
  return rounds_length(record, 0, rounds_of(block_of(record), record), line_bits);
}

uint64_t pme__records_length(const uint64_t *words, const pme__record_cursor *begin, const pme__record_cursor *end,
                             unsigned line_bits) {
  uint64_t length = 0;
  for (pme__record_cursor at = *begin; pme__record_before(&at, end); at.round = 0) {
    const uint64_t *record = words + at.word;
    uint64_t rounds = at.word == end->word ? end->round : rounds_of(block_of(record), record);
    length += rounds_length(record, at.round, rounds, line_bits);
    at.word += pme_trace_record_words(block_of(record));
  }
  return length;
}

/* The bytes of a packet become records and borders. Bytes may be anything: all counts are checked before they are
 * believed. */
#include "packet.h"

typedef struct entry {
  const pme_instrumented_block *block;
  uint32_t width;
  uint64_t count, taken; /* records, and those that have been put in order */
  size_t first;          /* of its columns */
} entry;

typedef struct unpacking {
  pme__unpacker *unpacker;
  const pme_instrumented_block *const *blocks;
  uint32_t site_count;
  pme__scan scan;
  entry *entries;
  uint64_t entry_count, record_count, value_count;
  uint64_t *values;
  pme_trace_border *borders;
  uint64_t border_count;
} unpacking;

static const pme_instrumented_block *block_at(const unpacking *u, uint64_t site) {
  return site < u->site_count ? u->blocks[site] : NULL;
}

/* ---- state and borders ---- */

static pme_trace_border take_border(unpacking *u) {
  static const uint8_t values[PME_TRACE_BORDER_COUNT] = {
      [PME_TRACE_REGION_BEGIN] = 5, [PME_TRACE_LOOP_BEGIN] = 5, [PME_TRACE_CHUNK] = 1,
      [PME_TRACE_ONE_BEGIN] = 1,    [PME_TRACE_ALLOCATED] = 2,  [PME_TRACE_FREED] = 1};
  pme_trace_border border = {0};
  uint8_t kind = pme__take_byte(&u->scan);
  if (kind >= PME_TRACE_BORDER_COUNT) {
    u->scan.failed = true;
    return border;
  }
  border.kind = (pme_trace_border_kind)kind;
  if (kind == PME_TRACE_REGION_BEGIN || kind == PME_TRACE_LOOP_BEGIN) {
    uint64_t site = pme__take_number(&u->scan);
    border.block = site ? block_at(u, site - 1) : NULL;
  }
  for (int v = 0; v < values[kind]; v++)
    border.values[v] = pme__take_signed(&u->scan);
  return border;
}

static void take_state(unpacking *u, pme_trace_state *state) {
  *state = (pme_trace_state){.regions = (uint32_t)pme__take_below(&u->scan, 1 << 16)};
  if (state->regions == 0)
    return;
  state->region = take_border(u);
  uint8_t flags = pme__take_byte(&u->scan);
  state->in_one = flags & 1;
  state->in_loop = flags & 2;
  state->in_chunk = flags & 4;
  if (state->in_loop) {
    state->loop = take_border(u);
    state->iteration = pme__take_number(&u->scan);
  }
}

/* Positions are numbers of records for now. */
static pme_status take_borders(unpacking *u) {
  u->border_count = pme__take_below(&u->scan, PME_PACKET_MOST_BORDERS + 1);
  pme__bytes *memory = &u->unpacker->borders;
  memory->count = 0;
  u->borders = (pme_trace_border *)pme__bytes_reserve(memory, (u->border_count + 1) * sizeof *u->borders);
  if (!u->borders)
    return PME_NO_MEMORY;
  uint64_t record = 0;
  int64_t last = 0, step = 0;
  for (uint64_t b = 0; b < u->border_count && !u->scan.failed; b++) {
    record += pme__take_number(&u->scan);
    u->borders[b] = take_border(u);
    u->borders[b].position = record;
    if (u->borders[b].kind != PME_TRACE_CHUNK)
      continue;
    step = (int64_t)((uint64_t)u->borders[b].values[0] + (uint64_t)step);
    last = (int64_t)((uint64_t)last + (uint64_t)step);
    u->borders[b].values[0] = last;
  }
  return u->scan.failed ? PME_BAD_INPUT : PME_OK;
}

/* ---- columns ---- */

static bool is_record(const pme_instrumented_block *block) { return block && block->kind <= PME_BLOCK_ITERATION; }

static pme_status take_entries(unpacking *u) {
  u->entry_count = pme__take_below(&u->scan, PME_PACKET_MOST_WORDS + 1);
  if (u->entry_count > (uint64_t)(u->scan.end - u->scan.at))
    return PME_BAD_INPUT;
  u->unpacker->scratch.count = 0;
  size_t entries = (u->entry_count + 1) * sizeof(entry), values = PME_PACKET_MOST_WORDS * sizeof *u->values;
  if (!pme__bytes_reserve(&u->unpacker->scratch, entries + values))
    return PME_NO_MEMORY;
  u->entries = (entry *)pme__bytes_at(&u->unpacker->scratch, 0);
  u->values = (uint64_t *)pme__bytes_at(&u->unpacker->scratch, entries);
  for (uint64_t e = 0; e < u->entry_count; e++) {
    const pme_instrumented_block *block = block_at(u, pme__take_number(&u->scan));
    uint64_t count = pme__take_number(&u->scan);
    if (u->scan.failed || !is_record(block) || count > PME_PACKET_MOST_WORDS)
      return PME_BAD_INPUT;
    uint32_t width = (uint32_t)pme_trace_record_words(block) - 1;
    u->entries[e] = (entry){block, width, count, 0, u->value_count};
    u->value_count += width * count;
    u->record_count += count;
    if (u->value_count + u->record_count > PME_PACKET_MOST_WORDS)
      return PME_BAD_INPUT;
  }
  return PME_OK;
}

static void add_bases(int kind, uint64_t *values, const uint64_t *neighbor, const uint64_t base[2], size_t count) {
  for (size_t i = 0; i < count; i++)
    switch (kind) {
    case PME_COLUMN_STRIDE:
      values[i] = i == 0 ? base[0] : i == 1 ? base[0] + base[1] : values[i] + 2 * values[i - 1] - values[i - 2];
      break;
    case PME_COLUMN_DELTA:
      values[i] = i == 0 ? base[0] : values[i] + values[i - 1];
      break;
    case PME_COLUMN_NEIGHBOR:
      values[i] += neighbor[i] + base[0];
      break;
    default:
      values[i] += base[0];
      break;
    }
}

static bool take_column(unpacking *u, uint64_t *values, const uint64_t *neighbor, size_t count) {
  uint8_t form = pme__take_byte(&u->scan), zeros = pme__take_byte(&u->scan);
  int kind = form & 15;
  unsigned width = form >> 4;
  if (kind >= PME_COLUMN_KINDS || width > 8 || zeros > 63 || (kind == PME_COLUMN_NEIGHBOR && !neighbor))
    return false;
  uint64_t base[2] = {(uint64_t)pme__take_signed(&u->scan), 0};
  if (kind == PME_COLUMN_STRIDE && count > 1)
    base[1] = (uint64_t)pme__take_signed(&u->scan);
  if (u->scan.failed || width * count > (size_t)(u->scan.end - u->scan.at))
    return false;
  const uint8_t *at = u->scan.at;
  for (size_t i = 0; i < count; i++) {
    uint64_t rest = 0;
    for (unsigned byte = 0; byte < width; byte++)
      rest |= (uint64_t)at[byte * count + i] << 8 * byte;
    values[i] = (uint64_t)pme__unfold(rest) << zeros;
  }
  u->scan.at += width * count;
  add_bases(kind, values, neighbor, base, count);
  return true;
}

static pme_status take_columns(unpacking *u) {
  for (uint64_t e = 0; e < u->entry_count; e++) {
    const entry *at = &u->entries[e];
    uint64_t *column = u->values + at->first;
    for (uint32_t c = 0; c < at->width; c++, column += at->count)
      if (at->count && !take_column(u, column, c > 0 ? column - at->count : NULL, at->count))
        return PME_BAD_INPUT;
  }
  return PME_OK;
}

/* ---- order ---- */

static pme_status put_in_order(unpacking *u, pme__scan *sequence, pme_trace_packet *out) {
  pme__bytes *memory = &u->unpacker->words;
  memory->count = 0;
  uint64_t *words = (uint64_t *)pme__bytes_reserve(memory, (u->value_count + u->record_count + 1) * sizeof *words);
  if (!words)
    return PME_NO_MEMORY;
  uint64_t word = 0, border = 0;
  for (uint64_t r = 0; r < u->record_count; r++) {
    for (; border < u->border_count && u->borders[border].position <= r; border++)
      u->borders[border].position = word;
    entry *e = &u->entries[pme__take_below(sequence, u->entry_count)];
    if (sequence->failed || e->taken == e->count)
      return PME_BAD_INPUT;
    words[word++] = (uint64_t)(uintptr_t)e->block;
    for (uint32_t c = 0; c < e->width; c++)
      words[word++] = u->values[e->first + c * e->count + e->taken];
    e->taken++;
  }
  for (; border < u->border_count; border++)
    u->borders[border].position = word;
  out->words = words;
  out->word_count = word;
  out->borders = u->borders;
  out->border_count = u->border_count;
  return PME_OK;
}

static void skip_sequence(unpacking *u) {
  for (uint64_t r = 0; r < u->record_count && !u->scan.failed; r++)
    pme__take_number(&u->scan);
}

pme_status pme__unpack(pme__unpacker *unpacker, const pme_instrumented_block *const *blocks, uint32_t site_count,
                       const uint8_t *bytes, size_t count, pme_trace_packet *out) {
  unpacking u = {
      .unpacker = unpacker, .blocks = blocks, .site_count = site_count, .scan = {bytes, bytes + count, false}};
  unpacker->words.allocator = unpacker->borders.allocator = unpacker->scratch.allocator = unpacker->allocator;
  pme_trace_packet packet = *out;
  take_state(&u, &packet.state);
  pme_status status = take_borders(&u);
  if (status == PME_OK)
    status = take_entries(&u);
  if (status != PME_OK)
    return status;
  pme__scan sequence = u.scan;
  skip_sequence(&u);
  status = u.scan.failed ? PME_BAD_INPUT : take_columns(&u);
  if (status == PME_OK && u.scan.at != u.scan.end)
    status = PME_BAD_INPUT;
  if (status == PME_OK)
    status = put_in_order(&u, &sequence, &packet);
  if (status == PME_OK)
    *out = packet;
  return status;
}

void pme__unpacker_free(pme__unpacker *unpacker) {
  pme__bytes_free(&unpacker->words);
  pme__bytes_free(&unpacker->borders);
  pme__bytes_free(&unpacker->scratch);
}

/* Records and borders of a thread become the bytes of a packet, column by column. */
#include "analysis/base/always_inline.h"
#include "packet.h"

/* Values of a column by which its kind is chosen. */
enum { LOOKED_AT = 512 };

/* A block of the packet. */
typedef struct entry {
  const pme_instrumented_block *block;
  uint32_t width;       /* values of a record */
  size_t count;         /* records */
  size_t first, filled; /* of its columns, and how far they are filled */
} entry;

typedef struct packing {
  pme__packer *packer;
  uint64_t *values;  /* columns of one block behind those of the other */
  uint64_t *scratch; /* room for one more */
  entry *entries;
  uint32_t entry_count;
} packing;

static uint64_t accesses_of(const uint64_t *record) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  return block->site_count * (block->kind == PME_BLOCK_RUN ? record[1] : 1);
}

/* ---- which blocks there are ---- */

static bool make_index(pme__packer *packer, uint32_t site_count) {
  if (site_count <= packer->index_count)
    return true;
  size_t old = packer->index_count * sizeof *packer->index, bytes = site_count * sizeof *packer->index;
  uint32_t *grown = (uint32_t *)pme_allocator_reallocate(packer->allocator, packer->index, old, bytes);
  if (!grown)
    return false;
  memset((char *)grown + old, 0, bytes - old);
  packer->index = grown;
  packer->index_count = site_count;
  return true;
}

static entry *entry_of(packing *p, const pme_instrumented_block *block) {
  uint32_t *index = &p->packer->index[block->first_site];
  if (*index == 0) {
    *index = ++p->entry_count;
    p->entries[*index - 1] = (entry){.block = block, .width = (uint32_t)pme_trace_record_words(block) - 1};
  }
  return &p->entries[*index - 1];
}

/* ---- state and borders ---- */

static void put_border(pme__bytes *out, const pme_trace_border *border) {
  static const uint8_t values[PME_TRACE_BORDER_COUNT] = {
      [PME_TRACE_REGION_BEGIN] = 5, [PME_TRACE_LOOP_BEGIN] = 5, [PME_TRACE_CHUNK] = 1,
      [PME_TRACE_ONE_BEGIN] = 1,    [PME_TRACE_ALLOCATED] = 2,  [PME_TRACE_FREED] = 1};
  pme__put_byte(out, (uint8_t)border->kind);
  if (border->kind == PME_TRACE_REGION_BEGIN || border->kind == PME_TRACE_LOOP_BEGIN)
    pme__put_number(out, border->block ? border->block->first_site + 1 : 0);
  for (int v = 0; v < values[border->kind]; v++)
    pme__put_signed(out, border->values[v]);
}

static void put_state(pme__bytes *out, const pme_trace_state *state) {
  pme__put_number(out, state->regions);
  if (state->regions == 0)
    return;
  put_border(out, &state->region);
  pme__put_byte(out, (uint8_t)(state->in_one | state->in_loop << 1 | state->in_chunk << 2));
  if (state->in_loop) {
    put_border(out, &state->loop);
    pme__put_number(out, state->iteration);
  }
}

/* Chunks mostly follow each other at a constant distance. */
typedef struct chunk_guess {
  int64_t last, step;
} chunk_guess;

static pme_trace_border guessed(const pme_trace_border *border, chunk_guess *guess) {
  pme_trace_border told = *border;
  if (border->kind != PME_TRACE_CHUNK)
    return told;
  uint64_t step = (uint64_t)border->values[0] - (uint64_t)guess->last;
  told.values[0] = (int64_t)(step - (uint64_t)guess->step);
  *guess = (chunk_guess){border->values[0], (int64_t)step};
  return told;
}

/* ---- columns ---- */

typedef struct leftover { /* what a kind of column leaves of the values */
  uint64_t all;           /* bits that any of them has */
  uint64_t bits;          /* of all of them, added up, without sign */
} leftover;

static inline void look_at(leftover *l, int64_t value) {
  uint64_t folded = pme__fold(value);
  l->all |= (uint64_t)value;
  l->bits += folded ? (uint64_t)(64 - __builtin_clzll(folded)) : 0;
}

static uint64_t smallest(const uint64_t *values, size_t count) {
  uint64_t least = values[0];
  for (size_t i = 1; i < count; i++)
    least = values[i] < least ? values[i] : least;
  return least;
}

/* `base` is the smallest value (OFFSET) or the first difference (NEIGHBOR). */
static inline int64_t rest_of(int kind, const uint64_t *values, const uint64_t *neighbor, uint64_t base, size_t i) {
  switch (kind) {
  case PME_COLUMN_STRIDE:
    return i < 2 ? 0 : (int64_t)(values[i] - 2 * values[i - 1] + values[i - 2]);
  case PME_COLUMN_DELTA:
    return i < 1 ? 0 : (int64_t)(values[i] - values[i - 1]);
  case PME_COLUMN_NEIGHBOR:
    return (int64_t)(values[i] - neighbor[i] - base);
  default:
    return (int64_t)(values[i] - base);
  }
}

static uint64_t base_of(int kind, const uint64_t *values, const uint64_t *neighbor, size_t count) {
  return kind == PME_COLUMN_OFFSET     ? smallest(values, count)
         : kind == PME_COLUMN_NEIGHBOR ? values[0] - neighbor[0]
                                       : 0;
}

ALWAYS_INLINE leftover measure_as(int kind, const uint64_t *values, const uint64_t *neighbor, uint64_t base,
                                  size_t count) {
  leftover l = {0, 0};
  for (size_t i = 0; i < count; i++)
    look_at(&l, rest_of(kind, values, neighbor, base, i));
  return l;
}

/* The kind is a constant in each of the loops. */
static leftover measure(int kind, const uint64_t *values, const uint64_t *neighbor, uint64_t base, size_t count) {
  switch (kind) {
  case PME_COLUMN_STRIDE:
    return measure_as(PME_COLUMN_STRIDE, values, neighbor, base, count);
  case PME_COLUMN_DELTA:
    return measure_as(PME_COLUMN_DELTA, values, neighbor, base, count);
  case PME_COLUMN_NEIGHBOR:
    return measure_as(PME_COLUMN_NEIGHBOR, values, neighbor, base, count);
  default:
    return measure_as(PME_COLUMN_OFFSET, values, neighbor, base, count);
  }
}

static unsigned zeros_of(const leftover *l) { return l->all ? (unsigned)__builtin_ctzll(l->all) : 0; }

/* Bits that are needed when those that are always 0 are cut off. */
static uint64_t cost_of(const leftover *l, size_t count) {
  uint64_t saved = zeros_of(l) * (uint64_t)count;
  return l->bits > saved ? l->bits - saved : l->all ? 1 : 0;
}

/* The first values tell which kind suits. */
static int choose_kind(const uint64_t *values, const uint64_t *neighbor, size_t count) {
  count = count < LOOKED_AT ? count : LOOKED_AT;
  int best = PME_COLUMN_STRIDE;
  uint64_t least = UINT64_MAX;
  for (int kind = 0; kind < PME_COLUMN_KINDS && least > 0; kind++) {
    if (kind == PME_COLUMN_NEIGHBOR && !neighbor)
      continue;
    leftover l = measure(kind, values, neighbor, base_of(kind, values, neighbor, count), count);
    uint64_t cost = cost_of(&l, count);
    if (cost < least) {
      least = cost;
      best = kind;
    }
  }
  return best;
}

static void put_bases(pme__bytes *out, int kind, const uint64_t *values, uint64_t base, size_t count) {
  if (kind == PME_COLUMN_OFFSET || kind == PME_COLUMN_NEIGHBOR) {
    pme__put_signed(out, (int64_t)base);
    return;
  }
  pme__put_signed(out, (int64_t)values[0]);
  if (kind == PME_COLUMN_STRIDE && count > 1)
    pme__put_signed(out, (int64_t)(values[1] - values[0]));
}

/* A column, and how what is left of its values is found. */
typedef struct column {
  const uint64_t *values, *neighbor; /* neighbor: the column before; NULL: none */
  uint64_t base;
  unsigned zeros;
  size_t count;
} column;

/* What is left of the values, folded and without the zeros. Returns the bits of all. */
ALWAYS_INLINE uint64_t reduce_as(int kind, column c, uint64_t *out) {
  uint64_t all = 0;
  for (size_t i = 0; i < c.count; i++) {
    out[i] = pme__fold(rest_of(kind, c.values, c.neighbor, c.base, i) >> c.zeros);
    all |= out[i];
  }
  return all;
}

static uint64_t reduce(int kind, column c, uint64_t *out) {
  switch (kind) {
  case PME_COLUMN_STRIDE:
    return reduce_as(PME_COLUMN_STRIDE, c, out);
  case PME_COLUMN_DELTA:
    return reduce_as(PME_COLUMN_DELTA, c, out);
  case PME_COLUMN_NEIGHBOR:
    return reduce_as(PME_COLUMN_NEIGHBOR, c, out);
  default:
    return reduce_as(PME_COLUMN_OFFSET, c, out);
  }
}

static void put_column(pme__bytes *out, uint64_t *scratch, const uint64_t *values, const uint64_t *neighbor,
                       size_t count) {
  int kind = choose_kind(values, neighbor, count);
  uint64_t base = base_of(kind, values, neighbor, count);
  leftover l = measure(kind, values, neighbor, base, count);
  unsigned zeros = zeros_of(&l);
  uint64_t widest = l.all ? reduce(kind, (column){values, neighbor, base, zeros, count}, scratch) : 0;
  unsigned width = widest ? (71 - (unsigned)__builtin_clzll(widest)) / 8 : 0;
  pme__put_byte(out, (uint8_t)(kind | (int)width << 4));
  pme__put_byte(out, (uint8_t)zeros);
  put_bases(out, kind, values, base, count);
  uint8_t *at = (uint8_t *)pme__bytes_reserve(out, width * count + 1);
  if (!at)
    return;
  for (unsigned byte = 0; byte < width; byte++, at += count)
    for (size_t i = 0; i < count; i++)
      at[i] = (uint8_t)(scratch[i] >> 8 * byte);
  out->count += width * count;
}

static void put_columns(packing *p, const entry *e) {
  const uint64_t *column = p->values + e->first;
  for (uint32_t c = 0; c < e->width; c++, column += e->count)
    /* The first column of a run is how often it goes round: no address. */
    put_column(&p->packer->out, p->scratch, column,
               c > (e->block->kind == PME_BLOCK_RUN ? 1u : 0u) ? column - e->count : NULL, e->count);
}

/* ---- the packet ---- */

static void put_borders(pme__bytes *out, const pme__packed_records *r) {
  chunk_guess guess = {0, 0};
  size_t word = 0;
  uint64_t records = 0;
  pme__put_number(out, r->border_count);
  for (size_t b = 0; b < r->border_count; b++) {
    for (records = 0; word < r->borders[b].position && word < r->word_count; records++)
      word += pme_trace_record_words((const pme_instrumented_block *)(uintptr_t)r->words[word]);
    pme_trace_border told = guessed(&r->borders[b], &guess);
    pme__put_number(out, records);
    put_border(out, &told);
  }
}

/* Passes over everything in order: the state behind it, the blocks, the sequence of records. */
static uint64_t pass(packing *p, const pme__packed_records *r, pme_trace_state *state, pme__bytes *sequence) {
  size_t border = 0;
  uint64_t accesses = 0;
  for (size_t word = 0; word < r->word_count;) {
    for (; border < r->border_count && r->borders[border].position <= word; border++)
      pme_trace_pass_border(state, &r->borders[border]);
    entry *e = entry_of(p, (const pme_instrumented_block *)(uintptr_t)r->words[word]);
    e->count++;
    pme__put_number(sequence, (uint64_t)(e - p->entries));
    accesses += accesses_of(r->words + word);
    word += pme_trace_pass_record(state, r->words + word);
  }
  for (; border < r->border_count; border++)
    pme_trace_pass_border(state, &r->borders[border]);
  return accesses;
}

static void fill_columns(packing *p, const pme__packed_records *r) {
  size_t next = 0;
  for (uint32_t e = 0; e < p->entry_count; e++) {
    p->entries[e].first = next;
    next += p->entries[e].width * p->entries[e].count;
  }
  for (size_t word = 0; word < r->word_count;) {
    entry *e = entry_of(p, (const pme_instrumented_block *)(uintptr_t)r->words[word++]);
    for (uint32_t c = 0; c < e->width; c++)
      p->values[e->first + c * e->count + e->filled] = r->words[word++];
    e->filled++;
  }
}

/* Room for the columns, one more, and what is known of each block. */
static bool start(pme__packer *packer, uint32_t site_count, size_t word_count, packing *p) {
  packer->out.allocator = packer->scratch.allocator = packer->allocator;
  packer->out.count = packer->scratch.count = 0;
  packer->out.failed = packer->scratch.failed = false;
  size_t columns = word_count * sizeof(uint64_t), most = (word_count < site_count ? word_count : site_count) + 1;
  if (!pme__bytes_reserve(&packer->scratch, 2 * columns + most * sizeof(entry)) || !make_index(packer, site_count))
    return false;
  *p = (packing){packer, (uint64_t *)pme__bytes_at(&packer->scratch, 0),
                 (uint64_t *)pme__bytes_at(&packer->scratch, columns),
                 (entry *)pme__bytes_at(&packer->scratch, 2 * columns), 0};
  return true;
}

/* The index is empty again. */
static void put_entries(packing *p) {
  pme__bytes *out = &p->packer->out;
  pme__put_number(out, p->entry_count);
  for (uint32_t e = 0; e < p->entry_count; e++) {
    pme__put_number(out, p->entries[e].block->first_site);
    pme__put_number(out, p->entries[e].count);
    p->packer->index[p->entries[e].block->first_site] = 0;
  }
}

static void put_bytes(pme__bytes *out, const pme__bytes *bytes) {
  uint8_t *at = (uint8_t *)pme__bytes_reserve(out, bytes->count + 1);
  if (at && bytes->count) {
    memcpy(at, bytes->data, bytes->count);
    out->count += bytes->count;
  }
}

pme_status pme__pack(pme__packer *packer, uint32_t site_count, const pme__packed_records *records,
                     pme_trace_state *state, uint64_t *accesses) {
  packing p;
  pme__bytes *out = &packer->out, sequence = {.allocator = packer->allocator};
  if (!start(packer, site_count, records->word_count, &p))
    return PME_NO_MEMORY;
  put_state(out, state);
  put_borders(out, records);
  *accesses += pass(&p, records, state, &sequence);
  fill_columns(&p, records);
  put_entries(&p);
  put_bytes(out, &sequence);
  for (uint32_t e = 0; e < p.entry_count; e++)
    put_columns(&p, &p.entries[e]);
  bool failed = out->failed || sequence.failed;
  pme__bytes_free(&sequence);
  return failed ? PME_NO_MEMORY : PME_OK;
}

void pme__packer_free(pme__packer *packer) {
  pme__bytes_free(&packer->out);
  pme__bytes_free(&packer->scratch);
  if (packer->index)
    pme_allocator_reallocate(packer->allocator, packer->index, packer->index_count * sizeof *packer->index, 0);
  *packer = (pme__packer){.allocator = packer->allocator};
}

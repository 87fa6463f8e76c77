/* Private to analysis/trace: what the line sampler knows, shared by the files that follow a thread (line_sampler.c) and that
 * keep its touches (sampled_touches.c). */
#ifndef PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_STATE_H
#define PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_STATE_H

#include "line_sampler.h"
#include "work_spread.h"

enum { PME_SAMPLER_LINE_BITS = 6, PME_SAMPLER_WRITTEN_BITS = 17, MOST_BLOCKS = 64, MOST_LOOPS = 64, MOST_ROWS = 64 };

typedef struct touch {
  pme_sampled_touch at;
  uint32_t piece;
} touch;

typedef struct piece {
  pme_sampled_piece at;
  const pme_instrumented_block *block; /* of a loop */
} piece;

/* How the references of a loop are spread over its iterations, all its executions together. */
typedef struct spread_loop {
  const pme_instrumented_block *block;
  int loop; /* in the profile */
  double part[PME_PROFILE_PARTS];
} spread_loop;

/* What some place of a loop reaches by the thread's number (pme_sampled_row), and the last visit to it. */
typedef struct row {
  const pme_instrumented_block *block; /* of the loop */
  const pme_instrumented_site *site;   /* the first one at its place */
  pme_sampled_row at;
  uint64_t low, high;                  /* bytes that were touched */
  uint64_t line, last_time, iteration; /* of the last visit */
  int32_t piece;
} row;

/* pme_line_is_sampled of the present sample, asked of each access: lines whose lowest six bits have their bit in `sets`,
 * and whose next bits under `mask` are `rest`. */
typedef struct line_filter {
  uint64_t sets, mask, rest;
} line_filter;

struct pme__line_sampler {
  pme__line_pass pass; /* first: it is the sampler, for who sees records */
  const pme_allocator *allocator;
  pme_trace_state state;
  bool is_team, is_cut;
  bool has_avx2; /* of the processor */
  int sets, splits;
  line_filter filter;
  int32_t piece; /* that records belong to; -1: none */
  uint64_t iteration;
  uint64_t now;                       /* references of the piece before the record at hand */
  uint64_t bin_begin, bin_iterations; /* that bin, as wide as it was */
  pme__work_spread spread;            /* of the loop that the thread is in */
  int loop_count;
  spread_loop loops[MOST_LOOPS];
  int block_count; /* of the heap, that the thread took in the region */
  struct {
    uint64_t low, high;
  } blocks[MOST_BLOCKS];
  size_t piece_count, touch_count;
  int row_count;
  row rows[MOST_ROWS];
  uint64_t written[1 << (PME_SAMPLER_WRITTEN_BITS - 6)];
  size_t newest[PME_SAMPLE_SETS]; /* touch of each set, and 1; 0: none */
  piece pieces[PME_SAMPLE_MOST_PIECES];
  touch touches[PME_SAMPLE_MOST_TOUCHES];
};

static inline bool pme__filter_has(const line_filter *f, uint64_t line) {
  return f->sets >> line % PME_SAMPLE_SETS & 1 && (line / PME_SAMPLE_SETS & f->mask) == f->rest;
}

/* For `sets` and `splits` as they are. */
void pme__set_line_filter(pme__line_sampler *sampler);
/* References of the present piece so far. */
uint64_t pme__sampler_time(const pme__line_sampler *sampler);

/* References to one line, one after the other, by one site. */
typedef struct pme__visit {
  uint64_t address;
  uint32_t flags, count;
  uint64_t time, span; /* of the piece */
} pme__visit;

/* A visit to a line of the sample, in the present piece and iteration. */
void pme__sample_touch(pme__line_sampler *sampler, const pme__visit *visit);
/* The accesses of a run's record, whose rounds are iterations or not, behind the references before `now`. */
void pme__sample_run(pme__line_sampler *sampler, const uint64_t *record, bool iterates);

/* Accesses of the record by the thread's number, the first of which is the reference with this number in the present
 * piece: extents and visits, whether or not their lines are in the sample. */
void pme__sample_rows(pme__line_sampler *sampler, const uint64_t *record, uint64_t time);
/* Rows at other places that are the same memory become one. */
void pme__sampler_join_rows(pme__line_sampler *sampler);

#endif

/* A profile from inside: its arrays, its memory, and what is looked up by numbers. Private to analysis/profile. */
#ifndef PMECACHE_ANALYSIS_PROFILE_PROFILE_INTERNAL_H
#define PMECACHE_ANALYSIS_PROFILE_PROFILE_INTERNAL_H

#include "pmecache/profile.h"

/* Objects that live as long as the profile, in blocks. */
typedef struct pool_block {
  struct pool_block *next;
  size_t size_bytes, used_bytes;
} pool_block;

/* An array that grows; `size_bytes` of an element. */
typedef struct vector {
  void *items;
  int count, room;
} vector;

/* Key to index, for things that are named by numbers. */
typedef struct key_index {
  uint64_t *keys; /* 0: empty */
  int *values;
  uint32_t size, used; /* size: a power of two, or 0 */
} key_index;

enum { MAX_FAULTS = 64 };

struct pme_profile {
  pme_profile_options options;
  bool has_allocator;
  pme_allocator allocator;
  pme_status status;
  pool_block *pool;
  pme_line_sample lines; /* sets 0: none; its arrays are these: */
  vector pieces, touches, rows;
  vector functions, loops, blocks, references, streams, symbols, advice; /* streams: of pointers */
  key_index index;
  int fault_count, fault_total;
  pme_profile_fault faults[MAX_FAULTS];
};

#define FUNCTIONS(p) ((pme_profile_function *)(p)->functions.items)
#define LOOPS(p) ((pme_profile_loop *)(p)->loops.items)
#define BLOCKS(p) ((pme_profile_block *)(p)->blocks.items)
#define REFERENCES(p) ((pme_profile_reference *)(p)->references.items)
#define STREAMS(p) ((pme_profile_stream **)(p)->streams.items)
#define ADVICE(p) ((pme_profile_advice *)(p)->advice.items)
#define ROWS(p) ((pme_sampled_row *)(p)->rows.items)
#define PIECES(p) ((pme_sampled_piece *)(p)->pieces.items)
#define TOUCHES(p) ((pme_sampled_touch *)(p)->touches.items)
#define SYMBOLS(p) ((pme_profile_symbol *)(p)->symbols.items)

/* What a key names. */
typedef enum thing { THING_LOOP = 1, THING_BLOCK, THING_REFERENCE, THING_STREAM } thing;

const pme_allocator *pme__profile_allocator(const pme_profile *profile);
/* Zeroed memory, or NULL after setting the status. */
void *pme__profile_allocate(pme_profile *profile, size_t bytes);
/* A copy, NULL for NULL. */
const char *pme__profile_text(pme_profile *profile, const char *text);
/* A new element at the end, zeroed; its index or PME_NONE after setting the status. */
int pme__vector_add(pme_profile *profile, vector *v, size_t size_bytes);
/* Index of the thing with this name, or PME_NONE. */
int pme__index_find(const pme_profile *profile, thing kind, int owner, int number);
bool pme__index_add(pme_profile *profile, thing kind, int owner, int number, int value);
/* From what was measured of a stream to all its accesses. */
double pme__stream_scale(const pme_profile_stream *stream);
/* Adds the range of `from` to that of `to`, whose histogram is still without `from`. */
void pme__range_merge(pme_profile *profile, pme_profile_stream *to, const pme_profile_stream *from);
void pme__range_destroy(const pme_profile *profile, pme_profile_stream *stream);
bool pme__profile_options_valid(const pme_profile_options *options);
void pme__profile_memory_destroy(pme_profile *profile);

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void pme__profile_fault_add(pme_profile *profile, int line, const char *format, ...);

#endif

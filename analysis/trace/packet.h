/* The parts of a trace file (docs/formats/trace.md): its first bytes, the head of a packet, and what packets hold.
 *
 * Packing and unpacking of records is by columns: all values that stand at one place of the records of one block, which
 * are alike, are put together.
 */
#ifndef PMECACHE_ANALYSIS_TRACE_PACKET_H
#define PMECACHE_ANALYSIS_TRACE_PACKET_H

#include "pmecache/trace.h"
#include "trace_bytes.h"

/* The file starts with these bytes, and the version of the format in the byte behind them. */
#define PME_TRACE_MAGIC "\x89pmetrc"
enum { PME_TRACE_FILE_HEAD = 8, PME_TRACE_PACKET_HEAD = 40 };

enum {
  PME_PACKET_RUN,     /* what ran */
  PME_PACKET_MODULE,  /* the tables of one module; a later one of the same number replaces it */
  PME_PACKET_RECORDS, /* of one thread */
  PME_PACKET_END,     /* the program came to its end */
  PME_PACKET_KINDS
};

enum {
  /* In memory, after decompression: what a reader has to be ready for. */
  PME_PACKET_MOST_BYTES = 16 << 20,
  PME_PACKET_MOST_WORDS = 1 << 18,
  PME_PACKET_MOST_BORDERS = 1 << 16
};

typedef struct pme__packet_head {
  uint8_t kind;
  uint32_t owner;        /* the thread or the module */
  uint32_t number;       /* of the owner's packets of this kind */
  uint32_t stored_bytes; /* behind the head */
  uint32_t raw_bytes;    /* of the same, decompressed */
  uint32_t check_sum;    /* of the stored bytes */
  uint64_t before;       /* accesses of the thread in front of the packet */
} pme__packet_head;

void pme__packet_head_write(const pme__packet_head *head, uint8_t out[PME_TRACE_PACKET_HEAD]);
/* False when these bytes are no head, or damaged. */
bool pme__packet_head_read(const uint8_t in[PME_TRACE_PACKET_HEAD], pme__packet_head *out);

/* ---- records ---- */

typedef struct pme__packer {
  const pme_allocator *allocator;
  pme__bytes out;
  pme__bytes scratch; /* columns, and what is known of each block */
  uint32_t *index;    /* of a block in the packet, 1 = the first; by first_site; 0: not in it */
  uint32_t index_count;
} pme__packer;

/* What a thread recorded, and the borders of the code on the way. */
typedef struct pme__packed_records {
  const uint64_t *words;
  size_t word_count;
  const pme_trace_border *borders;
  size_t border_count;
} pme__packed_records;

/* Adds the records, as a packet holds them, to `packer->out`, which is emptied first. `state` is that in front of the
 * words, and becomes that behind them. `accesses`: how many there are in the packet is added. `site_count`: first_site
 * of all blocks is below. PME_NO_MEMORY. Zero-initialise; free with pme__packer_free. */
pme_status pme__pack(pme__packer *packer, uint32_t site_count, const pme__packed_records *records,
                     pme_trace_state *state, uint64_t *accesses);
void pme__packer_free(pme__packer *packer);

typedef struct pme__unpacker {
  const pme_allocator *allocator;
  pme__bytes words, borders, scratch;
} pme__unpacker;

/* The other way. `blocks` by first_site, NULL where none is. PME_BAD_INPUT: these are not the bytes of a packet. */
pme_status pme__unpack(pme__unpacker *unpacker, const pme_instrumented_block *const *blocks, uint32_t site_count,
                       const uint8_t *bytes, size_t count, pme_trace_packet *out);
void pme__unpacker_free(pme__unpacker *unpacker);

/* How a column is written. What is left over of its values is cut to as many bytes as the largest needs, the first
 * bytes of all values first. */
enum {
  PME_COLUMN_STRIDE,   /* difference of differences */
  PME_COLUMN_DELTA,    /* difference to the value before */
  PME_COLUMN_NEIGHBOR, /* difference to the column before, that of the first value taken off */
  PME_COLUMN_OFFSET,   /* difference to the smallest value */
  PME_COLUMN_KINDS
};

/* ---- tables ---- */

void pme__tables_write(pme__bytes *out, const pme_instrumented_module *module);
/* A module in memory of its own. PME_BAD_INPUT, PME_NO_MEMORY. */
typedef struct pme__tables {
  pme_instrumented_module *module;
  void *memory;
} pme__tables;
pme_status pme__tables_read(const uint8_t *bytes, size_t count, pme__tables *out);
void pme__tables_free(pme__tables *tables);

#endif

/* The packets of a recorded trace, read once more when they are needed: only as many as are asked for are in memory.
 *
 * The words of a thread are numbered through its packets, so that a record has a number that stays.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_PACKETS_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_PACKETS_H

#include "analysis/trace/private_heap.h"
#include "analysis/trace/trace_bytes.h"
#include "pmecache/trace.h"

#define PME_NO_PACKET UINT32_MAX

/* A record that begins iterations. */
typedef struct pme__iteration_mark {
  uint64_t word;   /* in the packet */
  uint64_t before; /* iterations that began in the packet in front of it */
} pme__iteration_mark;

/* A packet in memory. */
typedef struct pme__recalled {
  uint32_t packet;
  uint64_t first, last; /* words of the thread */
  uint64_t *words;      /* its records; private memory has been moved: a stack to below PME_PRIVATE_ADDRESS, blocks of
                           the heap by PME_PRIVATE_HEAP_ADDRESS */
  const pme__iteration_mark *marks;
  size_t mark_count;
  pme__bytes word_bytes, mark_bytes; /* private: what they lie in */
  uint64_t used;                     /* private: when it was asked for last */
} pme__recalled;

typedef struct pme__packet_place {
  uint64_t offset_bytes;
  uint64_t first;    /* of its words */
  uint32_t next;     /* packet of the same thread; PME_NO_PACKET: none */
  uint32_t recalled; /* number among those in memory, 1 = the first; 0: it is not in memory */
} pme__packet_place;

typedef struct pme__packets {
  pme_trace *trace;
  unsigned line_bits;
  uint32_t most; /* in memory */
  pme__bytes places;
  pme__private_heap heap;
  pme__recalled *recalled;
  uint32_t count, room; /* in memory */
  uint64_t now;
  pme_status status; /* why packets could not be read any more */
} pme__packets;

void pme__packets_close(pme__packets *packets);

/* Numbers the packet: 0, 1, ... `before`: the packet of the same thread in front of it. PME_NO_PACKET: no memory. */
uint32_t pme__packets_add(pme__packets *packets, const pme_trace_packet *packet, uint64_t first, uint32_t before);
/* From now on so many may be in memory, 1 at least. */
void pme__packets_keep(pme__packets *packets, uint32_t most);
/* The packet in memory, until the next call. NULL after a failure, which stays (`status`). */
const pme__recalled *pme__packets_recall(pme__packets *packets, uint32_t packet);
/* The packet behind it in the same thread. */
static inline uint32_t pme__packets_next(const pme__packets *packets, uint32_t packet) {
  return ((const pme__packet_place *)pme__bytes_at(&packets->places, 0))[packet].next;
}

#endif

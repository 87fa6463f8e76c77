/* The packets of a trace file, whatever has happened to it. Bytes that are no packet are passed over and told. */
#ifndef PMECACHE_ANALYSIS_TRACE_PACKET_SCAN_H
#define PMECACHE_ANALYSIS_TRACE_PACKET_SCAN_H

#include <stdio.h>

#include "packet.h"

enum { PME_TRACE_LISTED_FAULTS = 32 };

typedef struct pme__packet_scan {
  FILE *stream;
  uint64_t offset; /* of the next packet */
  uint64_t size;
  pme__bytes stored, raw; /* of the packet that was read */
  void *decompressor;
  size_t decompressor_bytes;
  pme_trace_fault faults[PME_TRACE_LISTED_FAULTS];
  uint64_t fault_count;
} pme__packet_scan;

/* PME_IO, PME_BAD_INPUT (no trace, another version), PME_NO_MEMORY. */
pme_status pme__packet_scan_open(pme__packet_scan *file, const char *path, pme_error *error);
void pme__packet_scan_close(pme__packet_scan *file);

/* The head of the next packet, whose bytes are not read yet; `found` false at the end of the file. `at`: where it is.
 */
pme_status pme__packet_scan_head(pme__packet_scan *file, pme__packet_head *head, uint64_t *at, bool *found);
/* Its bytes, decompressed, in file->raw. PME_BAD_INPUT (a fault was added), PME_NO_MEMORY. */
pme_status pme__packet_scan_bytes(pme__packet_scan *file, const pme__packet_head *head, uint64_t at);
/* Forgets the faults, starts again. */
void pme__packet_scan_rewind(pme__packet_scan *file);

__attribute__((format(printf, 3, 4))) void pme__packet_scan_fault(pme__packet_scan *file, uint64_t at,
                                                                  const char *format, ...);

#endif

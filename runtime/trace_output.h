/* The file of the trace, that all threads write to. */
#ifndef PMECACHE_RUNTIME_TRACE_OUTPUT_H
#define PMECACHE_RUNTIME_TRACE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/trace/packet.h"

/* Whether PMECACHE_TRACE_OUT names one, and nothing has gone wrong. */
bool pmert_trace_file_is_asked(void);
/* How long it is so far. */
uint64_t pmert_trace_file_bytes(void);
/* Writes a packet; fills in what the head says of the stored bytes. The first one opens the file. What fails is said
 * once, and then nothing is written any more. */
void pmert_trace_file_write(pme__packet_head *head, const uint8_t *stored, size_t count);
/* The program is at its end, all packets are written. */
void pmert_trace_file_finish(void);
/* The child of a fork writes a file of its own. */
void pmert_trace_file_in_child(void);

/* Nothing more is written into it. */
void pmert_trace_file_give_up(const char *why);

#endif

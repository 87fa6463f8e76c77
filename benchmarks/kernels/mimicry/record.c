#include "benchmarks/kernels/mimicry/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

recording record_thread[RECORD_THREADS];
_Thread_local recording *record_own;

static void *room_for(void *array, uint64_t count, uint64_t *room, size_t size) {
  if (count < *room)
    return array;
  *room = *room ? *room * 2 : 4096;
  array = realloc(array, *room * size);
  if (!array) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  return array;
}

void record_clear(void) {
  for (int t = 0; t < RECORD_THREADS; t++) {
    recording *r = &record_thread[t];
    r->count = r->phase_count = r->iteration_count = r->block_count = 0;
  }
}

void record_join(int thread) { record_own = &record_thread[thread]; }

void record_phase(void) {
  recording *r = record_own;
  uint64_t room = r->phase_room;
  r->phase = (uint64_t *)room_for(r->phase, r->phase_count, &room, sizeof *r->phase);
  r->phase_iteration =
      (uint64_t *)room_for(r->phase_iteration, r->phase_count, &r->phase_room, sizeof *r->phase_iteration);
  r->phase[r->phase_count] = r->count;
  r->phase_iteration[r->phase_count++] = r->iteration_count;
}

void record_iteration(void) {
  recording *r = record_own;
  r->iteration = (uint64_t *)room_for(r->iteration, r->iteration_count, &r->iteration_room, sizeof *r->iteration);
  r->iteration[r->iteration_count++] = r->count;
}

void record_block(uint32_t number) {
  recording *r = record_own;
  uint64_t room = r->block_room;
  r->block = (uint64_t *)room_for(r->block, r->block_count, &room, sizeof *r->block);
  r->block_number = (uint32_t *)room_for(r->block_number, r->block_count, &r->block_room, sizeof *r->block_number);
  r->block[r->block_count] = r->count;
  r->block_number[r->block_count++] = number;
}

void record_access(const void *address, size_t bytes, int is_write, int is_private) {
  recording *r = record_own;
  uint64_t first = (uintptr_t)address / 64, last = ((uintptr_t)address + bytes - 1) / 64;
  for (uint64_t line = first; line <= last; line++) {
    r->reference = (pme__line_reference *)room_for(r->reference, r->count, &r->room, sizeof *r->reference);
    r->reference[r->count++] = pme__reference_make(line, is_write) | (is_private ? PME_REFERENCE_PRIVATE : 0);
  }
}

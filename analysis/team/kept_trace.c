#include "kept_trace.h"

#include "pmecache/arena.h"

/* One block of memory: the arrays of the pieces, where their iterations start, the references. */
typedef struct kept {
  pme__iteration_array *arrays;
  uint64_t *starts;
  pme__line_reference *references, *end;
} kept;

static uint64_t start_count(const pme__sequential_trace *trace) {
  uint64_t count = 0;
  for (size_t w = 0; w < trace->work_count; w++)
    count += trace->work[w].iterations.count + 1;
  return count;
}

/* False when the piece makes other references than it says. */
static bool read_piece(const pme__iterations *from, const pme__iteration_array *to, pme__line_reference *references,
                       const pme__line_reference *end) {
  pme__iteration_reader reader = {.first = 0, .last = from->count};
  uint64_t length = to->start[to->count];
  if (length > (uint64_t)(end - references))
    return false;
  if (from->expect)
    from->expect(from->context, 1);
  return from->read(from->context, &reader, references, length) == length;
}

static bool read_all(const pme__sequential_trace *trace, kept *k) {
  for (size_t w = 0; w < trace->work_count; w++) {
    const pme__iterations *from = &trace->work[w].iterations;
    uint64_t at = 0;
    for (uint64_t i = 0; i < from->count; i++) {
      k->starts[i] = at;
      at += from->length(from->context, i, i + 1);
    }
    k->starts[from->count] = at;
    k->arrays[w] = (pme__iteration_array){from->count, k->starts, k->references};
    if (!read_piece(from, &k->arrays[w], k->references, k->end))
      return false;
    k->starts += from->count + 1;
    k->references += at;
  }
  return pme__sequential_trace_status(trace) == PME_OK;
}

bool pme__sequential_trace_keep(pme__sequential_trace *trace, uint64_t most_bytes) {
  uint64_t starts = start_count(trace), arrays_bytes = trace->work_count * sizeof(pme__iteration_array);
  uint64_t references_bytes = trace->reference_count * sizeof(pme__line_reference);
  uint64_t bytes = arrays_bytes + starts * sizeof(uint64_t) + references_bytes;
  if (!trace->recorded || trace->kept || bytes > most_bytes)
    return false;
  char *memory = (char *)pme_reallocate(NULL, bytes);
  if (!memory)
    return false;
  kept k = {.arrays = (pme__iteration_array *)memory, .starts = (uint64_t *)(memory + arrays_bytes)};
  k.references = (pme__line_reference *)(k.starts + starts);
  k.end = k.references + trace->reference_count;
  if (!read_all(trace, &k)) {
    pme_reallocate(memory, 0);
    return false;
  }
  trace->kept = memory;
  for (size_t w = 0; w < trace->work_count; w++)
    trace->work[w].iterations = pme__iterations_of_array(&k.arrays[w]);
  return true;
}

/* Lines of a text trace become pieces of work, with their iterations, blocks and references in arrays. */
#include "text_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_ROOM = 256, MOST_BLOCKS = 1 << 20 };
static const uint64_t MOST_ADDRESS = UINT64_C(1) << 60;

/* An array that grows. */
typedef struct growing {
  void *items;
  uint64_t count, room;
} growing;

typedef struct reader {
  uint32_t line_bytes;
  growing reference, start, work, work_start, block, block_start;
  uint32_t blocks;
  int line;
  pme_error *error;
} reader;

static void *append(growing *g, size_t size) {
  if (g->count == g->room) {
    uint64_t room = g->room ? g->room * 2 : 1024;
    void *items = pme_reallocate(g->items, size * room);
    if (!items)
      return NULL;
    g->items = items;
    g->room = room;
  }
  return (char *)g->items + size * g->count++;
}

static pme_status append_count(growing *g, uint64_t value) {
  uint64_t *at = (uint64_t *)append(g, sizeof *at);
  if (!at)
    return PME_NO_MEMORY;
  *at = value;
  return PME_OK;
}

static pme_status fault(const reader *r, const char *expected, const char *found) {
  return pme_error_set(r->error, PME_BAD_INPUT, r->line, 1, "expected %s, found '%.60s'", expected, found);
}

/* ---- schedules ---- */

bool pme__team_schedule_from_text(const char *text, pme__team_schedule_kind *kind, uint64_t *chunk) {
  size_t length = strcspn(text, ",");
  char *end = NULL;
  *chunk = text[length] ? strtoull(text + length + 1, &end, 10) : 0;
  if (text[length] && (*end || *chunk == 0 || text[length + 1] < '0' || text[length + 1] > '9'))
    return false;
  if (length == 6 && !strncmp(text, "static", length))
    *kind = *chunk ? PME_TEAM_CHUNKED : PME_TEAM_BALANCED;
  else if (length == 7 && !strncmp(text, "dynamic", length))
    *kind = PME_TEAM_DYNAMIC;
  else if (length == 6 && !strncmp(text, "guided", length))
    *kind = PME_TEAM_GUIDED_OMP;
  else
    return false;
  return true;
}

/* ---- lines of the file ---- */

static pme_status start_work(reader *r, pme__piece work, char *rest) {
  for (char *word = strtok(rest, " \t"); word; word = strtok(NULL, " \t")) {
    if (!strcmp(word, "nowait"))
      work.no_barrier = true;
    else if (work.kind != PME_PIECE_LOOP || !pme__team_schedule_from_text(word, &work.schedule, &work.chunk))
      return fault(r, "a schedule or 'nowait'", word);
  }
  pme__piece *at = (pme__piece *)append(&r->work, sizeof *at);
  if (!at)
    return PME_NO_MEMORY;
  *at = work;
  if (append_count(&r->work_start, r->start.count) != PME_OK)
    return PME_NO_MEMORY;
  return work.kind == PME_PIECE_LOOP ? PME_OK : append_count(&r->start, r->reference.count);
}

static bool in_loop(const reader *r) {
  return r->work.count > 0 && ((const pme__piece *)r->work.items)[r->work.count - 1].kind == PME_PIECE_LOOP;
}

static pme_status start_block(reader *r, const char *rest) {
  char *end;
  unsigned long number = strtoul(rest, &end, 10);
  if (end == rest || *end || number >= MOST_BLOCKS)
    return fault(r, "the number of a block", rest);
  r->blocks = number + 1 > r->blocks ? (uint32_t)number + 1 : r->blocks;
  uint32_t *at = (uint32_t *)append(&r->block, sizeof *at);
  if (!at)
    return PME_NO_MEMORY;
  *at = (uint32_t)number;
  return append_count(&r->block_start, r->reference.count);
}

static pme_status add_reference(reader *r, const char *rest, bool is_write) {
  char *end, *next;
  uint64_t address = strtoull(rest, &end, 16), bytes = strtoull(end, &next, 10);
  if (end == rest || next == end || bytes == 0 || bytes > 4096 || address >= MOST_ADDRESS)
    return fault(r, "an address and a number of bytes", rest);
  next += strspn(next, " \t");
  bool is_private = next[0] == 'p' && !next[1];
  if (*next && !is_private)
    return fault(r, "'p' or nothing", next);
  if (r->work.count == 0 || (in_loop(r) && r->start.count == *((uint64_t *)r->work_start.items + r->work.count - 1)))
    return fault(r, r->work.count ? "'i' before a reference of a loop" : "'loop', 'all' or 'master'", rest);
  for (uint64_t line = address / r->line_bytes; line <= (address + bytes - 1) / r->line_bytes; line++)
    if (append_count(&r->reference, pme__reference_make(line, is_write) | (is_private ? PME_REFERENCE_PRIVATE : 0)) !=
        PME_OK)
      return PME_NO_MEMORY;
  return PME_OK;
}

static pme_status read_line(reader *r, char *line) {
  size_t word = strcspn(line, " \t");
  char *rest = line + word + strspn(line + word, " \t");
  if (word == 0 || line[0] == '#')
    return PME_OK;
  bool has_rest = line[word] != 0;
  line[word] = 0;
  if (!strcmp(line, "r") || !strcmp(line, "w"))
    return add_reference(r, rest, line[0] == 'w');
  if (!strcmp(line, "i"))
    return has_rest || !in_loop(r) ? fault(r, "'i' alone, in a loop", rest)
                                   : append_count(&r->start, r->reference.count);
  if (!strcmp(line, "b"))
    return start_block(r, rest);
  if (!strcmp(line, "master"))
    return start_work(r, (pme__piece){.kind = PME_PIECE_MASTER}, rest);
  if (!strcmp(line, "all"))
    return start_work(r, (pme__piece){.kind = PME_PIECE_ALL}, rest);
  if (!strcmp(line, "loop"))
    return start_work(r, (pme__piece){.kind = PME_PIECE_LOOP}, rest);
  return fault(r, "master, all, loop, i, b, r or w", line);
}

static pme_status read_lines(reader *r, FILE *stream) {
  char line[LINE_ROOM];
  pme_status status = PME_OK;
  while (status == PME_OK && fgets(line, sizeof line, stream)) {
    r->line++;
    size_t length = strlen(line);
    if (length + 1 == sizeof line && line[length - 1] != '\n')
      return fault(r, "a shorter line", line);
    while (length && (line[length - 1] == '\n' || line[length - 1] == '\r' || line[length - 1] == ' '))
      line[--length] = 0;
    if (r->line > 1)
      status = read_line(r, line);
    else if (!strncmp(line, "pmeprof", 7))
      status = pme_error_set(
          r->error, PME_BAD_INPUT, 1, 1,
          "this is a profile, not a trace: pmecache profile predict PROFILE --threads asks it for other teams");
    else if (strcmp(line, "pmetrace 1") != 0)
      status = fault(r, "'pmetrace 1'", line);
  }
  if (status == PME_OK && ferror(stream))
    return pme_error_set(r->error, PME_IO, r->line, 0, "cannot read on");
  if (status == PME_OK && r->line == 0)
    return pme_error_set(r->error, PME_BAD_INPUT, 1, 1, "the file is empty");
  return status;
}

/* ---- the result ---- */

static void release(reader *r) {
  growing *all[] = {&r->reference, &r->start, &r->work, &r->work_start, &r->block, &r->block_start};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    pme_reallocate(all[i]->items, 0);
  pme_reallocate(r, 0);
}

static void close_text(pme__sequential_trace *trace) {
  pme_reallocate(trace->iterations, 0);
  release((reader *)trace->memory);
}

static pme_status finish(reader *r, pme__sequential_trace *out) {
  uint64_t count = r->work.count;
  pme__sequential_trace t = {.line_bytes = r->line_bytes, .work_count = count, .memory = r, .close = close_text};
  /* Ends of the last iteration, block and piece of work. */
  if (append_count(&r->start, r->reference.count) != PME_OK ||
      append_count(&r->work_start, r->start.count - 1) != PME_OK ||
      append_count(&r->block_start, r->reference.count) != PME_OK)
    return PME_NO_MEMORY;
  t.iterations = (pme__iteration_array *)pme_reallocate(NULL, sizeof *t.iterations * (count + 1));
  if (!t.iterations)
    return PME_NO_MEMORY;
  const uint64_t *first = (const uint64_t *)r->work_start.items, *start = (const uint64_t *)r->start.items;
  const pme__line_reference *reference = (const pme__line_reference *)r->reference.items;
  t.work = (pme__piece *)r->work.items;
  for (uint64_t w = 0; w < count; w++) {
    t.iterations[w] = (pme__iteration_array){first[w + 1] - first[w], start + first[w], reference};
    t.work[w].iterations = pme__iterations_of_array(&t.iterations[w]);
    t.has_iterations = t.has_iterations || (t.work[w].kind == PME_PIECE_LOOP && t.iterations[w].count > 1);
  }
  t.reference_count = r->reference.count;
  t.blocks = (pme__block_trace){r->block.count, (const uint32_t *)r->block.items,
                                (const uint64_t *)r->block_start.items, reference, r->blocks};
  *out = t;
  return PME_OK;
}

pme_status pme__sequential_trace_read(FILE *stream, uint32_t line_bytes, pme__sequential_trace *out, pme_error *error) {
  if (line_bytes == 0 || (line_bytes & (line_bytes - 1)) != 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a line of %" PRIu32 " bytes", line_bytes);
  reader *r = (reader *)pme_reallocate(NULL, sizeof *r);
  if (!r)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *r = (reader){.line_bytes = line_bytes, .error = error};
  pme_status status = read_lines(r, stream);
  if (status == PME_OK)
    status = finish(r, out);
  if (status == PME_NO_MEMORY)
    pme_error_set(error, PME_NO_MEMORY, r->line, 0, "out of memory");
  if (status != PME_OK)
    release(r);
  return status;
}

void pme__sequential_trace_close(pme__sequential_trace *trace) {
  pme_reallocate(trace->kept, 0);
  trace->close(trace);
}

pme_status pme__sequential_trace_status(const pme__sequential_trace *trace) {
  return trace->status ? trace->status(trace) : PME_OK;
}

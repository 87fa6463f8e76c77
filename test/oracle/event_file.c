#include "event_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NESTED_LOOPS = 64, USAGE_STATUS = 2 };

_Noreturn void oracle_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("oracle: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(USAGE_STATUS);
}

void *oracle_grow(void *items, size_t count, size_t *capacity, size_t item_bytes) {
  if (count < *capacity)
    return items;
  *capacity = *capacity ? 2 * *capacity : 64;
  items = realloc(items, *capacity * item_bytes);
  if (!items)
    oracle_fail("out of memory");
  return items;
}

/* ---- sites ---- */

static char *next_field(char **text, char end) {
  char *field = *text;
  char *stop = strchr(field, end);
  if (!stop)
    oracle_fail("the trace has a broken site");
  *stop = '\0';
  *text = stop + 1;
  return field;
}

static void read_sites(struct recorded_trace *trace, char *text) {
  size_t capacity = 0;
  while (*text) {
    trace->sites = oracle_grow(trace->sites, trace->site_count, &capacity, sizeof *trace->sites);
    struct recorded_site *site = &trace->sites[trace->site_count++];
    int used = 0;
    unsigned kind;
    if (sscanf(text, "%u %u %u %u %u %n", &kind, &site->flags, &site->size_bytes, &site->line, &site->column, &used) <
        5)
      oracle_fail("the trace has a broken site");
    site->kind = (enum trace_kind)kind;
    text += used;
    /* Without a name, the %n above has swallowed the tab that follows. */
    site->name = text[-1] == '\t' ? "" : next_field(&text, '\t');
    site->function = next_field(&text, '\t');
    site->file = next_field(&text, '\n');
  }
}

/* ---- events ---- */

/* The worksharing loops that a thread is in, while its events are read. */
struct position {
  uint32_t loops[MAX_NESTED_LOOPS];
  size_t depth;
};

/* `f.omp_outlined_debug__` is part of f. */
static bool same_host(const char *a, const char *b) {
  size_t length = strcspn(a, ".");
  return length == strcspn(b, ".") && strncmp(a, b, length) == 0;
}

static void note_value(struct recorded_trace *trace, const struct recorded_site *site, int64_t value,
                       size_t *capacity) {
  for (size_t i = 0; i < trace->value_count; i++)
    if (strcmp(trace->values[i].name, site->name) == 0 && same_host(trace->values[i].function, site->function)) {
      trace->values[i].varies |= trace->values[i].value != value;
      return;
    }
  trace->values = oracle_grow(trace->values, trace->value_count, capacity, sizeof *trace->values);
  trace->values[trace->value_count++] = (struct recorded_value){site->name, site->function, value, false};
}

static void note_event(struct recorded_trace *trace, struct recorded_thread *thread, struct position *position,
                       const struct trace_event *event, size_t *value_capacity) {
  if (event->site == 0 || event->site > trace->site_count)
    oracle_fail("the trace has an event of an unknown site");
  uint32_t site = event->site - 1;
  switch ((enum trace_kind)event->kind) {
  case TRACE_READ:
  case TRACE_WRITE:
  case TRACE_BLOCK_READ:
  case TRACE_BLOCK_WRITE: {
    bool is_block = event->kind == TRACE_BLOCK_READ || event->kind == TRACE_BLOCK_WRITE;
    thread->accesses = oracle_grow(thread->accesses, thread->count, &thread->capacity, sizeof *thread->accesses);
    thread->accesses[thread->count++] =
        (struct recorded_access){event->value, trace->sites[site].size_bytes, site,
                                 position->depth ? position->loops[position->depth - 1] : NO_LOOP, is_block};
    break;
  }
  case TRACE_LENGTH:
    if (thread->count)
      thread->accesses[thread->count - 1].bytes = event->value;
    break;
  case TRACE_VALUE:
    note_value(trace, &trace->sites[site], (int64_t)event->value, value_capacity);
    break;
  case TRACE_LOOP_BEGIN:
    if (position->depth == MAX_NESTED_LOOPS)
      oracle_fail("worksharing loops nest too deep");
    trace->loop_count++;
    position->loops[position->depth++] = site;
    break;
  case TRACE_LOOP_END:
    if (position->depth)
      position->depth--;
    break;
  case TRACE_FUNCTION_BEGIN:
    trace->call_count++;
    break;
  case TRACE_FUNCTION_END:
  case TRACE_REGION_BEGIN:
  case TRACE_REGION_END:
    break;
  }
}

static struct recorded_thread *thread_of(struct recorded_trace *trace, struct position **positions, uint32_t number) {
  if (number > 4096)
    oracle_fail("the trace has thread %u", number);
  if (number >= trace->thread_count) {
    trace->threads = realloc(trace->threads, (number + 1) * sizeof *trace->threads);
    *positions = realloc(*positions, (number + 1) * sizeof **positions);
    if (!trace->threads || !*positions)
      oracle_fail("out of memory");
    size_t added = number + 1 - trace->thread_count;
    memset(trace->threads + trace->thread_count, 0, added * sizeof *trace->threads);
    memset(*positions + trace->thread_count, 0, added * sizeof **positions);
    trace->thread_count = number + 1;
  }
  return &trace->threads[number];
}

/* ---- the file ---- */

static void read_all(FILE *file, void *data, size_t bytes) {
  if (bytes && fread(data, bytes, 1, file) != 1)
    oracle_fail("the trace ends early");
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory)
    oracle_fail("out of memory");
  return memory;
}

/* Sites come last in the file, so blocks are gone through twice. */
static void read_site_block(FILE *file, struct recorded_trace *trace) {
  struct trace_block block;
  while (fread(&block, sizeof block, 1, file) == 1) {
    if (block.kind == TRACE_BLOCK_SITES) {
      char *text = allocate(block.count + 1);
      read_all(file, text, block.count);
      text[block.count] = '\0';
      read_sites(trace, text);
      return;
    }
    if (fseek(file, (long)(block.count * sizeof(struct trace_event)), SEEK_CUR) != 0)
      oracle_fail("the trace ends early");
  }
  oracle_fail("the trace is not complete: the program did not end in order");
}

static void read_event_blocks(FILE *file, struct recorded_trace *trace) {
  struct trace_block block;
  struct position *positions = NULL;
  size_t value_capacity = 0;
  while (fread(&block, sizeof block, 1, file) == 1 && block.kind == TRACE_BLOCK_EVENTS) {
    struct trace_event *events = allocate(block.count * sizeof *events);
    read_all(file, events, block.count * sizeof *events);
    struct recorded_thread *thread = thread_of(trace, &positions, block.thread);
    for (uint64_t i = 0; i < block.count; i++)
      note_event(trace, thread, &positions[block.thread], &events[i], &value_capacity);
    free(events);
  }
  free(positions);
}

void trace_read(const char *path, struct recorded_trace *trace) {
  *trace = (struct recorded_trace){0};
  FILE *file = fopen(path, "rb");
  if (!file)
    oracle_fail("cannot open %s", path);
  struct trace_header header;
  read_all(file, &header, sizeof header);
  if (strncmp(header.magic, TRACE_MAGIC, sizeof header.magic) != 0)
    oracle_fail("%s is not a trace", path);
  trace->truncated = header.truncated;
  read_site_block(file, trace);
  if (fseek(file, sizeof header, SEEK_SET) != 0)
    oracle_fail("cannot read %s", path);
  read_event_blocks(file, trace);
  fclose(file);
}

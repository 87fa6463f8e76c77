/* Traces: the tables are gathered when the file is opened, records are read packet by packet. */
#include <inttypes.h>

#include "packet_scan.h"
#include "pmecache/arena.h"

enum { MOST_MODULES = 1 << 16, MOST_THREADS = 1 << 16 };

/* What has been seen of a thread. */
typedef struct thread_position {
  uint32_t next;     /* number of its next packet */
  uint64_t accesses; /* told at the end of the run */
} thread_position;

struct pme_trace {
  pme__packet_scan file;
  pme__tables *modules; /* by number; without a module: lost */
  size_t module_count;
  const pme_instrumented_block **blocks; /* by first_site */
  uint32_t site_count;
  char *command;
  bool is_complete, has_ended;
  pme__unpacker unpacker;
  thread_position *threads;
  size_t thread_count;
};

static pme_status no_memory(pme_error *error) { return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory"); }

/* ---- tables ---- */

static pme_status grow_modules(pme_trace *trace, size_t count) {
  if (count <= trace->module_count)
    return PME_OK;
  pme__tables *grown = (pme__tables *)pme_reallocate(trace->modules, count * sizeof *grown);
  if (!grown)
    return PME_NO_MEMORY;
  memset(grown + trace->module_count, 0, (count - trace->module_count) * sizeof *grown);
  trace->modules = grown;
  trace->module_count = count;
  return PME_OK;
}

static pme_status add_module(pme_trace *trace, const pme__packet_head *head, uint64_t at) {
  if (head->owner >= MOST_MODULES)
    return PME_BAD_INPUT;
  pme__tables tables;
  pme_status status = pme__tables_read(trace->file.raw.data, trace->file.raw.count, &tables);
  if (status == PME_BAD_INPUT)
    pme__packet_scan_fault(&trace->file, at, "the tables of module %" PRIu32 " cannot be read", head->owner);
  if (status == PME_OK && (status = grow_modules(trace, (size_t)head->owner + 1)) != PME_OK)
    pme__tables_free(&tables);
  if (status != PME_OK)
    return status;
  pme__tables_free(&trace->modules[head->owner]);
  trace->modules[head->owner] = tables;
  return PME_OK;
}

static pme_status set_command(pme_trace *trace) {
  pme__scan scan = {trace->file.raw.data, trace->file.raw.data + trace->file.raw.count, false};
  const char *text = pme__take_text(&scan);
  char *copy = (char *)pme_reallocate(trace->command, strlen(text) + 1);
  if (!copy)
    return PME_NO_MEMORY;
  memcpy(copy, text, strlen(text) + 1);
  trace->command = copy;
  return PME_OK;
}

/* Packets that are not of a thread. Damage is no failure. */
static pme_status take_table(pme_trace *trace, const pme__packet_head *head, uint64_t at) {
  if (head->kind == PME_PACKET_RECORDS)
    return PME_OK;
  pme_status status = pme__packet_scan_bytes(&trace->file, head, at);
  if (status == PME_OK && head->kind == PME_PACKET_MODULE)
    status = add_module(trace, head, at);
  if (status == PME_OK && head->kind == PME_PACKET_RUN)
    status = set_command(trace);
  if (status == PME_OK && head->kind == PME_PACKET_END)
    trace->is_complete = true;
  return status == PME_BAD_INPUT ? PME_OK : status;
}

static void each_block(pme_trace *trace, void (*visit)(pme_trace *trace, const pme_instrumented_block *block)) {
  for (size_t m = 0; m < trace->module_count; m++) {
    const pme_instrumented_module *module = trace->modules[m].module;
    for (uint32_t f = 0; module && f < module->function_count; f++)
      for (uint32_t b = 0; b < module->functions[f].block_count; b++)
        visit(trace, module->functions[f].blocks[b]);
  }
}

static void count_sites(pme_trace *trace, const pme_instrumented_block *block) {
  uint32_t end = (uint32_t)block->first_site + (block->site_count ? block->site_count : 1);
  trace->site_count = end > trace->site_count ? end : trace->site_count;
}

static void enter_block(pme_trace *trace, const pme_instrumented_block *block) {
  trace->blocks[block->first_site] = block;
}

/* The last module that registered comes first, as in the program. */
static pme_status link_modules(pme_trace *trace) {
  pme_instrumented_module *next = NULL;
  for (size_t m = 0; m < trace->module_count; m++)
    if (trace->modules[m].module) {
      trace->modules[m].module->next = next;
      next = trace->modules[m].module;
    }
  each_block(trace, count_sites);
  size_t bytes = (trace->site_count + (size_t)1) * sizeof *trace->blocks;
  trace->blocks = (const pme_instrumented_block **)pme_reallocate(NULL, bytes);
  if (!trace->blocks)
    return PME_NO_MEMORY;
  memset(trace->blocks, 0, bytes);
  each_block(trace, enter_block);
  return PME_OK;
}

static pme_status read_tables(pme_trace *trace, pme_error *error) {
  pme__packet_head head;
  uint64_t at;
  bool found = true;
  pme_status status = PME_OK;
  while (status == PME_OK && found) {
    status = pme__packet_scan_head(&trace->file, &head, &at, &found);
    if (status == PME_OK && found)
      status = take_table(trace, &head, at);
  }
  if (status == PME_OK)
    status = link_modules(trace);
  if (status != PME_OK)
    return no_memory(error);
  if (!pme_trace_modules(trace))
    return pme_error_set(error, PME_BAD_INPUT, 0, 0, "the tables of the program are lost: nothing can be read");
  return PME_OK;
}

/* ---- life ---- */

bool pme_trace_is_one(const char *path) {
  FILE *stream = fopen(path, "rb");
  uint8_t head[PME_TRACE_FILE_HEAD - 1];
  bool is = stream && fread(head, 1, sizeof head, stream) == sizeof head && !memcmp(head, PME_TRACE_MAGIC, sizeof head);
  if (stream)
    fclose(stream);
  return is;
}

pme_status pme_trace_open(const char *path, pme_trace **out, pme_error *error) {
  pme_trace *trace = (pme_trace *)pme_reallocate(NULL, sizeof *trace);
  if (!trace)
    return no_memory(error);
  *trace = (pme_trace){0};
  pme_status status = pme__packet_scan_open(&trace->file, path, error);
  if (status == PME_OK)
    status = read_tables(trace, error);
  if (status != PME_OK) {
    pme_trace_close(trace);
    return status;
  }
  pme_trace_rewind(trace);
  *out = trace;
  return PME_OK;
}

void pme_trace_close(pme_trace *trace) {
  if (!trace)
    return;
  pme__packet_scan_close(&trace->file);
  for (size_t m = 0; m < trace->module_count; m++)
    pme__tables_free(&trace->modules[m]);
  pme_reallocate(trace->modules, 0);
  pme_reallocate(trace->blocks, 0);
  pme_reallocate(trace->command, 0);
  pme_reallocate(trace->threads, 0);
  pme__unpacker_free(&trace->unpacker);
  pme_reallocate(trace, 0);
}

const pme_instrumented_module *pme_trace_modules(const pme_trace *trace) {
  for (size_t m = trace->module_count; m > 0; m--)
    if (trace->modules[m - 1].module)
      return trace->modules[m - 1].module;
  return NULL;
}

uint32_t pme_trace_site_count(const pme_trace *trace) { return trace->site_count; }
const char *pme_trace_command(const pme_trace *trace) { return trace->command ? trace->command : ""; }
bool pme_trace_is_complete(const pme_trace *trace) { return trace->is_complete; }

void pme_trace_rewind(pme_trace *trace) {
  pme__packet_scan_rewind(&trace->file);
  trace->has_ended = false;
  if (trace->threads)
    memset(trace->threads, 0, trace->thread_count * sizeof *trace->threads);
}

const pme_trace_fault *pme_trace_faults(const pme_trace *trace, size_t *listed, uint64_t *total) {
  *total = trace->file.fault_count;
  *listed = (size_t)(*total < PME_TRACE_LISTED_FAULTS ? *total : PME_TRACE_LISTED_FAULTS);
  return trace->file.faults;
}

/* ---- records ---- */

static thread_position *thread_at(pme_trace *trace, uint32_t thread) {
  if (thread >= trace->thread_count) {
    size_t count = (size_t)thread + 1;
    thread_position *grown = (thread_position *)pme_reallocate(trace->threads, count * sizeof *grown);
    if (!grown)
      return NULL;
    memset(grown + trace->thread_count, 0, (count - trace->thread_count) * sizeof *grown);
    trace->threads = grown;
    trace->thread_count = count;
  }
  return &trace->threads[thread];
}

/* Says which packets of the thread are missing in front of this one. */
static pme_status check_number(pme_trace *trace, const pme__packet_head *head, uint64_t at) {
  thread_position *thread = thread_at(trace, head->owner);
  if (!thread)
    return PME_NO_MEMORY;
  if (head->number > thread->next)
    pme__packet_scan_fault(&trace->file, at, "%" PRIu64 " accesses of thread %" PRIu32 " are lost",
                           head->before - thread->accesses, head->owner);
  thread->next = head->number + 1;
  return PME_OK;
}

static uint64_t accesses_of(const pme_trace_packet *packet) {
  uint64_t accesses = 0;
  for (size_t w = 0; w < packet->word_count;) {
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)packet->words[w];
    accesses += block->site_count * (block->kind == PME_BLOCK_RUN ? packet->words[w + 1] : 1);
    w += pme_trace_record_words(block);
  }
  return accesses;
}

static pme_status read_records(pme_trace *trace, const pme__packet_head *head, uint64_t at, pme_trace_packet *out) {
  if (head->owner >= MOST_THREADS) {
    pme__packet_scan_fault(&trace->file, at,
                           "packet %" PRIu32 " of thread %" PRIu32 " is left out: %d threads are read", head->number,
                           head->owner, (int)MOST_THREADS);
    return PME_BAD_INPUT;
  }
  pme_status status = pme__packet_scan_bytes(&trace->file, head, at);
  if (status != PME_OK)
    return status;
  out->thread = head->owner;
  out->number = head->number;
  out->offset_bytes = at;
  status =
      pme__unpack(&trace->unpacker, trace->blocks, trace->site_count, trace->file.raw.data, trace->file.raw.count, out);
  if (status == PME_BAD_INPUT)
    pme__packet_scan_fault(&trace->file, at, "packet %" PRIu32 " of thread %" PRIu32 " cannot be read", head->number,
                           head->owner);
  return status;
}

static pme_status take_records(pme_trace *trace, const pme__packet_head *head, uint64_t at, pme_trace_packet *out) {
  pme_status status = read_records(trace, head, at, out);
  if (status == PME_OK)
    status = check_number(trace, head, at);
  if (status == PME_OK)
    trace->threads[head->owner].accesses = head->before + accesses_of(out);
  return status;
}

/* What is known at the end: whether the run came to it. */
static void end(pme_trace *trace) {
  if (!trace->has_ended && !trace->is_complete)
    pme__packet_scan_fault(&trace->file, trace->file.size,
                           "the trace has no end: the program was killed or the disk was full, what came then is lost");
  trace->has_ended = true;
}

pme_status pme_trace_next(pme_trace *trace, pme_trace_packet *out, bool *found) {
  for (;;) {
    pme__packet_head head;
    uint64_t at;
    pme_status status = pme__packet_scan_head(&trace->file, &head, &at, found);
    if (status != PME_OK || !*found) {
      end(trace);
      return status;
    }
    if (head.kind != PME_PACKET_RECORDS)
      continue;
    status = take_records(trace, &head, at, out);
    if (status != PME_BAD_INPUT)
      return status;
  }
}

pme_status pme_trace_packet_at(pme_trace *trace, uint64_t offset_bytes, pme_trace_packet *out) {
  uint64_t next = trace->file.offset, at = 0;
  pme__packet_head head;
  bool found = false;
  trace->file.offset = offset_bytes;
  pme_status status = pme__packet_scan_head(&trace->file, &head, &at, &found);
  if (status == PME_OK && (!found || at != offset_bytes || head.kind != PME_PACKET_RECORDS))
    status = PME_IO;
  if (status == PME_OK)
    status = read_records(trace, &head, at, out);
  trace->file.offset = next;
  return status == PME_BAD_INPUT ? PME_IO : status;
}

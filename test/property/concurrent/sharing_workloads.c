#include "test/property/concurrent/sharing_workloads.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const sharing_workload sharing_workloads[SHARING_WORKLOADS] = {
    {"irm", IRM, 0},
    {"irm", IRM, 0.05},
    {"irm", IRM, 0.2},
    {"irm", IRM, 0.5},
    {"loguni", LOGUNI, 0.05},
    {"loguni", LOGUNI, 0.2},
    {"loguni", LOGUNI, 0.5},
    {"cyclic", CYCLIC, 0.05},
    {"cyclic", CYCLIC, 0.2},
    {"cyclic", CYCLIC, 0.5},
    {"matmul", MATMUL, 0},
    {"stencil", STENCIL, 0},
    {"histogram", HISTOGRAM, 0},
    {"asym", ASYM, 0},
    {"asym", ASYM, 0.1},
    {"asym", ASYM, 0.3},
};

typedef struct writer {
  team_trace *trace;
  uint32_t thread;
  uint64_t room;
  uint64_t random;
} writer;

static void *need(void *pointer) {
  if (!pointer) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  return pointer;
}

static uint64_t draw(writer *w) {
  uint64_t x = w->random += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static double unit(writer *w) { return (double)(draw(w) >> 11) * 0x1p-53; }
static uint64_t below(writer *w, uint64_t count) { return (uint64_t)(unit(w) * (double)count); }
static uint64_t by_rank(writer *w, uint64_t count) { return (uint64_t)(exp(unit(w) * log((double)count + 1)) - 1); }
static bool writes(writer *w) { return unit(w) < 0.3; }

static void add(writer *w, uint64_t line, bool is_write) {
  team_trace *trace = w->trace;
  uint64_t *count = &trace->count[w->thread];
  if (*count == w->room) {
    w->room = w->room ? w->room * 2 : 4096;
    trace->reference[w->thread] =
        (pme__line_reference *)need(realloc(trace->reference[w->thread], sizeof(pme__line_reference) * w->room));
  }
  trace->reference[w->thread][(*count)++] = pme__reference_make(line, is_write);
}

static void make_irm(writer *w, double shared) {
  for (int i = 0; i < 60000; i++) {
    uint64_t line = unit(w) < shared ? below(w, 400) : 400 + w->thread * 400 + below(w, 400);
    add(w, line, writes(w));
  }
}

static void make_loguni(writer *w, double shared) {
  for (int i = 0; i < 60000; i++) {
    uint64_t line = unit(w) < shared ? by_rank(w, 600) : 600 + w->thread * 600 + by_rank(w, 600);
    add(w, line, writes(w));
  }
}

static void make_cyclic(writer *w, double shared) {
  uint64_t common = below(w, 256), own = below(w, 256);
  for (int i = 0; i < 60000; i++) {
    uint64_t line = unit(w) < shared ? common++ % 256 : 256 + w->thread * 256 + own++ % 256;
    add(w, line, writes(w));
  }
}

static void make_matmul(writer *w) {
  uint64_t n = 64, lines = n * n / 8, threads = w->trace->threads;
  for (uint64_t i = w->thread * n / threads; i < (w->thread + 1) * n / threads; i++)
    for (uint64_t j = 0; j < n; j++) {
      for (uint64_t k = 0; k < n; k++) {
        add(w, (i * n + k) / 8, false);
        add(w, lines + (k * n + j) / 8, false);
      }
      add(w, 2 * lines + (i * n + j) / 8, true);
    }
}

static void make_stencil(writer *w) {
  uint64_t n = 130, lines = (n * n + 7) / 8, threads = w->trace->threads, thread = w->thread;
  for (uint64_t sweep = 0; sweep < 4; sweep++)
    for (uint64_t i = 1 + thread * 128 / threads; i < 1 + (thread + 1) * 128 / threads; i++)
      for (uint64_t j = 1; j < n - 1; j++) {
        uint64_t from = sweep % 2 * lines, to = lines - from, at = i * n + j;
        uint64_t read[] = {at, at - 1, at + 1, at - n, at + n};
        for (int k = 0; k < 5; k++)
          add(w, from + read[k] / 8, false);
        add(w, to + at / 8, true);
      }
}

static void make_histogram(writer *w) {
  uint64_t count = 120000 / w->trace->threads;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t bin = below(w, 512);
    add(w, 512 + (w->thread * count + i) / 8, false);
    add(w, bin, false);
    add(w, bin, true);
  }
}

static void make_asym(writer *w, double shared) {
  uint64_t kind = w->thread % 4, base = 400 + w->thread * 4000, sweep = 0;
  int count = kind == 1 ? 120000 : kind == 2 ? 30000 : 60000;
  for (int i = 0; i < count; i++) {
    uint64_t line;
    if (unit(w) < (kind == 3 ? 0.5 : shared))
      line = below(w, 400);
    else if (kind == 1)
      line = base + sweep++ % 3000;
    else
      line = base + (kind == 0 ? below(w, 200) : kind == 2 ? by_rank(w, 600) : below(w, 800));
    add(w, line, writes(w));
  }
}

static void make(writer *w, const sharing_workload *workload) {
  switch (workload->kind) {
  case IRM:
    make_irm(w, workload->shared);
    break;
  case LOGUNI:
    make_loguni(w, workload->shared);
    break;
  case CYCLIC:
    make_cyclic(w, workload->shared);
    break;
  case MATMUL:
    make_matmul(w);
    break;
  case STENCIL:
    make_stencil(w);
    break;
  case HISTOGRAM:
    make_histogram(w);
    break;
  case ASYM:
    make_asym(w, workload->shared);
    break;
  }
}

static team_trace open_trace(uint32_t threads) {
  team_trace trace = {.threads = threads};
  trace.count = (uint64_t *)need(calloc(threads, sizeof(uint64_t)));
  trace.next = (uint64_t *)need(calloc(threads, sizeof(uint64_t)));
  trace.reference = (pme__line_reference **)need(calloc(threads, sizeof(pme__line_reference *)));
  return trace;
}

team_trace team_trace_make(const sharing_workload *workload, uint32_t threads, uint64_t seed) {
  team_trace trace = open_trace(threads);
  for (uint32_t t = 0; t < threads; t++) {
    writer w = {&trace, t, 0, seed * 1000 + t};
    make(&w, workload);
  }
  return trace;
}

team_trace team_trace_of_text(const char *text) {
  uint32_t threads = 1;
  for (const char *c = text; *c; c++)
    threads += *c == ',';
  team_trace trace = open_trace(threads);
  writer w = {&trace, 0, 0, 0};
  for (const char *c = text; *c; c++) {
    if (*c == ',')
      w = (writer){&trace, w.thread + 1, 0, 0};
    else
      add(&w, (uint64_t)tolower((unsigned char)*c), isupper((unsigned char)*c) != 0);
  }
  return trace;
}

void team_trace_close(team_trace *trace) {
  for (uint32_t t = 0; t < trace->threads; t++)
    free(trace->reference[t]);
  free(trace->reference);
  free(trace->count);
  free(trace->next);
}

static void rewind_trace(void *context, uint32_t thread) { ((team_trace *)context)->next[thread] = 0; }

static uint64_t trace_length(void *context, uint32_t thread) { return ((const team_trace *)context)->count[thread]; }

static size_t read_trace(void *context, uint32_t thread, pme__line_reference *buffer, size_t room) {
  team_trace *trace = (team_trace *)context;
  uint64_t left = trace->count[thread] - trace->next[thread];
  size_t count = left < room ? (size_t)left : room;
  if (count)
    memcpy(buffer, trace->reference[thread] + trace->next[thread], count * sizeof *buffer);
  trace->next[thread] += count;
  return count;
}

pme__streams team_trace_streams(team_trace *trace) {
  return (pme__streams){trace, trace->threads, rewind_trace, read_trace, trace_length, NULL, NULL};
}

/* pmecache trace show: the labelled trace. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/team/blocks/record_walk.h"
#include "analysis/team/trace_records.h"
#include "command.h"
#include "message.h"
#include "options/option_values.h"
#include "trace_input.h"
#include "traces/block_output.h"

typedef struct trace_options {
  const char *path;
  bool json;
  uint64_t most; /* records; 0: all */
  int thread;
} trace_options;

static pme_status read_most(const option_text *given, void *field, pme_error *error) {
  bool ok = read_whole(given->text, 1, UINT64_MAX, (uint64_t *)field);
  return ok ? PME_OK : wrong_value(given, given->row->expected, error);
}

static pme_status read_thread(const option_text *given, void *field, pme_error *error) {
  uint64_t thread;
  if (!read_whole(given->text, 0, PME_PROFILE_MAX_THREADS - 1, &thread))
    return wrong_value(given, given->row->expected, error);
  *(int *)field = (int)thread;
  return PME_OK;
}

static const option rows[] = {
    {"--most", "N", 1, read_most, offsetof(trace_options, most), "a number of executions of blocks",
     "end after so many executions of blocks (all)", NULL},
    {"--thread", "T", 1, read_thread, offsetof(trace_options, thread), "the number of a thread",
     "of a run of several threads: this one (0)", NULL},
    {"--json", NULL, 1, read_flag, offsetof(trace_options, json), NULL,
     "a line of JSON for each border and each execution of a block", NULL},
};
static const option_table table = {.command = "trace", .action = "show", .rows = rows, .row_count = 3};

/* ---- what is printed ---- */

typedef struct printing {
  const trace_options *options;
  const pme_trace *trace;
  uint64_t left; /* executions */
  bool in_piece; /* text: a line says who does what follows */
} printing;

static const char *piece_of(const pme_trace_state *state) {
  return state->regions == 0 || state->in_one ? "master" : "all";
}

static void start_piece(printing *p, const char *piece) {
  if (!p->options->json)
    puts(piece);
  p->in_piece = true;
}

static void start_loop(printing *p, const pme_trace_border *border) {
  static const char *const kinds[] = {
      [PME_SCHEDULE_STATIC] = "static", [PME_SCHEDULE_DYNAMIC] = "dynamic", [PME_SCHEDULE_GUIDED] = "guided"};
  int64_t kind = border->values[0], chunk = border->values[1];
  const char *name =
      kind == PME_SCHEDULE_DYNAMIC || kind == PME_SCHEDULE_GUIDED ? kinds[kind] : kinds[PME_SCHEDULE_STATIC];
  if (!p->options->json && chunk > 0)
    printf("loop %s,%" PRId64 "\n", name, chunk);
  else if (!p->options->json)
    printf("loop %s\n", name);
  p->in_piece = true;
}

static const char *name_of_border(pme_trace_border_kind kind) {
  static const char *const names[PME_TRACE_BORDER_COUNT] = {
      [PME_TRACE_REGION_BEGIN] = "region", [PME_TRACE_REGION_END] = "region-end", [PME_TRACE_LOOP_BEGIN] = "loop",
      [PME_TRACE_CHUNK] = "chunk",         [PME_TRACE_LOOP_END] = "loop-end",     [PME_TRACE_BARRIER] = "barrier",
      [PME_TRACE_ONE_BEGIN] = "one",       [PME_TRACE_ONE_END] = "one-end",       [PME_TRACE_ALLOCATED] = "allocated",
      [PME_TRACE_FREED] = "freed"};
  return names[kind];
}

static bool print_border(void *context, uint32_t thread, const pme_trace_state *state, const pme_trace_border *border) {
  printing *p = (printing *)context;
  if (thread != (uint32_t)p->options->thread)
    return true;
  if (p->options->json) {
    printf("{\"border\": \"%s\", \"values\": [", name_of_border(border->kind));
    for (int v = 0; v < PME_TRACE_BORDER_VALUES; v++)
      printf("%s%" PRId64, v ? ", " : "", border->values[v]);
    puts("]}");
  } else if (border->kind == PME_TRACE_LOOP_BEGIN && state->regions == 1) {
    start_loop(p, border);
  } else if (border->kind != PME_TRACE_CHUNK && border->kind != PME_TRACE_ALLOCATED &&
             border->kind != PME_TRACE_FREED) {
    p->in_piece = false;
  }
  return true;
}

static uint64_t address_of(const uint64_t *record, const pme_instrumented_block *block, uint64_t round, uint32_t site) {
  if (block->kind != PME_BLOCK_RUN)
    return record[1 + site];
  int64_t stride = block->sites[site].stride;
  uint32_t before = 0;
  for (uint32_t s = 0; s < site; s++)
    before += block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? 1 : 0;
  if (block->sites[site].flags & PME_SITE_STRIDE_RECORDED)
    stride = (int64_t)record[2 + block->site_count + before];
  return record[2 + site] + round * (uint64_t)stride;
}

static void print_sites(const printing *p, const uint64_t *record, const pme_instrumented_block *block,
                        uint64_t round) {
  for (uint32_t s = 0; s < block->site_count; s++) {
    uint64_t address = address_of(record, block, round, s);
    const char *kind = block->sites[s].flags & PME_SITE_WRITE ? "w" : "r";
    bool is_private = address >= PME_PRIVATE_HEAP_ADDRESS;
    if (p->options->json)
      printf("%s[\"%s\", \"%" PRIx64 "\", %" PRIu32 ", %s]", s ? ", " : "", kind, address, block->sites[s].bytes,
             is_private ? "true" : "false");
    else
      printf("%s %" PRIx64 " %" PRIu32 "%s\n", kind, address, block->sites[s].bytes, is_private ? " p" : "");
  }
}

static void print_execution(const printing *p, const uint64_t *record, uint64_t round) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  const pme_instrumented_function *function = function_of_block(p->trace, block);
  if (!p->options->json) {
    printf("b %" PRIu64 "\n", block->first_site);
    print_sites(p, record, block, round);
    return;
  }
  printf("{\"block\": %" PRIu64 ", \"function\": \"%s\", \"line\": %" PRIu32 ", \"references\": [", block->first_site,
         function ? function->name : "", block->line);
  print_sites(p, record, block, round);
  puts("]}");
}

static void print_iteration(const printing *p) { puts(p->options->json ? "{\"border\": \"iteration\"}" : "i"); }

static bool print_record(void *context, uint32_t thread, const pme_trace_state *state, const uint64_t *record) {
  printing *p = (printing *)context;
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  bool starts = pme__starts_iteration(block) && state->in_chunk;
  uint64_t rounds = block->kind == PME_BLOCK_RUN ? record[1] : 1;
  if (thread != (uint32_t)p->options->thread)
    return true;
  if (block->site_count > 0 && !p->in_piece)
    start_piece(p, piece_of(state));
  if (starts && block->site_count == 0)
    print_iteration(p);
  for (uint64_t round = 0; block->site_count > 0 && round < rounds; round++) {
    if (p->left-- == 0)
      return false;
    if (starts)
      print_iteration(p);
    print_execution(p, record, round);
  }
  return true;
}

/* Which block stands for which place, as comments. */
static void print_legend(const pme_trace *trace) {
  for (const pme_instrumented_module *m = pme_trace_modules(trace); m; m = m->next)
    for (uint32_t f = 0; f < m->function_count; f++)
      for (uint32_t b = 0; b < m->functions[f].block_count; b++) {
        const pme_instrumented_block *block = m->functions[f].blocks[b];
        if (block->site_count > 0)
          printf("# b %" PRIu64 " is %s at line %" PRIu32 "\n", block->first_site, m->functions[f].name, block->line);
      }
}

/* ---- the command ---- */

static int show(const trace_options *o, const pme__sequential_trace *trace) {
  printing p = {.options = o, .trace = trace->recorded, .left = o->most ? o->most : UINT64_MAX};
  const pme__record_visitor visitor = {&p, print_border, print_record};
  if (!o->json) {
    puts("pmetrace 1");
    print_legend(trace->recorded);
  }
  pme_status status = pme__walk_records(trace, &visitor);
  if (status == PME_OK || status == PME_OVER_BUDGET)
    return finish_output(EXIT_ANSWERED);
  pme_error error = {.status = status};
  report_fault(o->path, &error);
  return EXIT_NO_ANSWER;
}

static int print_help(void) {
  printf(
      "usage: pmecache trace %s\n\nTRACE is what PMECACHE_TRACE_OUT=FILE of an instrumented run has left: printed as "
      "a trace in text (docs/formats/trace.md), which pmecache mimic reads, or as lines of JSON.\n\noptions:\n",
      command_at(COMMAND_TRACE)->usage);
  options_print_rows(&table, NULL);
  printf("  --help\n\nExit status: 0 when something was answered, 1 when nothing could be, 2 for bad usage or bad "
         "input.\n");
  return finish_output(EXIT_ANSWERED);
}

static int take_path(void *values, const char *operand) {
  trace_options *o = (trace_options *)values;
  if (o->path)
    return report_usage("trace", "one trace at a time, found '%s' too", operand);
  o->path = operand;
  return OPTIONS_GO_ON;
}

int command_trace(int count, char **arguments) {
  trace_options o = {.path = NULL};
  option_target target = {&o, take_path};
  pme__sequential_trace trace;
  if (options_ask_for_help(count, arguments))
    return print_help();
  if (count < 2 || strcmp(arguments[1], "show") != 0)
    return report_usage("trace", "expected show");
  int status = options_apply(&table, &target, count, arguments, 2);
  if (status == OPTIONS_GO_ON && !o.path)
    status = report_usage("trace", "no trace given");
  if (status == OPTIONS_GO_ON && !pme_trace_is_one(o.path))
    status = report_usage("trace", "'%s' is not the trace of an instrumented run", o.path);
  if (status == OPTIONS_GO_ON)
    status = read_recorded_trace(o.path, 64, &trace);
  if (status != OPTIONS_GO_ON)
    return status;
  status = show(&o, &trace);
  pme__sequential_trace_close(&trace);
  return status;
}

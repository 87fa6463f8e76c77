/* The blocks of AMM: how often, how likely, and P(D | BB). */
#include "block_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "analysis/reuse/sdcm.h"
#include "analysis/team/blocks/block_profiles.h"
#include "analysis/team/blocks/recorded_blocks.h"
#include "pmecache/report.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/trace_input.h"

/* Of executions and references in memory. */
static const uint64_t most_block_bytes = UINT64_C(512) << 20;
enum { DEFAULT_LINE_BYTES = 64, NAME_BYTES = 80 };

typedef struct page {
  const profile_options *options;
  const pme__block_profiles *profiles;
  const pme_machine *machine; /* NULL: none was asked for */
  const pme_trace *trace;     /* NULL: a trace as text, or a profile */
  const pme__recorded_blocks *recorded;
  const pme_profile *profile; /* NULL: a trace */
} page;

/* ---- names ---- */

const pme_instrumented_function *function_of_block(const pme_trace *trace, const pme_instrumented_block *block) {
  for (const pme_instrumented_module *m = pme_trace_modules(trace); m; m = m->next)
    for (uint32_t f = 0; f < m->function_count; f++)
      for (uint32_t b = 0; b < m->functions[f].block_count; b++)
        if (m->functions[f].blocks[b] == block)
          return &m->functions[f];
  return NULL;
}

/* Of the first reference of the block. */
static pme_place place_in(const pme_profile *profile, int block) {
  for (int r = 0; r < pme_profile_reference_count(profile); r++)
    if (pme_profile_reference_at(profile, r)->block == block)
      return pme_profile_reference_at(profile, r)->place;
  return pme_profile_block_at(profile, block)->place;
}

/* "kernel:12:7", the place of its first access; "block 3" */
static void name_block(const page *p, uint32_t number, char *out) {
  if (p->profile) {
    const pme_profile_block *block = pme_profile_block_at(p->profile, (int)number);
    pme_place place = place_in(p->profile, (int)number);
    snprintf(out, NAME_BYTES, "%.50s:%d:%d", pme_profile_function_at(p->profile, block->function)->name, place.line,
             place.column);
    return;
  }
  if (!p->recorded) {
    snprintf(out, NAME_BYTES, "block %" PRIu32, number);
    return;
  }
  const pme_instrumented_block *block = p->recorded->block[number];
  const pme_instrumented_function *function = function_of_block(p->trace, block);
  const pme_instrumented_site *first = &block->sites[0];
  snprintf(out, NAME_BYTES, "%.50s:%" PRIu32 ":%" PRIu32, function ? function->name : "?", first->line, first->column);
}

/* ---- text ---- */

static double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

static double mean_of(const pme_histogram *h) {
  double count = 0, sum = 0;
  for (int b = 0; b < PME_BIN_COUNT; b++) {
    pme_bin bin = pme_histogram_bin(h, b);
    count += bin.count;
    sum += bin.sum;
  }
  return share(sum, count);
}

/* P(h) of the level from P(D), by SDCM; total: what the histogram should have. */
static double hit_rate(const pme_histogram *h, const pme_cache_level *level, double total) {
  pme__sdcm cache = pme__sdcm_prepare(level->associativity, level->size_bytes / level->line_bytes);
  return 1 - share(pme__sdcm_misses(&cache, h, UINT64_MAX), total);
}

static void print_block(const page *p, uint32_t number) {
  const pme__block_profile *b = &p->profiles->block[number];
  char name[NAME_BYTES], branches[24] = "-";
  name_block(p, number, name);
  if (!isnan(b->by_branches))
    snprintf(branches, sizeof branches, "%.8g", b->by_branches);
  printf("%-28.28s %12.8g %12s %9.6f %9.6f %6.4g %8.2f%% %10.4g", name, b->executions, branches,
         share(b->executions, p->profiles->executions), b->weight, share(b->references, b->executions),
         100 * share(b->distances.cold, b->distances.total), mean_of(&b->distances));
  if (b->windows)
    printf(" %8zu %8.2f%% %10.4g", b->windows, 100 * share(b->sampled.cold, b->sampled.total), mean_of(&b->sampled));
  putchar('\n');
}

/* Hit rates of the levels: of all references, of P(D | BB) composed, exactly and from windows, and as printed. */
static int print_levels(const page *p) {
  pme_histogram windows = {.total = 0}, printed = {.total = 0};
  pme_status status = pme__block_profiles_compose(p->profiles, true, false, &windows);
  if (status == PME_OK)
    status = pme__block_profiles_compose(p->profiles, false, true, &printed);
  printf("\nhit rates by SDCM\n%-8s %12s %12s %22s\n", "level", "all", "windows", "P(BB) in place of weights");
  for (int l = 0; l < p->machine->level_count && status == PME_OK; l++) {
    const pme_cache_level *level = &p->machine->levels[l];
    printf("%-8s %12.5f ", level->name, hit_rate(&p->profiles->whole, level, p->profiles->whole.total));
    if (windows.total > 0)
      printf("%12.5f ", hit_rate(&windows, level, windows.total));
    else
      printf("%12s ", "-");
    printf("%22.5f\n", hit_rate(&printed, level, printed.total));
  }
  pme_histogram_destroy(&windows, NULL);
  pme_histogram_destroy(&printed, NULL);
  return status == PME_OK ? EXIT_ANSWERED : EXIT_NO_ANSWER;
}

static int print_text(const page *p) {
  bool has_windows = p->options->windows > 0;
  printf("%-28s %12s %12s %9s %9s %6s %9s %10s%s\n", "block", "executions", "by branches", "P(BB)", "weight", "refs",
         "first", "mean dist.", has_windows ? "  windows     first mean dist." : "");
  for (uint32_t b = 0; b < p->profiles->count; b++)
    if (p->profiles->block[b].executions > 0)
      print_block(p, b);
  return p->machine ? print_levels(p) : EXIT_ANSWERED;
}

/* ---- JSON ---- */

static void print_histogram(const char *name, const pme_histogram *h) {
  const char *separator = "";
  printf(", \"%s\": {\"references\": %.10g, \"infinite\": %.10g, \"bins\": [", name, h->total, h->cold);
  for (int b = 0; b < PME_BIN_COUNT; b++) {
    pme_bin bin = pme_histogram_bin(h, b);
    if (bin.count <= 0)
      continue;
    printf("%s[%" PRIu64 ", %" PRIu64 ", %.10g, %.10g]", separator, pme_bin_start(b), pme_bin_start(b + 1) - 1,
           bin.count, bin.sum / bin.count);
    separator = ", ";
  }
  printf("]}");
}

static void print_block_as_json(const page *p, uint32_t number) {
  const pme__block_profile *b = &p->profiles->block[number];
  char name[NAME_BYTES];
  name_block(p, number, name);
  printf("{\"block\": %" PRIu32 ", \"name\": \"%s\", \"executions\": %.10g, \"by_branches\": ", number, name,
         b->executions);
  if (isnan(b->by_branches))
    printf("null");
  else
    printf("%.10g", b->by_branches);
  printf(", \"probability\": %.10g, \"weight\": %.10g, \"references\": %.10g",
         share(b->executions, p->profiles->executions), b->weight, b->references);
  print_histogram("distances", &b->distances);
  if (b->windows) {
    printf(", \"windows\": %zu", b->windows);
    print_histogram("sampled", &b->sampled);
  }
  putchar('}');
}

static int print_json(const page *p) {
  const char *separator = "";
  printf("{\"version\": %d, \"producer\": \"blocks\", \"executions\": %.10g, \"blocks\": [", PME_JSON_VERSION,
         p->profiles->executions);
  for (uint32_t b = 0; b < p->profiles->count; b++) {
    if (p->profiles->block[b].executions <= 0)
      continue;
    fputs(separator, stdout);
    print_block_as_json(p, b);
    separator = ", ";
  }
  puts("]}");
  return EXIT_ANSWERED;
}

static int print_page(const page *p) { return p->options->json ? print_json(p) : print_text(p); }

/* ---- of a trace ---- */

static int refuse(const char *path, const pme_error *error) {
  report_fault(path, error);
  return error->status == PME_OVER_BUDGET || error->status == PME_NO_MEMORY ? EXIT_NO_ANSWER : EXIT_BAD_INPUT;
}

static int show_trace(const profile_options *o, const pme_machine *machine, const pme__sequential_trace *trace) {
  pme__recorded_blocks recorded = {.memory = NULL};
  pme__block_profiles profiles = {.count = 0};
  pme_error error = {0};
  pme_arena *arena = pme_arena_create();
  const pme__block_trace *blocks = &trace->blocks;
  pme_status status = arena ? PME_OK : PME_NO_MEMORY;
  if (status == PME_OK && trace->recorded) {
    status = pme__recorded_blocks_read(trace, /*regions_only=*/false, most_block_bytes, &recorded, &error);
    blocks = &recorded.trace;
  }
  if (status == PME_OK && blocks->executions == 0)
    status = pme_error_set(&error, PME_BAD_INPUT, 0, 0, "the trace has no basic blocks");
  if (status == PME_OK)
    status = pme__block_profiles_of(blocks, &(pme__block_question){(size_t)o->windows, 1}, arena, &profiles);
  error.status = status;
  page p = {o, &profiles, machine, trace->recorded, trace->recorded ? &recorded : NULL, NULL};
  int answer = status == PME_OK ? print_page(&p) : refuse(o->paths[0], &error);
  pme__block_profiles_destroy(&profiles);
  pme__recorded_blocks_close(&recorded);
  pme_arena_destroy(arena);
  return answer;
}

/* ---- of a profile: counted, without windows and branches ---- */

static uint32_t block_count(const pme_profile *profile) {
  int most = -1;
  for (int r = 0; r < pme_profile_reference_count(profile); r++)
    most = pme_profile_reference_at(profile, r)->block > most ? pme_profile_reference_at(profile, r)->block : most;
  return (uint32_t)(most + 1);
}

static pme_status fill_profiles(const pme_profile *profile, pme__block_profiles *out) {
  pme_status status = PME_OK;
  double references = 0;
  for (uint32_t b = 0; b < out->count && status == PME_OK; b++) {
    pme__block_profile *block = &out->block[b];
    pme_profile_part part = PME_PROFILE_WHOLE;
    part.block = (int)b;
    *block = (pme__block_profile){.by_branches = NAN, .executions = pme_profile_block_at(profile, (int)b)->executions};
    status = pme_profile_sum(profile, &part, &block->distances, &block->references);
    if (status == PME_OK)
      status = pme_profile_sum(profile, &part, &out->whole, NULL);
    out->executions += block->executions;
    references += block->references;
  }
  for (uint32_t b = 0; b < out->count; b++) {
    out->block[b].weight = share(out->block[b].references, references);
    out->block[b].printed = share(out->block[b].executions, out->executions);
  }
  return status;
}

static int show_profile(const profile_options *o, const pme_machine *machine, const pme_profile *profile) {
  pme_arena *arena = pme_arena_create();
  pme__block_profiles profiles = {.count = block_count(profile)};
  profiles.block = arena ? PME_ARENA_NEW(arena, pme__block_profile, profiles.count + 1) : NULL;
  pme_error error = {.status = profiles.block ? fill_profiles(profile, &profiles) : PME_NO_MEMORY};
  page p = {o, &profiles, machine, NULL, NULL, profile};
  int answer = error.status == PME_OK ? print_page(&p) : refuse(o->paths[0], &error);
  pme__block_profiles_destroy(&profiles);
  pme_arena_destroy(arena);
  return answer;
}

/* ---- either ---- */

static int show_profile_file(const profile_options *o, const pme_machine *machine) {
  pme_profile *profile = NULL;
  pme_error error = {0};
  if (o->windows > 0)
    return report_usage("profile", "--windows needs the trace of a run: a profile has no order of blocks");
  if (pme_profile_read_file(o->paths[0], &profile, &error))
    return report_fault(o->paths[0], &error);
  int answer = show_profile(o, machine, profile);
  pme_profile_destroy(profile);
  return answer;
}

int show_blocks(const profile_options *o) {
  pme_machine machine;
  pme__sequential_trace trace;
  int status = o->machine.text ? choose_machine(&o->machine, &machine) : OPTIONS_GO_ON;
  if (status != OPTIONS_GO_ON)
    return status;
  const pme_machine *asked = o->machine.text ? &machine : NULL;
  if (is_profile_file(o->paths[0]))
    return finish_output(show_profile_file(o, asked));
  status = read_any_trace(o->paths[0], asked ? (uint32_t)machine.levels[0].line_bytes : DEFAULT_LINE_BYTES, &trace);
  if (status != OPTIONS_GO_ON)
    return status;
  status = show_trace(o, asked, &trace);
  pme__sequential_trace_close(&trace);
  return finish_output(status);
}

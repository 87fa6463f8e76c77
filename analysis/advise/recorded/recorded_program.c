/* Makes a program of a recorded loop, and a prediction of what its trace misses. */
#include "recorded_program.h"

#include <math.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"

/* Accesses outside of runs that jump, in lines: too far to be foreseen. */
enum { FAR_LINES = 3 };
/* Of translations of so many pages, in random order, the share that is gone begins at half of those that are kept and
 * is whole at twice as many. */
static const double EVICTED_FROM = 0.5, EVICTED_OVER = 1.5;
static const double MOST_TRIPS = 1e12;

typedef struct builder {
  const pme__trace_counts *counts;
  const pme_instrumented_function *function;
  pme_program *program;
  pme_arena *arena;
  int *node; /* by loop of the function, PME_NONE: not in the nest */
  int array;
  uint32_t line_bytes;
  const pme__costs *costs;
  pme__recorded_loop *out;
} builder;

/* ---- what was counted ---- */

static const pme__block_count *count_of(const pme__trace_counts *counts, const pme_instrumented_block *block) {
  static const pme__block_count none = {0};
  return block->first_site < counts->count ? &counts->block[block->first_site] : &none;
}

/* How often the loop was entered. */
static double entries_of(const pme__trace_counts *counts, const pme_instrumented_function *f, uint32_t loop) {
  double entries = 0;
  for (uint32_t b = 0; b < f->block_count; b++)
    if (f->blocks[b]->loop == (int32_t)loop &&
        (f->blocks[b]->kind == PME_BLOCK_LOOP || f->blocks[b]->kind == PME_BLOCK_RUN))
      entries += count_of(counts, f->blocks[b])->records;
  return entries;
}

/* What happens in every iteration was executed most often. */
static double iterations_of(const pme__trace_counts *counts, const pme_instrumented_function *f, uint32_t loop) {
  double most = 0;
  for (uint32_t b = 0; b < f->block_count; b++) {
    const pme_instrumented_block *block = f->blocks[b];
    if (block->loop != (int32_t)loop || block->kind == PME_BLOCK_LOOP)
      continue;
    const pme__block_count *count = count_of(counts, block);
    most = fmax(most, block->kind == PME_BLOCK_RUN ? count->rounds : count->records);
  }
  for (uint32_t l = loop + 1; l < f->loop_count; l++)
    if (f->loops[l].parent == (int32_t)loop)
      most = fmax(most, entries_of(counts, f, l));
  return most;
}

/* ---- the program ---- */

static const pme_instrumented_function *function_of(const pme__sequential_trace *trace,
                                                    const pme_instrumented_block *block) {
  for (const pme_instrumented_module *m = pme_trace_modules(trace->recorded); m; m = m->next)
    for (uint32_t f = 0; f < m->function_count; f++)
      for (uint32_t b = 0; b < m->functions[f].block_count; b++)
        if (m->functions[f].blocks[b] == block)
          return &m->functions[f];
  return NULL;
}

/* The node, whose counts are noted. */
static int note(const builder *b, int node, double entered, double iterations) {
  if (node >= 0 && node < b->out->node_count) {
    b->out->entered[node] = entered;
    b->out->iterations[node] = iterations;
  }
  return node;
}

static int add_loop(builder *b, int parent, uint32_t number, double entered, double iterations) {
  bool is_worksharing = parent == PME_NONE;
  double trips = entered > 0 ? floor(iterations / entered + 0.5) : 1;
  const pme_instrumented_loop *l = &b->function->loops[number];
  pme_expr first = pme_expr_constant(b->program, 0);
  pme_expr last = pme_expr_constant(b->program, (int64_t)fmin(fmax(trips, 1), MOST_TRIPS) - 1);
  pme_loop loop = {.variable = "?",
                   .first_count = 1,
                   .last_count = 1,
                   .firsts = &first,
                   .lasts = &last,
                   .step = pme_expr_constant(b->program, 1),
                   .parallel = is_worksharing,
                   .chunk = PME_NONE,
                   .threads = PME_NONE,
                   .collapse = 1,
                   .work = {l->operations, l->divisions, l->chain, l->vector, l->library}};
  int node = pme_program_add_loop(b->program, parent, &loop, (pme_place){NULL, (int)l->line, (int)l->column});
  if (node >= 0 && node < b->out->node_count) {
    b->out->paths[node] = l->path;
    b->out->entries[node] = l->entry;
  }
  return note(b, node, entered, iterations);
}

/* The cost model counts a translation for each page that a stride moves on by: of accesses in random order that is the
 * share of them that need one. */
static int64_t far_stride(const builder *b, const pme__site_count *site) {
  int64_t least = (int64_t)FAR_LINES * b->line_bytes;
  if (!b->costs || b->costs->walk <= 0)
    return least;
  double pages = (double)(site->highest - site->lowest) / b->costs->page_bytes;
  double share = (pages / b->costs->page_entries - EVICTED_FROM) / EVICTED_OVER;
  return (int64_t)fmax((double)least, fmin(share, 1) * b->costs->page_bytes);
}

/* What changes between executions of its loop at most stays in a register. */
static bool is_kept(const pme__site_count *site, double entered) {
  return site->moves == 0 || site->changes <= entered;
}

static int64_t stride_of(const builder *b, const pme_instrumented_block *block, const pme__site_count *site,
                         double entered) {
  if (block->kind == PME_BLOCK_RUN)
    return site->stride;
  if (is_kept(site, entered))
    return 0;
  return 2 * site->near >= site->moves ? b->line_bytes : far_stride(b, site);
}

/* Whether a branch waits for what the access reads. */
static bool is_deciding(const pme_instrumented_block *block, uint32_t s, const pme__site_count *site, double entered) {
  return block->sites[s].flags & PME_SITE_DECIDES && !(block->kind != PME_BLOCK_RUN && is_kept(site, entered));
}

static double deciding_sites(const builder *b, const pme_instrumented_block *block, double entered) {
  int deciding = 0;
  for (uint32_t s = 0; s < block->site_count; s++)
    deciding += is_deciding(block, s, &b->counts->site[block->first_site + s], entered);
  return deciding > 0 ? deciding : 1;
}

/* `surprises`: that wait for the access. `first`: node of the block's first access. */
static void note_waits(const builder *b, int access, int first, const pme__site_count *site, uint32_t flags,
                       double surprises) {
  if (access < 0 || access >= b->out->node_count)
    return;
  b->out->follows[access] = site->follows;
  b->out->leader[access] = 2 * site->follows > b->out->entered[access] ? first + (int)site->leader : access;
  b->out->is_chained[access] = flags & PME_SITE_CHAINED;
  b->out->surprises[access] = surprises;
  b->out->moves[access] = site->moves;
  b->out->near[access] = site->near;
}

static void note_site(const builder *b, int access, uint64_t number) {
  if (access >= 0 && access < b->out->node_count)
    b->out->site[access] = number;
}

static void add_block(builder *b, const pme_instrumented_block *block) {
  int node = block->loop >= 0 ? b->node[block->loop] : PME_NONE;
  const pme__block_count *count = count_of(b->counts, block);
  double executed = block->kind == PME_BLOCK_RUN ? count->rounds : count->records;
  if (node != PME_NONE && node < b->out->node_count)
    b->out->surprises[node] += count->surprises;
  if (node == PME_NONE || executed == 0 || block->first_site + block->site_count > b->counts->count)
    return;
  double entered = b->out->entered[node], each = count->surprises / deciding_sites(b, block, entered);
  int first = PME_NONE;
  for (uint32_t s = 0; s < block->site_count; s++) {
    const pme__site_count *site = &b->counts->site[block->first_site + s];
    pme_expr moved = pme_expr_multiply(b->program, pme_expr_constant(b->program, stride_of(b, block, site, entered)),
                                       pme_expr_loop(b->program, node));
    pme_access access = {
        .array = b->array,
        .offset_bytes = pme_expr_add(b->program, pme_expr_constant(b->program, (int64_t)site->first_address), moved),
        .size_bytes = block->sites[s].bytes,
        .is_write = block->sites[s].flags & PME_SITE_WRITE};
    pme_place place = {NULL, (int)block->sites[s].line, (int)block->sites[s].column};
    int added = note(b, pme_program_add_access(b->program, node, &access, place), executed, 0);
    first = s == 0 ? added : first;
    note_site(b, added, block->first_site + s);
    note_waits(b, added, first, site, block->sites[s].flags, is_deciding(block, s, site, entered) ? each : 0);
  }
}

static size_t sites_of(const pme_instrumented_function *f) {
  size_t sites = 0;
  for (uint32_t b = 0; b < f->block_count; b++)
    sites += f->blocks[b]->site_count;
  return sites;
}

/* Loops first, then the accesses of each: the order of a body decides nothing here. */
static void build(builder *b, double executions, double iterations) {
  const pme_instrumented_function *f = b->function;
  for (uint32_t l = 0; l < f->loop_count; l++)
    b->node[l] = PME_NONE;
  b->out->node = b->node[b->out->number] = add_loop(b, PME_NONE, b->out->number, executions, iterations);
  for (uint32_t l = b->out->number + 1; l < f->loop_count; l++) {
    int parent = f->loops[l].parent >= 0 ? b->node[f->loops[l].parent] : PME_NONE;
    double entries = entries_of(b->counts, f, l);
    if (parent != PME_NONE && entries > 0)
      b->node[l] = add_loop(b, parent, l, entries, iterations_of(b->counts, f, l));
  }
  for (uint32_t i = 0; i < f->block_count; i++)
    add_block(b, f->blocks[i]);
}

static bool allocate(const pme__recorded_code *code, pme_arena *arena, pme__recorded_loop *out) {
  out->node_count = (int)(code->function->loop_count + sites_of(code->function));
  out->entered = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->iterations = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->surprises = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->paths = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->entries = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->is_chained = PME_ARENA_NEW(arena, bool, out->node_count + 1);
  out->moves = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->near = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->follows = PME_ARENA_NEW(arena, double, out->node_count + 1);
  out->leader = PME_ARENA_NEW(arena, int, out->node_count + 1);
  out->site = PME_ARENA_NEW(arena, uint64_t, out->node_count + 1);
  return out->entered && out->iterations && out->surprises && out->paths && out->entries && out->is_chained &&
         out->moves && out->near && out->follows && out->leader && out->site;
}

bool pme__recorded_loop_build(const pme__recorded_code *code, pme_arena *arena, pme__recorded_loop *out) {
  const pme_instrumented_function *f = code->function;
  *out = (pme__recorded_loop){.function = f, .number = code->loop, .program = pme_program_create()};
  builder b = {.counts = code->counts, .function = f, .program = out->program, .arena = arena, .out = out};
  b.line_bytes = code->line_bytes;
  b.costs = code->costs;
  b.node = PME_ARENA_NEW(arena, int, f->loop_count + 1);
  if (!out->program || !b.node || !allocate(code, arena, out))
    return false;
  pme_program_set_function(out->program, f->name, f->file, (int)f->line);
  pme_array memory = {.name = "memory", .element_bytes = 1, .alignment_bytes = 1, .group = PME_NONE};
  b.array = pme_program_add_array(out->program, &memory);
  build(&b, code->executions, code->iterations);
  return pme_program_status(out->program) == PME_OK;
}

bool pme__recorded_loop_open(const pme__sequential_trace *trace, const pme__trace_counts *counts,
                             const pme__costs *costs, uint32_t loop, pme_arena *arena, pme__recorded_loop *out) {
  const pme_instrumented_block *block = trace->loops[loop];
  pme__recorded_code code = {.function = function_of(trace, block), .counts = counts, .costs = costs};
  if (!code.function || block->loop < 0)
    return false;
  code.loop = (uint32_t)block->loop;
  code.line_bytes = trace->line_bytes;
  for (size_t w = 0; w < trace->work_count; w++)
    if (trace->work[w].loop == loop + 1) {
      code.executions++;
      code.iterations += (double)trace->work[w].iterations.count;
    }
  return pme__recorded_loop_build(&code, arena, out);
}

/* ---- the prediction ---- */

pme__work_distribution pme__recorded_distribution(const pme__team_loop *m, uint32_t threads,
                                                  pme__team_schedule_kind schedule, uint64_t chunk) {
  double iterations = m->executions > 0 ? m->iterations / m->executions : 0;
  double references = m->references[0] + m->references[1];
  bool in_blocks = schedule == PME_TEAM_BALANCED || schedule == PME_TEAM_GREEDY;
  pme__work_distribution result = {.iterations = iterations, .chunks = 1, .chunk = fmax(iterations / threads, 1)};
  result.imbalance = references > 0 ? fmax(m->busiest * threads / references, 1) : 1;
  if (!in_blocks) {
    result.chunk = fmin(fmax((double)chunk, 1), fmax(iterations, 1));
    result.chunks = ceil(iterations / result.chunk / threads);
  }
  return result;
}

/* An access takes misses of its own kind; where no access is of that kind, of the next best: the same direction, the
 * same way of moving, any. */
typedef struct kind {
  bool foreseen, is_write;
} kind;

static kind kind_of(const pme_prediction *p, int row) {
  int node = p->references[row].node;
  return (kind){pme__is_stream(p->concrete, node, p->machine->levels[0].line_bytes),
                pme_concrete_node_at(p->concrete, node)->u.access.is_write};
}

enum { SAME_KIND, SAME_WAY, SAME_DIRECTION, ANY, FITS };

static bool fits(kind a, kind wanted, int fit) {
  return fit == SAME_KIND        ? a.foreseen == wanted.foreseen && a.is_write == wanted.is_write
         : fit == SAME_WAY       ? a.foreseen == wanted.foreseen
         : fit == SAME_DIRECTION ? a.is_write == wanted.is_write
                                 : true;
}

static double first_at_line(const pme__recorded_loop *loop, int node) {
  return loop->entered[node] - loop->follows[node];
}

static double weight_of(const pme__recorded_loop *loop, const pme_prediction *p, kind wanted, int fit) {
  double sum = 0;
  for (int r = 0; r < p->reference_count; r++)
    if (fits(kind_of(p, r), wanted, fit))
      sum += first_at_line(loop, p->references[r].node);
  return sum;
}

static void hand_out(const pme__recorded_loop *loop, pme_prediction *p, kind wanted, int level, double misses,
                     double coherence) {
  int fit = SAME_KIND;
  double whole = 0;
  while (misses + coherence > 0 && fit < FITS && (whole = weight_of(loop, p, wanted, fit)) <= 0)
    fit++;
  for (int r = 0; whole > 0 && r < p->reference_count; r++) {
    if (!fits(kind_of(p, r), wanted, fit))
      continue;
    pme_misses *m = &p->references[r].levels[level];
    double share = first_at_line(loop, p->references[r].node) / whole;
    m->self += share * misses;
    m->coherence += share * coherence;
    m->misses = m->low = m->high = m->self + m->coherence;
  }
}

void pme__recorded_fill_counts(const pme__recorded_loop *loop, pme_prediction *p) {
  for (int l = 0; l < p->loop_count; l++) {
    double entered = loop->entered[p->loops[l].node];
    p->loops[l].executions = entered;
    p->loops[l].trip_count = entered > 0 ? loop->iterations[p->loops[l].node] / entered : 0;
  }
  for (int r = 0; r < p->reference_count; r++) {
    p->references[r].modelled = true;
    for (int l = 0; l < p->level_count; l++)
      p->references[r].levels[l] = (pme_misses){.accesses = loop->entered[p->references[r].node],
                                                .precision = PME_PRECISION_ESTIMATE,
                                                .engine = PME_ENGINE_PROFILE};
  }
}

static void fill(const pme__recorded_loop *loop, const pme__team_loop *measured, pme_prediction *p) {
  int outermost_private = pme__outermost_private(p);
  pme__recorded_fill_counts(loop, p);
  for (int l = 0; l < p->level_count; l++)
    for (int foreseen = 0; foreseen < 2; foreseen++)
      for (int write = 0; write < 2; write++)
        hand_out(loop, p, (kind){foreseen, write}, l, measured->misses[l][foreseen][write],
                 l == outermost_private && !foreseen ? measured->coherence[write] : 0);
  pme_prediction_sum(p);
}

pme_status pme__recorded_predict(const pme__recorded_loop *loop, const pme__recorded_run *run, pme_arena *arena,
                                 pme_concrete **concrete, pme_prediction **out, pme_error *error) {
  const pme__team_question *question = run->question;
  pme_what_if what_if = {.threads = (int)question->threads,
                         .has_schedule = true,
                         .schedule = pme__team_schedule_clause(question->schedule),
                         .chunk = (int64_t)question->chunk};
  pme_status status = pme_concrete_create(loop->program, &what_if, concrete, error);
  if (status == PME_OK)
    status = pme_prediction_create(*concrete, question->machine, arena, out, error);
  if (status == PME_OK)
    fill(loop, run->measured, *out);
  return status;
}

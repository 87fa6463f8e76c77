/* Tables are made again from the records of a profile: loops, blocks with their sites, and for each loop two blocks
 * without sites that tell how often it was entered and went round. */
#include "profile_code.h"

#include <math.h>

enum { OWN_BLOCKS_OF_A_LOOP = 2 };

typedef struct builder {
  const pme_profile *profile;
  int function;
  pme_arena *arena;
  pme__profile_code *out;
  int *local; /* by loop of the profile: its number in the function */
  pme_instrumented_loop *loops;
  pme_instrumented_block *blocks;
  const pme_instrumented_block **order;
  pme_instrumented_site *sites;
  uint32_t site_count; /* so far; each block has a number of its own */
} builder;

static bool is_own_loop(const builder *b, int l) { return pme_profile_loop_at(b->profile, l)->function == b->function; }
static bool is_own_block(const builder *b, int i) {
  return pme_profile_block_at(b->profile, i)->function == b->function;
}

/* ---- loops ---- */

static void add_loop(builder *b, int index) {
  const pme_profile_loop *l = pme_profile_loop_at(b->profile, index);
  uint32_t local = b->out->function.loop_count++;
  b->local[index] = (int)local;
  b->out->loop[local] = index;
  b->loops[local] = (pme_instrumented_loop){.line = (uint32_t)l->place.line,
                                            .column = (uint32_t)l->place.column,
                                            .parent = l->parent == PME_NONE ? -1 : b->local[l->parent],
                                            .parallel = l->parallel,
                                            .operations = l->work.operations,
                                            .divisions = l->work.divisions,
                                            .chain = l->work.chain,
                                            .vector = l->work.vector,
                                            .path = l->work.path,
                                            .library = l->work.library,
                                            .entry = l->work.entry,
                                            .variable = l->variable ? l->variable : ""};
}

/* ---- blocks ---- */

static pme_instrumented_block *new_block(builder *b, int32_t loop, uint16_t kind) {
  uint32_t number = b->out->function.block_count++;
  b->blocks[number] =
      (pme_instrumented_block){.kind = kind, .loop = loop, .number = number, .first_site = b->site_count};
  b->order[number] = &b->blocks[number];
  return &b->blocks[number];
}

static void add_own_blocks(builder *b, uint32_t local) {
  const pme_profile_loop *l = pme_profile_loop_at(b->profile, b->out->loop[local]);
  static const uint16_t kinds[OWN_BLOCKS_OF_A_LOOP] = {PME_BLOCK_LOOP, PME_BLOCK_ITERATION};
  const double records[OWN_BLOCKS_OF_A_LOOP] = {l->executions, l->iterations};
  for (int k = 0; k < OWN_BLOCKS_OF_A_LOOP; k++) {
    new_block(b, (int32_t)local, kinds[k]);
    b->out->counts.block[b->site_count++].records = records[k];
  }
}

/* How often a run was entered: its loop tells, but where chunks of it are runs. */
static double entries_of(const builder *b, const pme_profile_block *block) {
  const pme_profile_loop *l = block->loop == PME_NONE ? NULL : pme_profile_loop_at(b->profile, block->loop);
  if (l && !l->parallel && l->executions > 0)
    return l->executions;
  double rounds = block->course.rounds / block->course.records;
  return rounds > 0 ? block->executions / rounds : 0;
}

static void count_block(const builder *b, const pme_profile_block *block, pme__block_count *count) {
  const pme_profile_course *c = &block->course;
  bool is_run = c->is_run && c->records > 0;
  double times = is_run ? entries_of(b, block) : block->executions;
  count->surprises = c->records > 0 ? c->surprises / c->records * times : 0;
  *(is_run ? &count->rounds : &count->records) = block->executions;
}

/* What was not looked at may be anywhere. */
static void count_site(const pme_profile_moves *m, double executions, pme__site_count *count) {
  double more = m->seen > 0 ? executions / m->seen : 0;
  *count = (pme__site_count){.first_address = m->first_address, .stride = m->stride_bytes, .lowest = m->first_address};
  count->highest = m->first_address + (uint64_t)fmin(m->span_bytes, 0x1p60);
  count->leader = (uint32_t)m->leader;
  count->changes = m->seen > 0 ? m->changes * more : executions;
  count->moves = m->seen > 0 ? m->moves * more : executions;
  count->near = m->near * more;
  count->follows = m->follows * more;
}

static void add_site(builder *b, pme_instrumented_block *block, int index, double executions) {
  const pme_profile_reference *r = pme_profile_reference_at(b->profile, index);
  uint32_t number = b->site_count++, in_block = block->site_count++;
  uint32_t flags = (r->is_write ? PME_SITE_WRITE : 0u) | (r->moves.is_chained ? PME_SITE_CHAINED : 0u) |
                   (r->moves.decides ? PME_SITE_DECIDES : 0u);
  b->sites[number] = (pme_instrumented_site){.line = (uint32_t)r->place.line,
                                             .column = (uint32_t)r->place.column,
                                             .bytes = (uint32_t)(r->size_bytes > 0 ? r->size_bytes : 1),
                                             .flags = flags,
                                             .stride = r->moves.stride_bytes,
                                             .array = r->array ? r->array : ""};
  b->out->reference[number] = index;
  count_site(&r->moves, executions, &b->out->counts.site[number]);
  if (b->out->counts.site[number].leader >= in_block)
    b->out->counts.site[number].leader = 0;
}

static void add_block(builder *b, int index) {
  const pme_profile_block *from = pme_profile_block_at(b->profile, index);
  bool is_run = from->course.is_run && from->course.records > 0;
  int32_t loop = from->loop == PME_NONE ? -1 : b->local[from->loop];
  pme_instrumented_block *block = new_block(b, loop, is_run ? PME_BLOCK_RUN : PME_BLOCK_PLAIN);
  uint32_t first = b->site_count;
  block->sites = &b->sites[first];
  count_block(b, from, &b->out->counts.block[first]);
  for (int r = 0; r < pme_profile_reference_count(b->profile); r++)
    if (pme_profile_reference_at(b->profile, r)->block == index)
      add_site(b, block, r, from->executions);
  if (b->site_count == first)
    b->site_count++;
}

/* ---- all of it ---- */

static bool allocate(builder *b) {
  int loops = pme_profile_loop_count(b->profile), blocks = pme_profile_block_count(b->profile);
  int most_blocks = blocks + OWN_BLOCKS_OF_A_LOOP * loops, sites = pme_profile_reference_count(b->profile);
  b->out->counts.count = (uint32_t)(most_blocks + sites + 1);
  b->local = PME_ARENA_NEW(b->arena, int, loops + 1);
  b->loops = PME_ARENA_NEW(b->arena, pme_instrumented_loop, loops + 1);
  b->blocks = PME_ARENA_NEW(b->arena, pme_instrumented_block, most_blocks + 1);
  b->order = PME_ARENA_NEW(b->arena, const pme_instrumented_block *, most_blocks + 1);
  b->sites = PME_ARENA_NEW(b->arena, pme_instrumented_site, b->out->counts.count);
  b->out->counts.block = PME_ARENA_NEW(b->arena, pme__block_count, b->out->counts.count);
  b->out->counts.site = PME_ARENA_NEW(b->arena, pme__site_count, b->out->counts.count);
  b->out->loop = PME_ARENA_NEW(b->arena, int, loops + 1);
  b->out->reference = PME_ARENA_NEW(b->arena, int, b->out->counts.count);
  return b->local && b->loops && b->blocks && b->order && b->sites && b->out->counts.block && b->out->counts.site &&
         b->out->loop && b->out->reference;
}

bool pme__profile_code_of(const pme_profile *profile, int function, pme_arena *arena, pme__profile_code *out) {
  const pme_profile_function *f = pme_profile_function_at(profile, function);
  *out = (pme__profile_code){.function = {.name = f->name, .file = f->file ? f->file : "", .hash = f->hash}};
  builder b = {.profile = profile, .function = function, .arena = arena, .out = out};
  if (!allocate(&b))
    return false;
  out->function.line = (uint32_t)f->line;
  for (uint32_t s = 0; s < out->counts.count; s++)
    out->reference[s] = PME_NONE;
  for (int l = 0; l < pme_profile_loop_count(profile); l++)
    if (is_own_loop(&b, l))
      add_loop(&b, l);
  for (uint32_t l = 0; l < out->function.loop_count; l++)
    add_own_blocks(&b, l);
  for (int i = 0; i < pme_profile_block_count(profile); i++)
    if (is_own_block(&b, i))
      add_block(&b, i);
  out->function.loops = b.loops;
  out->function.blocks = (pme_instrumented_block *const *)b.order;
  return true;
}

static bool is_in(const pme_profile *profile, int loop, int outer) {
  while (loop != PME_NONE && loop != outer)
    loop = pme_profile_loop_at(profile, loop)->parent;
  return loop == outer;
}

bool pme__profile_code_is_known(const pme_profile *profile, int loop) {
  for (int i = 0; i < pme_profile_block_count(profile); i++) {
    const pme_profile_block *block = pme_profile_block_at(profile, i);
    if (block->course.records > 0 && block->loop != PME_NONE && is_in(profile, block->loop, loop))
      return true;
  }
  return false;
}

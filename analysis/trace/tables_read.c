/* The tables of a module from the bytes that tables_write.c has made. Bytes may be anything. */
#include "packet.h"
#include "pmecache/arena.h"

/* More sites than any program has. */
enum { MOST_SITES = 1 << 22 };

typedef struct reading {
  pme__scan scan;
  pme_arena *arena;
  bool no_memory;
} reading;

/* Each thing takes so many bytes at least: a count that is too large is known before memory is asked for. */
static uint32_t take_count(reading *r, unsigned bytes_each) {
  return (uint32_t)pme__take_below(&r->scan, (uint64_t)(r->scan.end - r->scan.at) / bytes_each + 1);
}

static uint32_t take_word(reading *r) { return (uint32_t)pme__take_below(&r->scan, UINT64_C(1) << 32); }

static void *room_for(reading *r, size_t count, size_t size) {
  void *memory = pme_arena_allocate(r->arena, count ? count : 1, size);
  r->no_memory |= !memory;
  r->scan.failed |= !memory;
  return memory;
}

static const char *take_name(reading *r) {
  const char *text = pme__take_text(&r->scan);
  size_t length = strlen(text) + 1;
  char *copy = (char *)room_for(r, length, 1);
  if (!copy)
    return "";
  memcpy(copy, text, length);
  return copy;
}

static void take_symbol(reading *r, pme_instrumented_symbol *symbol) {
  symbol->name = take_name(r);
  symbol->others = pme__take_number(&r->scan);
  symbol->used = (uint32_t)pme__take_below(&r->scan, PME_SYMBOL_VALUES + 1);
  for (uint32_t v = 0; v < symbol->used; v++) {
    symbol->values[v].value = pme__take_signed(&r->scan);
    symbol->values[v].count = pme__take_number(&r->scan);
  }
}

static void take_site(reading *r, pme_instrumented_site *site) {
  site->line = take_word(r);
  site->column = take_word(r);
  site->bytes = take_word(r);
  site->flags = take_word(r);
  site->stride = pme__take_signed(&r->scan);
  site->array = take_name(r);
  site->file = NULL; /* a trace does not tell it */
  if (site->bytes == 0)
    r->scan.failed = true;
}

static pme_instrumented_block *take_block(reading *r, uint32_t loop_count) {
  pme_instrumented_block *block = (pme_instrumented_block *)room_for(r, 1, sizeof *block);
  if (!block)
    return NULL;
  block->kind = (uint16_t)pme__take_below(&r->scan, PME_BLOCK_WORKSHARING + 1);
  block->flags = (uint16_t)pme__take_below(&r->scan, 1 << 16);
  block->line = take_word(r);
  block->column = take_word(r);
  int64_t loop = pme__take_signed(&r->scan);
  block->loop = loop >= -1 && loop < (int64_t)loop_count ? (int32_t)loop : -1;
  block->number = take_word(r);
  block->first_site = pme__take_below(&r->scan, MOST_SITES - PME_BLOCK_SITES);
  block->site_count = (uint32_t)pme__take_below(&r->scan, PME_BLOCK_SITES + 1);
  pme_instrumented_site *sites = (pme_instrumented_site *)room_for(r, block->site_count, sizeof *sites);
  for (uint32_t s = 0; sites && s < block->site_count; s++)
    take_site(r, &sites[s]);
  block->sites = sites;
  bool has_sites = block->kind == PME_BLOCK_PLAIN || block->kind == PME_BLOCK_RUN;
  if (has_sites != (block->site_count > 0))
    r->scan.failed = true;
  return block;
}

static void take_loops(reading *r, pme_instrumented_function *function) {
  function->loop_count = take_count(r, 12);
  pme_instrumented_loop *loops = (pme_instrumented_loop *)room_for(r, function->loop_count, sizeof *loops);
  for (uint32_t l = 0; loops && l < function->loop_count; l++) {
    loops[l].line = take_word(r);
    loops[l].column = take_word(r);
    int64_t parent = pme__take_signed(&r->scan);
    loops[l].parent = parent >= 0 && parent < (int64_t)l ? (int32_t)parent : -1;
    loops[l].parallel = take_word(r);
    loops[l].operations = take_word(r);
    loops[l].divisions = take_word(r);
    loops[l].chain = take_word(r);
    loops[l].vector = take_word(r);
    loops[l].path = take_word(r);
    loops[l].library = take_word(r);
    loops[l].entry = take_word(r);
    loops[l].variable = take_name(r);
  }
  function->loops = loops;
}

static void take_function(reading *r, pme_instrumented_function *function) {
  function->name = take_name(r);
  function->file = take_name(r);
  function->hash = pme__take_number(&r->scan);
  function->line = take_word(r);
  function->symbol_count = take_count(r, 3);
  function->symbols = (pme_instrumented_symbol *)room_for(r, function->symbol_count, sizeof(pme_instrumented_symbol));
  for (uint32_t s = 0; !r->scan.failed && s < function->symbol_count; s++)
    take_symbol(r, &function->symbols[s]);
  take_loops(r, function);
  function->block_count = take_count(r, 8);
  pme_instrumented_block **blocks =
      (pme_instrumented_block **)room_for(r, function->block_count, sizeof(pme_instrumented_block *));
  for (uint32_t b = 0; blocks && !r->scan.failed && b < function->block_count; b++)
    blocks[b] = take_block(r, function->loop_count);
  function->blocks = blocks;
}

pme_status pme__tables_read(const uint8_t *bytes, size_t count, pme__tables *out) {
  reading r = {{bytes, bytes + count, false}, pme_arena_create(), false};
  if (!r.arena)
    return PME_NO_MEMORY;
  pme_instrumented_module *module = (pme_instrumented_module *)room_for(&r, 1, sizeof *module);
  if (module) {
    module->version = PME_INSTRUMENTED_VERSION;
    module->source = take_name(&r);
    module->caches = take_name(&r);
    module->function_count = take_count(&r, 7);
    module->functions =
        (pme_instrumented_function *)room_for(&r, module->function_count, sizeof(pme_instrumented_function));
  }
  for (uint32_t f = 0; !r.scan.failed && f < module->function_count; f++)
    take_function(&r, &module->functions[f]);
  if (r.scan.failed || r.scan.at != r.scan.end) {
    pme_arena_destroy(r.arena);
    return r.no_memory ? PME_NO_MEMORY : PME_BAD_INPUT;
  }
  *out = (pme__tables){module, r.arena};
  return PME_OK;
}

void pme__tables_free(pme__tables *tables) {
  pme_arena_destroy((pme_arena *)tables->memory);
  *tables = (pme__tables){NULL, NULL};
}

#include "kept_module.h"

#include <string.h>

#include "memory.h"

/* ---- copies ---- */

/* Memory that is dealt out from its beginning; without any, what would be is added up. */
typedef struct room {
  uint8_t *bytes;
  size_t used;
} room;

enum { STEP = 16 };

static void *copy(room *r, const void *from, size_t bytes) {
  void *to = r->bytes ? r->bytes + r->used : NULL;
  if (to && bytes)
    memcpy(to, from, bytes);
  r->used += (bytes + STEP - 1) / STEP * STEP;
  return to;
}

static const char *copy_text(room *r, const char *text) { return text ? copy(r, text, strlen(text) + 1) : NULL; }

static pme_instrumented_block *copy_block(room *r, const pme_instrumented_block *block) {
  pme_instrumented_block *to = copy(r, block, sizeof *block);
  pme_instrumented_site *sites = copy(r, block->sites, block->site_count * sizeof *sites);
  for (uint32_t s = 0; s < block->site_count; s++) {
    const char *array = copy_text(r, block->sites[s].array), *file = copy_text(r, block->sites[s].file);
    if (sites) {
      sites[s].array = array;
      sites[s].file = file;
    }
  }
  if (to)
    to->sites = sites;
  return to;
}

static pme_instrumented_block **copy_blocks(room *r, const pme_instrumented_function *function) {
  pme_instrumented_block **to = copy(r, function->blocks, function->block_count * sizeof(pme_instrumented_block *));
  for (uint32_t b = 0; b < function->block_count; b++) {
    pme_instrumented_block *block = copy_block(r, function->blocks[b]);
    if (to)
      to[b] = block;
  }
  return to;
}

static pme_instrumented_loop *copy_loops(room *r, const pme_instrumented_function *function) {
  pme_instrumented_loop *to = copy(r, function->loops, function->loop_count * sizeof *to);
  for (uint32_t l = 0; l < function->loop_count; l++) {
    const char *variable = copy_text(r, function->loops[l].variable);
    if (to)
      to[l].variable = variable;
  }
  return to;
}

static pme_instrumented_symbol *copy_symbols(room *r, const pme_instrumented_function *function) {
  pme_instrumented_symbol *to = copy(r, function->symbols, function->symbol_count * sizeof *to);
  for (uint32_t s = 0; s < function->symbol_count; s++) {
    const char *name = copy_text(r, function->symbols[s].name);
    if (to)
      to[s].name = name;
  }
  return to;
}

static pme_instrumented_function copy_function(room *r, const pme_instrumented_function *function) {
  pme_instrumented_function to = *function;
  to.name = copy_text(r, function->name);
  to.file = copy_text(r, function->file);
  to.symbols = copy_symbols(r, function);
  to.loops = copy_loops(r, function);
  to.blocks = copy_blocks(r, function);
  return to;
}

static pmert_kept_module *copy_module(room *r, const pme_instrumented_module *module) {
  const pmert_kept_module head = {.module = *module};
  pmert_kept_module *to = copy(r, &head, sizeof head);
  pme_instrumented_function *functions = copy(r, module->functions, module->function_count * sizeof *functions);
  for (uint32_t f = 0; f < module->function_count; f++) {
    pme_instrumented_function function = copy_function(r, &module->functions[f]);
    if (functions)
      functions[f] = function;
  }
  const char *source = copy_text(r, module->source), *caches = copy_text(r, module->caches);
  if (to) {
    to->module.functions = functions;
    to->module.source = source;
    to->module.caches = caches;
  }
  return to;
}

pmert_kept_module *pmert_keep_module(const pme_instrumented_module *module) {
  room counted = {NULL, 0};
  copy_module(&counted, module);
  room real = {pmert_reallocate(NULL, 0, counted.used), 0};
  if (!real.bytes)
    return NULL;
  pmert_kept_module *kept = copy_module(&real, module);
  kept->bytes = counted.used;
  return kept;
}

void pmert_drop_kept_module(pmert_kept_module *kept) { pmert_reallocate(kept, kept->bytes, 0); }

/* ---- the same code ---- */

static bool is_same_block(const pme_instrumented_block *a, const pme_instrumented_block *b) {
  return a->kind == b->kind && a->site_count == b->site_count && a->line == b->line && a->loop == b->loop;
}

static bool is_same_function(const pme_instrumented_function *a, const pme_instrumented_function *b) {
  if (a->hash != b->hash || strcmp(a->name, b->name) != 0 || a->symbol_count != b->symbol_count ||
      a->loop_count != b->loop_count || a->block_count != b->block_count)
    return false;
  for (uint32_t i = 0; i < a->block_count; i++)
    if (!is_same_block(a->blocks[i], b->blocks[i]))
      return false;
  return true;
}

bool pmert_is_same_module(const pme_instrumented_module *a, const pme_instrumented_module *b) {
  if (a->function_count != b->function_count || strcmp(a->source, b->source) != 0)
    return false;
  for (uint32_t f = 0; f < a->function_count; f++)
    if (!is_same_function(&a->functions[f], &b->functions[f]))
      return false;
  return true;
}

/* ---- moving ---- */

/* The tables are constant to those who read them, not in memory. */
static void move_block(pme_instrumented_block *from, pme_instrumented_block *to) {
  to->first_site = from->first_site;
  for (uint32_t s = 0; s < from->site_count; s++) {
    pme_instrumented_site *site = (pme_instrumented_site *)(uintptr_t)&from->sites[s];
    site->stride = (int64_t)(uintptr_t)&to->sites[s];
    site->bytes = PME_SITE_MOVED;
  }
  from->first_site = (uint64_t)(uintptr_t)to;
  from->kind = PME_BLOCK_MOVED;
}

static void move_symbol(const pme_instrumented_symbol *from, pme_instrumented_symbol *to) {
  const char *name = to->name;
  *to = *from;
  to->name = name;
  to->lock = 0;
}

void pmert_move_module(pme_instrumented_module *from, pme_instrumented_module *to) {
  for (uint32_t f = 0; f < from->function_count; f++) {
    for (uint32_t s = 0; s < from->functions[f].symbol_count; s++)
      move_symbol(&from->functions[f].symbols[s], &to->functions[f].symbols[s]);
    for (uint32_t b = 0; b < from->functions[f].block_count; b++)
      move_block(from->functions[f].blocks[b], to->functions[f].blocks[b]);
  }
}

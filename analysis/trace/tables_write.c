/* The tables of a module: all numbers and texts one after the other, in the order of the structures. */
#include "packet.h"

static void put_symbol(pme__bytes *out, const pme_instrumented_symbol *symbol) {
  uint32_t used = symbol->used < PME_SYMBOL_VALUES ? symbol->used : PME_SYMBOL_VALUES;
  pme__put_text(out, symbol->name);
  pme__put_number(out, symbol->others);
  pme__put_number(out, used);
  for (uint32_t v = 0; v < used; v++) {
    pme__put_signed(out, symbol->values[v].value);
    pme__put_number(out, symbol->values[v].count);
  }
}

static void put_site(pme__bytes *out, const pme_instrumented_site *site) {
  pme__put_number(out, site->line);
  pme__put_number(out, site->column);
  pme__put_number(out, site->bytes);
  pme__put_number(out, site->flags);
  pme__put_signed(out, site->stride);
  pme__put_text(out, site->array);
}

static void put_block(pme__bytes *out, const pme_instrumented_block *block) {
  pme__put_number(out, block->kind);
  pme__put_number(out, block->flags);
  pme__put_number(out, block->line);
  pme__put_number(out, block->column);
  pme__put_signed(out, block->loop);
  pme__put_number(out, block->number);
  pme__put_number(out, block->first_site);
  pme__put_number(out, block->site_count);
  for (uint32_t s = 0; s < block->site_count; s++)
    put_site(out, &block->sites[s]);
}

static void put_function(pme__bytes *out, const pme_instrumented_function *function) {
  pme__put_text(out, function->name);
  pme__put_text(out, function->file);
  pme__put_number(out, function->hash);
  pme__put_number(out, function->line);
  pme__put_number(out, function->symbol_count);
  for (uint32_t s = 0; s < function->symbol_count; s++)
    put_symbol(out, &function->symbols[s]);
  pme__put_number(out, function->loop_count);
  for (uint32_t l = 0; l < function->loop_count; l++) {
    const pme_instrumented_loop *loop = &function->loops[l];
    pme__put_number(out, loop->line);
    pme__put_number(out, loop->column);
    pme__put_signed(out, loop->parent);
    pme__put_number(out, loop->parallel);
    pme__put_number(out, loop->operations);
    pme__put_number(out, loop->divisions);
    pme__put_number(out, loop->chain);
    pme__put_number(out, loop->vector);
    pme__put_number(out, loop->path);
    pme__put_number(out, loop->library);
    pme__put_number(out, loop->entry);
    pme__put_text(out, loop->variable);
  }
  pme__put_number(out, function->block_count);
  for (uint32_t b = 0; b < function->block_count; b++)
    put_block(out, function->blocks[b]);
}

void pme__tables_write(pme__bytes *out, const pme_instrumented_module *module) {
  pme__put_text(out, module->source);
  pme__put_text(out, module->caches);
  pme__put_number(out, module->function_count);
  for (uint32_t f = 0; f < module->function_count; f++)
    put_function(out, &module->functions[f]);
}

/* Blocks: arrays whose addresses are known to each other stand in one block of memory. */
#include "blocks.h"

static int find_block(const int *first_array, int count, const pme_concrete *concrete, int array) {
  const pme_concrete_array *a = pme_concrete_array_at(concrete, array);
  for (int i = 0; i < count; i++) {
    const pme_concrete_array *other = pme_concrete_array_at(concrete, first_array[i]);
    bool together = !a->is_private && !other->is_private && a->has_base && other->has_base && a->group == other->group;
    if (first_array[i] == array || together)
      return i;
  }
  return count;
}

bool pme__view_set_blocks(pme__instance_view *view, pme_arena *arena) {
  int arrays = pme_program_array_count(pme_concrete_program(view->concrete));
  int *first_array = PME_ARENA_NEW(arena, int, arrays + 1);
  view->blocks = PME_ARENA_NEW(arena, pme__block, arrays + 1);
  if (!first_array || !view->blocks) {
    return false;
  }
  for (int r = 0; r < view->reference_count; r++) {
    pme__reference *reference = &view->references[r];
    const pme_concrete_array *array = pme_concrete_array_at(view->concrete, reference->array);
    int block = find_block(first_array, view->block_count, view->concrete, reference->array);
    if (block == view->block_count) {
      first_array[view->block_count++] = reference->array;
      view->blocks[block] = (pme__block){.alignment_bytes = 1, .is_private = array->is_private};
    }
    reference->block = block;
    pme_alignment alignment = pme_concrete_alignment(array, 0);
    if (array->has_base && !array->is_private)
      reference->base_bytes = (int64_t)array->base_bytes;
    else
      reference->base_bytes = alignment.phase_bytes;
    if (alignment.granule_bytes > view->blocks[block].alignment_bytes)
      view->blocks[block].alignment_bytes = alignment.granule_bytes;
    view->blocks[block].known = array->has_base && array->group == PME_NONE && !array->is_private;
  }
  return true;
}

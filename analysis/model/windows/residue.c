/* Tables of jumps, one for each stride and size. */
#include "residue.h"

#include <stdlib.h>

#include "analysis/base/integer.h"
#include "page_buffer.h"

int64_t pme__residues_of(const pme_machine *machine) {
  int64_t count = INT64_C(1) << 62;
  for (int l = 0; l < machine->level_count; l++)
    count = pme__gcd(count, pme_cache_sets(&machine->levels[l]));
  if (machine->page_frames_random)
    count = pme__gcd(count, machine->page_bytes / machine->levels[0].line_bytes);
  return count & -count;
}

/* Backward from each place that touches, until the one before that does. */
static void fill(pme__jumps *j, int64_t bytes) {
  for (int64_t place = 0; place < bytes; place++)
    j->ahead[place] = place < j->width ? 0 : PME__RESIDUE_NEVER;
  for (int64_t end = 0; j->stride != 0 && end < j->width; end++) {
    int32_t iterations = 1;
    for (int64_t place = (end - j->stride) & (bytes - 1); place >= j->width; place = (place - j->stride) & (bytes - 1))
      j->ahead[place] = iterations++;
  }
}

static const pme__jumps *find(const pme__jumps *all, int64_t stride, int64_t width) {
  while (all && (all->stride != stride || all->width != width))
    all = all->next;
  return all;
}

static const pme__jumps *create(const pme__jumps *others, int64_t stride, int64_t width, int64_t bytes,
                                pme_arena *arena) {
  pme__jumps *j = (pme__jumps *)pme_arena_allocate(arena, 1, sizeof *j + (size_t)bytes * sizeof *j->ahead);
  if (j) {
    *j = (pme__jumps){.next = others, .stride = stride, .width = width};
    fill(j, bytes);
  }
  return j;
}

/* Whether both stand as far from each other whatever iterators are. */
static bool moves_with(const pme__tree_reference *a, const pme__tree_reference *b) {
  bool same = a->array == b->array && a->pitch_bytes == b->pitch_bytes && !a->is_private && !b->is_private;
  for (int d = 0; same && (d < a->offset.depth || d < b->offset.depth); d++)
    same = pme__tree_coefficient(&a->offset, d) == pme__tree_coefficient(&b->offset, d);
  return same;
}

/* Of the few references before it. */
static void find_neighbour(const pme__loop_tree *program, int reference, pme__residue_row *out) {
  enum { FEW = 16 };
  const pme__tree_reference *all = program->references, *own = &all[reference];
  out->behind = -1;
  for (int other = reference - 1; other >= own->body->reference_first && other >= reference - FEW; other--)
    if (moves_with(&all[other], own)) {
      out->behind = other;
      out->bytes = own->offset.constant - all[other].offset.constant;
      return;
    }
}

bool pme__residue_prepare(const pme__loop_tree *program, const pme_machine *machine, pme_arena *arena,
                          pme__residue *out) {
  int64_t line_bytes = machine->levels[0].line_bytes, bytes;
  const pme__jumps *all = NULL;
  *out = (pme__residue){.line_shift = __builtin_ctzll((unsigned long long)line_bytes),
                        .count = pme__residues_of(machine),
                        .rows = PME_ARENA_NEW(arena, pme__residue_row, program->reference_count)};
  bytes = line_bytes * out->count;
  out->page_shift = pme__page_shift(machine);
  out->entries_shift = out->page_shift + out->line_shift - __builtin_ctz(PME_PAGE_ENTRY_BYTES);
  for (int i = 0; out->rows && i < program->reference_count; i++) {
    const pme__tree_reference *reference = &program->references[i];
    const pme__tree_node *loop = reference->body->parent;
    if (!loop->is_row)
      continue;
    pme__residue_row *row = &out->rows[i];
    row->stride = pme__tree_coefficient(&reference->offset, loop->depth);
    row->reach = reference->size_bytes - 1;
    int64_t stride = row->stride & (bytes - 1), width = pme__residue_width(out, reference->size_bytes);
    row->jumps = find(all, stride, width);
    if (!row->jumps)
      all = row->jumps = create(all, stride, width, bytes, arena);
    if (!row->jumps)
      return false;
    find_neighbour(program, i, row);
  }
  return out->rows != NULL;
}

/* ---- pages ---- */

/* Iterations until the address is in bytes whose entries are in a line of the chosen residue. */
static int64_t entries_ahead(const pme__residue *r, int64_t address, int64_t stride, int64_t most) {
  int64_t span = INT64_C(1) << r->entries_shift, all = span * r->count, away = llabs(stride), ahead = 0;
  if (stride == 0)
    return pme__residue_has_entry(r, address) ? 0 : most;
  if (away < span && !pme__residue_has_entry(r, address)) {
    int64_t edge = r->chosen * span + (stride > 0 ? 0 : span - 1);
    ahead = ((stride > 0 ? edge - address : address - edge) & (all - 1)) / away;
  }
  while (ahead < most && !pme__residue_has_entry(r, address + ahead * stride))
    ahead++;
  return ahead < most ? ahead : most;
}

int64_t pme__residue_pages_ahead(const pme__residue *r, int64_t address, int64_t stride, int64_t most) {
  int64_t page_bytes = INT64_C(1) << r->page_shift, inside = address & (page_bytes - 1), away = llabs(stride), stay = 1;
  if (stride == 0)
    return most;
  if (pme__residue_has_entry(r, address))
    stay = (stride > 0 ? page_bytes - 1 - inside : inside) / away + 1;
  return stay < most ? stay + entries_ahead(r, address + stay * stride, stride, most - stay) : most;
}

#include "test/property/walk_subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

int reference_of(const pme__loop_tree *walk, int node) {
  for (int r = 0; r < walk->reference_count; r++)
    if (walk->references[r].node == node)
      return r;
  return -1;
}

bool create_subject(uint64_t seed, const random_program *text, subject *s) {
  pme_error error = {0};
  pme_what_if what_if = {0};
  s->text = text;
  if (pme_program_read(s->text->program, strlen(s->text->program), &s->program, &error) != PME_OK ||
      pme_machine_read(s->text->machine, strlen(s->text->machine), &s->machine, &error) != PME_OK ||
      pme_concrete_create(s->program, &what_if, &s->concrete, &error) != PME_OK)
    fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, error.message, s->text->program);
  s->arena = pme_arena_create();
  assert_int_equal(pme__loop_tree_create(s->concrete, s->arena, &s->walk), PME_OK);
  for (int a = 0; a < s->walk->array_count; a++)
    s->bases[a] = s->walk->arrays[a].base_bytes;
  assert_in_range(pme_program_node_count(s->program), 0, 1023);
  for (int id = 0; id < pme_program_node_count(s->program); id++)
    s->skip[id] = s->walk->membership[id] == PME__TREE_OUTSIDE;
  for (int id = 0; id < pme_program_node_count(s->program); id++)
    if (s->walk->assumes_cyclic[id])
      return false;
  return !s->walk->assumes_barrier;
}

void destroy_subject(subject *s) {
  pme_arena_destroy(s->arena);
  pme_concrete_destroy(s->concrete);
  pme_program_destroy(s->program);
}

void print_access(const forward_access *access) {
  fprintf(stderr, "node %d thread %d of %d address %lld size %lld at", access->node, access->thread, access->team,
          (long long)access->address, (long long)access->size);
  for (int d = 0; d < 8; d++)
    fprintf(stderr, " %lld", (long long)access->values[d]);
  fprintf(stderr, "\n");
}

/* Accesses under a branch that depends on data are claimed as if it were always taken. What happens must then be a part
 * of the claim, in its order. Checked where other keys tell the array's base. */
#include "compare.h"

#include "claim_walk.h"

#include <inttypes.h>
#include <stdlib.h>

struct search {
  struct comparison *comparison;
  const int *key_of_node;
  const struct recorded_thread *thread;
  int key, number; /* number: of the thread */
  size_t next;
};

/* Moves on to the next recorded access of the key. */
static const struct recorded_access *current(struct search *search) {
  for (; search->next < search->thread->count; search->next++)
    if (comparison_recorded_key(search->comparison, &search->thread->accesses[search->next]) == search->key)
      return &search->thread->accesses[search->next];
  return NULL;
}

static bool visit(void *state, int node, int64_t offset) {
  struct search *search = state;
  if (search->key_of_node[node] != search->key)
    return true;
  const struct recorded_access *actual = current(search);
  if (!actual)
    return false;
  const pme_concrete_access *claim = &pme_concrete_node_at(search->comparison->concrete, node)->u.access;
  struct array_base base;
  /* Without a base the claimed access may be this one. */
  if (!comparison_array_base(search->comparison, claim->array, search->number, &base) ||
      base.base + (uint64_t)offset == actual->address)
    search->next++;
  return true;
}

static void check(struct comparison *c, const int *key_of_node, int id) {
  struct key *key = &c->keys[id];
  for (int thread = 0; thread < c->threads && (size_t)thread < c->trace->thread_count; thread++) {
    struct search search = {c, key_of_node, &c->trace->threads[thread], id, thread, 0};
    claim_walk(c->concrete, thread, c->threads, comparison_steps(c, thread), visit, &search);
    const struct recorded_access *left = current(&search);
    if (!left || key->verdict == KEY_DIFFERENT)
      continue;
    key->verdict = KEY_DIFFERENT;
    snprintf(key->why, sizeof key->why, "happens at 0x%" PRIx64 ", which is not claimed or not in this order",
             left->address);
  }
}

void compare_supersets(struct comparison *c) {
  int *key_of_node = comparison_keys_of_nodes(c);
  for (size_t id = 0; id < c->key_count; id++)
    if (c->keys[id].verdict == KEY_SUPERSET && !c->keys[id].has_block)
      check(c, key_of_node, (int)id);
  free(key_of_node);
}

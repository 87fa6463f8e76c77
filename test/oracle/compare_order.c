/* The order of accesses of different keys: the model's windows and the simulator depend on it. Compared per worksharing
 * loop, thread by thread, over keys that agree. */
#include "compare.h"

#include "claim_walk.h"

#include <inttypes.h>
#include <stdlib.h>

struct order {
  struct comparison *comparison;
  const int *key_of_node;
  const struct recorded_thread *thread;
  int loop_node;
  size_t next;
  uint64_t matched;
  int claimed, actual; /* keys of the first disagreement, claimed == PME_NONE: none */
};

static bool takes_part(const struct key *key, int loop_node) {
  return key->loop_node == loop_node && key->claimed > 0 && key->verdict == KEY_SAME && !key->has_block;
}

static bool visit(void *state, int node, int64_t offset) {
  struct order *order = state;
  struct comparison *c = order->comparison;
  (void)offset;
  int claimed = order->key_of_node[node];
  if (!takes_part(&c->keys[claimed], order->loop_node))
    return true;
  for (; order->next < order->thread->count; order->next++) {
    int actual = comparison_recorded_key(c, &order->thread->accesses[order->next]);
    if (!takes_part(&c->keys[actual], order->loop_node))
      continue;
    if (actual == claimed) {
      order->next++;
      order->matched++;
      return true;
    }
    order->claimed = claimed;
    order->actual = actual;
    return false;
  }
  return false; /* the trace is a beginning */
}

static void report(struct comparison *c, const struct order *order, int thread, FILE *out) {
  const struct key *claimed = &c->keys[order->claimed], *actual = &c->keys[order->actual];
  fprintf(out,
          " order: DIFFERENT in loop %s:%u, thread %d: after %" PRIu64 " accesses %u:%u (%s) is claimed and %u:%u (%s) "
          "happens\n",
          claimed->loop_file ? claimed->loop_file : "-", claimed->loop_line, thread, order->matched, claimed->line,
          claimed->column, claimed->is_write ? "write" : "read", actual->line, actual->column,
          actual->is_write ? "write" : "read");
  c->fault_count++;
}

static bool compare_loop(struct comparison *c, const int *key_of_node, int loop_node, int thread, FILE *out) {
  struct order order = {c, key_of_node, &c->trace->threads[thread], loop_node, 0, 0, PME_NONE, PME_NONE};
  claim_walk(c->concrete, thread, c->threads, comparison_steps(c, thread), visit, &order);
  if (order.claimed == PME_NONE)
    return true;
  report(c, &order, thread, out);
  return false;
}

void compare_order(struct comparison *c, FILE *out) {
  const pme_program *program = pme_concrete_program(c->concrete);
  int count = pme_program_node_count(program);
  int *key_of_node = comparison_keys_of_nodes(c);
  for (int loop = PME_NONE; loop < count; loop++) {
    if (loop != PME_NONE && claim_workshare_of(program, loop) != loop)
      continue;
    for (int thread = 0; thread < c->threads && (size_t)thread < c->trace->thread_count; thread++)
      if (!compare_loop(c, key_of_node, loop, thread, out))
        break;
  }
  free(key_of_node);
}

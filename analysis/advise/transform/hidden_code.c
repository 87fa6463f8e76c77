/* Reasons and assumptions that stand for code which is not in the program; accesses as integer sets want them. */
#include "hidden_code.h"

/* ---- what is not in the program ---- */

static bool hides_code(pme_assumption_code code) {
  return code == PME_ASSUMPTION_EARLY_EXIT || code == PME_ASSUMPTION_CALL_IGNORED ||
         code == PME_ASSUMPTION_SAME_MEMORY || code == PME_ASSUMPTION_TRIPS_ALIKE || code == PME_ASSUMPTION_IN_ORDER;
}

/* Accesses whose place data choose have a reason of their own, and are looked at themselves. */
static bool is_of_access(const pme_concrete *concrete, const pme_reason *reason) {
  return reason->code == PME_REASON_INDIRECT_SUBSCRIPT || reason->code == PME_REASON_NON_AFFINE_SUBSCRIPT ||
         (reason->node != PME_NONE &&
          pme_program_node(pme_concrete_program(concrete), reason->node)->kind == PME_NODE_ACCESS);
}

static bool is_in(const pme_subject *subject, int node, int ancestor) {
  return node != PME_NONE && pme_subject_is_below(subject, node, ancestor);
}

/* Of the function, or of a node around. */
static bool is_around(const pme_subject *subject, int node, int inside) {
  return node == PME_NONE || (node != inside && pme_subject_is_below(subject, inside, node));
}

static bool find(const pme_concrete *concrete, int node, bool (*stands)(const pme_subject *, int, int), int *culprit) {
  const pme_subject *subject = pme_concrete_subject(concrete);
  for (int i = 0; i < subject->reason_count; i++) {
    *culprit = subject->reasons[i].node;
    if (stands(subject, *culprit, node) && !is_of_access(concrete, &subject->reasons[i]))
      return true;
  }
  for (int i = 0; i < subject->assumption_count; i++) {
    *culprit = subject->assumptions[i].node;
    if (stands(subject, *culprit, node) && hides_code(subject->assumptions[i].code))
      return true;
  }
  return false;
}

bool pme__hides_code(const pme_concrete *concrete, int node, int *culprit) {
  return find(concrete, node, is_in, culprit);
}

bool pme__hides_code_beside(const pme_concrete *concrete, int node, int *culprit) {
  return find(concrete, node, is_around, culprit);
}

/* ---- accesses ---- */

/* Arrays of one allocation have places relative to each other, others never meet. */
static int memory_of(const pme_concrete *concrete, int array) {
  int group = pme_concrete_array_at(concrete, array)->group;
  return group == PME_NONE ? array : pme_program_array_count(pme_concrete_program(concrete)) + group;
}

pme__nest_access pme__access_of(const pme_concrete *concrete, int id) {
  const pme_concrete_node *node = pme_concrete_node_at(concrete, id);
  const pme_access *source = &pme_program_node(pme_concrete_program(concrete), id)->u.access;
  int memory = memory_of(concrete, source->array);
  pme__nest_access access = {.memory = memory, .is_write = source->is_write};
  if (!node->modelled)
    return access;
  access.size_bytes = node->u.access.size_bytes;
  access.offset_bytes = node->u.access.thread_bytes == 0 ? &node->u.access.offset_bytes : NULL;
  if (memory != source->array)
    access.base_bytes = (int64_t)pme_concrete_array_at(concrete, source->array)->base_bytes;
  return access;
}

/* Questions about the tree of loops and accesses: walks up to the root, and searches for rows. */
#include "tree.h"

bool pme__concrete_is_below(const pme_concrete *concrete, int node, int ancestor) {
  while (node != PME_NONE && node != ancestor)
    node = pme_concrete_node_at(concrete, node)->parent;
  return node == ancestor;
}

int pme__loop_around(const pme_subject *subject, int node) {
  do
    node = pme_subject_at(subject, node)->parent;
  while (node != PME_NONE && pme_subject_at(subject, node)->kind != PME_NODE_LOOP);
  return node;
}

pme_loop_prediction *pme__loop_row(const pme_prediction *prediction, int loop) {
  for (int i = 0; i < prediction->loop_count; i++)
    if (prediction->loops[i].node == loop)
      return &prediction->loops[i];
  return NULL;
}

pme_reference_prediction *pme__reference_row(const pme_prediction *prediction, int access) {
  int low = 0, high = prediction->reference_count - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (prediction->references[middle].node < access)
      low = middle + 1;
    else
      high = middle;
  }
  return &prediction->references[low];
}

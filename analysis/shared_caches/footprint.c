/* Gaps are sorted once; a footprint is then a search and a difference. */
#include "footprint.h"

#include <math.h>

pme_status pme__footprint_build(pme_arena *arena, const pme__tally *reuse, const pme__tally *edges, double lines,
                                double length, pme__footprint *out) {
  uint32_t nodes = pme__tally_bin_of((uint64_t)length) + 1;
  double *at_node = PME_ARENA_NEW(arena, double, nodes);
  if (!at_node)
    return PME_NO_MEMORY;
  double count = 0, sum = 0; /* of the gaps above the node */
  uint32_t room = reuse->room > edges->room ? reuse->room : edges->room;
  for (uint32_t b = room; b-- > 0;) {
    double w = (double)pme__tally_last(b);
    if (b < nodes)
      at_node[b] = w < length ? fmax(0, lines - (sum - w * count) / (length - w + 1)) : lines;
    count += (b < reuse->room ? reuse->bin[b].count : 0) + (b < edges->room ? edges->bin[b].count : 0);
    sum += (b < reuse->room ? reuse->bin[b].sum : 0) + (b < edges->room ? edges->bin[b].sum : 0);
  }
  for (uint32_t b = room; b < nodes; b++)
    at_node[b] = lines;
  *out = (pme__footprint){lines, length, nodes, at_node};
  return PME_OK;
}

double pme__window_interpolate(const double *at_node, uint32_t nodes, double window) {
  uint64_t up = (uint64_t)ceil(window);
  uint32_t b = pme__tally_bin_of(up);
  if (b >= nodes)
    return at_node[nodes - 1];
  if (b == 0)
    return at_node[0];
  double left = (double)pme__tally_first(b) - 1, right = (double)pme__tally_last(b);
  double part = (window - left) / (right - left);
  return at_node[b - 1] + part * (at_node[b] - at_node[b - 1]);
}

double pme__footprint_at(const pme__footprint *footprint, double window) {
  if (!footprint->nodes || window <= 0)
    return 0;
  if (window >= footprint->length)
    return footprint->lines;
  return pme__window_interpolate(footprint->at_node, footprint->nodes, window);
}

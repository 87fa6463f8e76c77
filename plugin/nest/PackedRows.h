//===- PackedRows.h - rows of different lengths, one behind the other ----------------===//
//
// Of a symmetric matrix one triangle is stored: a[i*(i + 1)/2 + j] with j <= i. Where row i begins is no affine function
// of i, but rows do not overlap, and each is one piece. They are taken to be as far apart as the longest is long:
//
//     a[i*(i + 1)/2 + j] is at  pitch * i + 8 * j      pitch = 8 * n, with i < n
//
// The same lines are touched in the same order; only the line that two rows share is counted twice. Spherical harmonics,
// y[l*l + m][k] with m <= 2*l, are rows of this kind, too.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_PACKEDROWS_H
#define PMECACHE_PLUGIN_NEST_PACKEDROWS_H

#include "Nest.h"

namespace pme {

/// Gives accesses that can be read with squares of a loop's variable (NestNode::Packed) their rows, where these do not
/// overlap. Others stay at places that data choose. Before resolveRows, which computes the pitch.
void resolvePackedRows(Nest &Nest);

} // namespace pme

#endif

//===- RowPointers.h - arrays of pointers to rows ------------------------------------===//
//
// `double **a` reaches its elements through a table of row pointers. Where the rows lie is not known at compile time.
// They are taken to follow each other, each as long as what is touched of it, in the distance that an allocator leaves:
//
//     a[i][j] is at  pitch * i + 8 * j      pitch = 16 * floor((touched bytes + 23) / 16)
//
// (as glibc has it: 8 bytes before each block, rounded up to 16). While the nest is read, the pitch is a symbol; once all
// loops are known it is computed from the largest subscript. Rows of rows (`double ***`) work alike.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_ROWPOINTERS_H
#define PMECACHE_PLUGIN_NEST_ROWPOINTERS_H

#include "Nest.h"

namespace pme {

constexpr int64_t RowUnitBytes = 16, BlockHeaderBytes = 8;

/// Replaces the pitch symbols by expressions; a row whose length has none keeps a symbol that a person can set.
void resolveRows(Nest &Nest);

} // namespace pme

#endif

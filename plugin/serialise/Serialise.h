//===- Serialise.h - OpenMP calls away, on the clone ---------------------------------===//
//
// Rewrites one function of the clone so that it runs its OpenMP constructs with one thread and without the runtime:
// forks become calls of the outlined bodies, a worksharing loop runs its whole range, locks and barriers vanish. What
// the constructs were is kept in the markers (Markers.h).
//
//   static       the runtime's init leaves the bounds alone: they already are the whole range
//   chunked      the loop over chunks runs once: its back edges go to its exit
//   dispatch     `next` hands out the range that `init` got; the loop around it runs once, as above
//   if (c)       the branch always goes to the parallel side
//   single, ...  one thread runs it: guarded by a marker
//   reductions   the plain way of combining
//
// Works on code as front ends leave it, before any pass ran.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_SERIALISE_SERIALISE_H
#define PMECACHE_PLUGIN_SERIALISE_SERIALISE_H

#include "plugin/base/Markers.h"

namespace pme {

void serialise(llvm::Function &Function, Markers &Markers);

} // namespace pme

#endif

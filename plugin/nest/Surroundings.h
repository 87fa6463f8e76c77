//===- Surroundings.h - code that is not counted -----------------------------------------===//
//
// `main` reads files, a time loop calls a solver: such code beside or around a parallel loop takes nothing away from
// what is known of the loop. It is an assumption of the function, not a reason of each of its loops. Nor does a call of
// a timer in a loop that sums up arrays.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NEST_SURROUNDINGS_H
#define PMECACHE_PLUGIN_NEST_SURROUNDINGS_H

#include "Nest.h"

namespace pme {

/// A call of code that is elsewhere, in a parallel loop that touches memory itself, is assumed to touch nothing that
/// matters. What the call may hide is said: beside how many references of the loop it stands.
void ignoreCalls(Nest &Nest);

/// Turns reasons of code outside of parallel loops into assumptions, one a node; where there is none, those of code
/// outside of all loops.
void leaveOutSurroundings(Nest &Nest);

} // namespace pme

#endif

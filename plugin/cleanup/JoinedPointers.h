//===- JoinedPointers.h - one pointer, whichever way was taken --------------------------===//
//
// A vector of m elements is filled by code with a way of its own for m = 0 and for m = 1, and its end is a phi of what
// each way makes of it: begin, begin + 1, begin + m. All of these are begin + m. Loops from begin to end would have a
// number of iterations that nobody knows. A vector that is resized has no memory on the way for m = 0, and its end may be
// kept as a number.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_JOINEDPOINTERS_H
#define PMECACHE_PLUGIN_CLEANUP_JOINEDPOINTERS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace pme {

/// Replaces phis that are the end of an object by begin and one distance, where the other ways' distances are that one
/// under the conditions of those ways (0 is 8 m where `m == 0`). True when there were any: analyses are stale then.
bool joinPointers(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace pme

#endif

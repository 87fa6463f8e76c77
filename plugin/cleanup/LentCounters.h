//===- LentCounters.h - counters of DO loops whose addresses calls are given -------------===//
//
// Fortran gives calls the addresses of all arguments: in `do i = 1, n; call prepare(i, ..); x(i) = 0` the counter is in
// memory, and what a call elsewhere makes of it cannot be seen: addresses that are made of it were places that data
// choose. The language forbids a call to change the counter of a loop that goes on.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_LENTCOUNTERS_H
#define PMECACHE_PLUGIN_CLEANUP_LENTCOUNTERS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace pme {

/// What is read of such counters becomes the value that the loop has given them. Comes when accesses are marked: they
/// stay in memory in the compiled program. True when anything changed.
bool keepLentCounters(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace pme

#endif

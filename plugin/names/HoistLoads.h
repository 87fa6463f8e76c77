//===- HoistLoads.h - bounds that are read again in every iteration ------------------===//
//
// `for (i = 0; i < grid[0]; i++) a[i] = 0;` reads its bound each time round, because the compiler cannot know that `a`
// is not `grid`. A person knows. On the clone such loads are moved in front of the loop when no store in it certainly
// writes the same place; where it only may, the load is remembered, and the answer assumes that its value stays.
//
// Calls that may write the place are respected: what they return through memory does change.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_HOISTLOADS_H
#define PMECACHE_PLUGIN_NAMES_HOISTLOADS_H

#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"

#include <vector>

namespace pme {

/// Loads whose value is assumed not to change, most of them moved.
using AssumedLoads = std::vector<llvm::WeakTrackingVH>;

/// True when something was moved; analyses other than those of control flow are out of date then.
bool hoistLoads(llvm::Function &Function, llvm::FunctionAnalysisManager &Analyses, AssumedLoads &Assumed);

} // namespace pme

#endif

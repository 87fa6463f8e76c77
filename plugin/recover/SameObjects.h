//===- SameObjects.h - functions that are given one object for two -------------------===//
//
// `dot(r, r)` touches one array, `dot(p, q)` two, and the loop of `dot` is one that costs half as much at the one call as
// at the other. A function that this unit calls in both ways becomes two, as with arms that exclude each other
// (ExclusiveWays.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_SAMEOBJECTS_H
#define PMECACHE_PLUGIN_RECOVER_SAMEOBJECTS_H

#include "llvm/IR/Function.h"

#include <vector>

namespace pme {

/// `F` of the clone, `Source` of the module that is compiled, whose calls are looked at. Of each way in which calls give
/// an object twice there is a copy, called `F`.way.sameN; where all calls are seen and all do, `F` takes the first of
/// them.
std::vector<llvm::Function *> separateObjects(llvm::Function &F, const llvm::Function &Source);

} // namespace pme

#endif

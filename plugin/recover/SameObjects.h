//===- SameObjects.h - functions that are given one object for two -------------------===//
//
// `dot(r, r)` touches one array, `dot(p, q)` two, and the loop of `dot` is one that costs half as much at the one call as
// at the other. A function that this unit calls in both ways becomes two, as with arms that exclude each other
// (ExclusiveWays.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_SAMEOBJECTS_H
#define PMECACHE_PLUGIN_RECOVER_SAMEOBJECTS_H

#include "pmecache/instrumented.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace pme {

/// Arguments that are one object: the first of them, and another one.
using ObjectPairs = llvm::SmallVector<std::pair<unsigned, unsigned>, 2>;

/// The ways in which calls here give `Source` an object twice, in the order of the source. The first one has the number 1.
std::vector<ObjectPairs> waysOfObjects(const llvm::Function &Source);

/// The number of the way that a function of this name takes; 0: it is no such copy.
unsigned objectsOf(llvm::StringRef Name);
/// What an instrumented call records that gives its objects so.
inline int64_t callsValueOf(unsigned Objects) { return PME_CALLS_PLAIN + int64_t(Objects); }

/// `F` of the clone, `Source` of the module that is compiled, whose calls are looked at. Of each way in which calls give
/// an object twice there is a copy, called `F`.way.sameN; where all calls are seen and all do, `F` takes the first of
/// them.
std::vector<llvm::Function *> separateObjects(llvm::Function &F, const llvm::Function &Source);

} // namespace pme

#endif

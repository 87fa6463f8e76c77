//===- RootOrder.h - which functions are read first ----------------------------------===//
//
// Where the time for a unit is used up, what comes first has an answer.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_ROOTORDER_H
#define PMECACHE_PLUGIN_CLONE_ROOTORDER_H

#include "llvm/IR/Function.h"

#include <cstddef>
#include <vector>

namespace pme {

/// A template has as many functions as instances, all with the same loops: the first of each place of the source comes
/// before all others. How many of these there are.
size_t putInstancesLast(std::vector<llvm::Function *> &Roots);

/// The same; in units whose time may be used up short functions come before long ones, so that a large one does not take
/// the time of all.
void putShortFirst(std::vector<llvm::Function *> &Roots);

} // namespace pme

#endif

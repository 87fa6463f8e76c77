//===- ChosenLocals.h - references to one of several local variables -----------------===//
//
// std::min, std::max and std::clamp return a reference to one of their arguments: where these are temporary objects,
// the address of each is taken, and nested calls keep them all in memory. No optimised program does so. On the clone
// the value is chosen in place of the address, and the variables can go to registers.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_CHOSENLOCALS_H
#define PMECACHE_PLUGIN_CLEANUP_CHOSENLOCALS_H

#include "llvm/IR/Function.h"

namespace pme {

/// Copies what a chosen address of a local scalar leads to, where the scalar does not change between choice and use.
/// True when anything changed: local variables can be promoted anew.
bool copyChosenLocals(llvm::Function &Function);

} // namespace pme

#endif

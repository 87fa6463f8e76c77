//===- FunctionHash.h - is this the function that was measured? ----------------------===//
//
// A number that stays the same as long as the code of a function and of the bodies of its regions stays the same: it
// does not depend on places, names of local things, other functions of the file, attributes, or what clang adds for
// optimisation (lifetimes, hints); it does on whether there is debug information and optimisation at all. It is taken
// from code as the front end leaves it, before any pass.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_FUNCTIONHASH_H
#define PMECACHE_PLUGIN_BASE_FUNCTIONHASH_H

#include "llvm/IR/Function.h"

#include <cstdint>

namespace pme {

uint64_t hashFunction(const llvm::Function &Function);

} // namespace pme

#endif

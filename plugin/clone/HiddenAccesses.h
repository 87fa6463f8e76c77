//===- HiddenAccesses.h - memory of the compiled program that the clone does not have -===//
//
// Once the bodies of regions are inlined into the clone, variables that they share with their function go to registers,
// and calls of the OpenMP runtime are gone. The program that is compiled has both: there `scale`, a variable of the
// function around a region, is read through a pointer, and a store to a number of its type may change it. Whether a
// compiler keeps a value in a register (Registers.h) depends on that. So what the clone is going to lose is noted
// before, for each loop, by type and by whose memory it is.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_HIDDENACCESSES_H
#define PMECACHE_PLUGIN_CLONE_HIDDENACCESSES_H

#include "ModuleClone.h"
#include "plugin/base/Markers.h"

namespace pme {

/// Notes what will be hidden of every function that is compiled with optimisation. Comes before all changes of the
/// clone.
void markHiddenAccesses(const ModuleClone &Clone, Markers &M);

/// The number by which hidden accesses know a load or store, if it is one of them, -1 if not. What has a number and is
/// still there when accesses are marked is not hidden.
int hiddenNumber(const llvm::Instruction &I);

/// A call of a library function that may write memory in the compiled program, errno alone if it is a mathematical one.
void markHiddenCall(llvm::CallBase &Call, bool IsMathematical, Markers &M);

} // namespace pme

#endif

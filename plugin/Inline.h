//===- Inline.h - the bodies of regions and small callees into a root ---------------------===//
//
// Puts into a root function the outlined bodies of its regions (always), and small callees that are visible, not
// recursive and start no region of their own. Local variables that come with code of a region belong to every thread:
// their allocas get a name that starts with PrivateName, which survives splitting by SROA.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_INLINE_H
#define PMECACHE_INLINE_H

#include "llvm/IR/Function.h"

namespace pme {

/// Names of allocas that every thread of the team has a copy of start with this.
constexpr const char *PrivateName = "pme.private";
/// Function attribute of outlined bodies, set when a fork is rewritten.
constexpr const char *BodyAttribute = "pme.body";
/// Inlining small callees stops when a root has this many instructions.
constexpr unsigned MaxRootInstructions = 20000;

void inlineCallees(llvm::Function &Root);

} // namespace pme

#endif

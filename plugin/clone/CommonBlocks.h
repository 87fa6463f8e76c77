//===- CommonBlocks.h - variables of a Fortran common block ----------------------------===//
//
// A common block is one variable of the module, in which the variables of the source are places: debug information says
// where, once for each unit that declares the block. In the clone each gets a variable of its own, with its name, its
// type and its place beside the others, as if it stood in a module of Fortran. Without debug information blocks stay as
// they are; where units declare a block in different ways, what overlaps stays together.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_COMMONBLOCKS_H
#define PMECACHE_PLUGIN_CLONE_COMMONBLOCKS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace pme {

/// To be called when each thread's own copies are known, and before addresses are simplified.
void splitCommonBlocks(llvm::Module &Clone);

/// Where the original has a variable of the clone.
struct OriginalPlace {
  llvm::StringRef Name;
  int64_t OffsetBytes; ///< in the variable of this name
};
OriginalPlace originalPlace(const llvm::GlobalVariable &Variable);

} // namespace pme

#endif

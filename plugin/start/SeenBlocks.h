//===- SeenBlocks.h - where the blocks stand that callers have allocated --------------===//
//
// A kernel gets its arrays as arguments, or from objects and variables; which of them share sets and lines depends on the
// order and the sizes of allocations elsewhere. Where a unit has the program's start (`main`), it is run on paper
// (StartRun) to where each function is called for the first time, and the places of the blocks (HeapLayout) are noted.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_START_SEENBLOCKS_H
#define PMECACHE_PLUGIN_START_SEENBLOCKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>

namespace pme {

/// From a pointer on.
struct SeenBlock {
  int64_t Bytes;        ///< to the end of its block, or to what else begins in it
  int64_t Place;        ///< HeapLayout
  int64_t ToOnes = 0;   ///< of what Fortran's descriptor says of bounds: to the element whose subscripts are all 1
  bool IsAbout = false; ///< some multiples of 16 bytes elsewhere, and all that are so alike
};

/// Notes on arguments of the clone's roots and on its variables what is seen in the module that is compiled.
void noteSeenBlocks(const llvm::Module &Original, llvm::ArrayRef<llvm::Function *> Roots);

/// Of a pointer in the clone: an argument, or what is read from objects that one, or a variable, leads to.
std::optional<SeenBlock> seenBlock(const llvm::Value &Pointer);

} // namespace pme

#endif

//===- SourceAtoms.h - places in the source without the numbers of atoms -------------===//
//
// From LLVM 21 on a place in the source has the number of its atom (a piece of the source that debuggers stop at once
// for), and whoever copies an instruction takes a new number from the context, which the user's module shares. What is
// copied here must not take any, or the numbers of the user's own copies, which bitcode holds, are others.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_SOURCEATOMS_H
#define PMECACHE_PLUGIN_BASE_SOURCEATOMS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace pme {

/// Takes the atoms from the places of functions for as long as it lives; then they are as they were.
class WithoutAtoms {
public:
  explicit WithoutAtoms(const llvm::SmallPtrSetImpl<const llvm::Function *> &Functions);
  ~WithoutAtoms();
  WithoutAtoms(const WithoutAtoms &) = delete;
  WithoutAtoms &operator=(const WithoutAtoms &) = delete;

private:
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::DebugLoc>, 0> Taken;
};

} // namespace pme

#endif

//===- ConstantSearch.h - integers of a module that have one value --------------------===//
//
// An argument that all calls in the file give the same number, a variable that has one and is never written, or that
// is given one and no other: all are followed through each other, as far as the module is seen.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_CONSTANTSEARCH_H
#define PMECACHE_PLUGIN_CLONE_CONSTANTSEARCH_H

#include "MemoryUses.h"

#include "llvm/IR/Argument.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Type.h"

namespace pme {

class ConstantSearch {
public:
  using Known = std::optional<int64_t>;
  explicit ConstantSearch(const llvm::DataLayout &Layout) : Layout(Layout) {}

  /// `Depth`: calls, of callers and of callees, that are followed still.
  Known of(const llvm::Value &V, int Depth);
  Known ofArgument(const llvm::Argument &Argument, int Depth);
  /// What is read from so many bytes behind the pointer, as an integer of this type.
  Known inMemory(const llvm::Value &Pointer, llvm::Type &Integer, int64_t OffsetBytes, int Depth);

  /// Set where other files may call one of the functions, or write one of the variables.
  bool Elsewhere = false;
  /// Set where a variable holds the number from a store on.
  bool IsSet = false;

private:
  Known behindArgument(const llvm::Argument &Argument, llvm::Type &Integer, int64_t OffsetBytes, int Depth);
  Known stored(llvm::ArrayRef<MemoryUses::At<llvm::StoreInst>> Writes, llvm::Type &Integer, int64_t OffsetBytes,
               int Depth);
  Known inSlot(const llvm::AllocaInst &Slot, llvm::Type &Integer, int64_t OffsetBytes, int Depth);
  Known inVariable(const llvm::GlobalVariable &Variable, llvm::Type &Integer, int64_t OffsetBytes, int Depth);

  const llvm::DataLayout &Layout;
  unsigned Visits = 0;
};

/// Callers of callers are followed this far.
constexpr int MostCallersFollowed = 3;
/// What is called with an address is followed this far: a region is two or three calls.
constexpr int MostCalleesFollowed = 6;

} // namespace pme

#endif

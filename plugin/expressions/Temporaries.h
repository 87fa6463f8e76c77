//===- Temporaries.h - memory that an iteration takes and gives back -----------------===//
//
// An array that is declared in a loop with a size that is not constant, or allocated and freed in it (by hand, by a
// std::vector, or by flang for an array expression), is a new object in each iteration, and yet the same memory: what
// one iteration gives back is what the next one gets. For caches it is one array.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_TEMPORARIES_H
#define PMECACHE_PLUGIN_EXPRESSIONS_TEMPORARIES_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace pme {

/// What a pointer points to that may also be null, as that of a std::vector without elements: such a one is not used.
/// The value itself when it is no such choice.
const llvm::Value &withoutNull(const llvm::Value &Pointer);

class Temporaries {
public:
  Temporaries(llvm::Function &Function, llvm::FunctionAnalysisManager &FAM);

  /// Is it an allocation in a loop that the same iteration gives back? The next one is at the same place if it is of
  /// the same size.
  bool contains(const llvm::Value &Base) const { return Found.contains(&Base); }

private:
  llvm::SmallPtrSet<const llvm::Value *, 4> Found;
};

} // namespace pme

#endif

//===- ValueOrigins.h - where a value of the clone comes from in the module that is compiled -===//
//
// Recovery reads sizes as values of its clone, after inlining and clean-up. To record such a value in a run, the
// instruction that computes it in the module that is compiled must be known. Every load, call, phi and computed size
// (`1 << bits`) of the clone gets a number as metadata when the clone is made; inlining copies the metadata; what
// clean-up replaces an instruction with inherits its numbers, as with source names (Names.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_VALUEORIGINS_H
#define PMECACHE_PLUGIN_CLONE_VALUEORIGINS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <vector>

namespace pme {

class ValueOrigins {
public:
  /// Numbers the instructions of a new clone. `Map` leads from the original to the clone.
  void number(const llvm::Module &Original, const llvm::ValueToValueMapTy &Map);
  /// Reads the numbers of one function of the clone, after inlining and before any clean-up, and takes them off.
  void collect(llvm::Function &Function);
  /// Instructions of the original that compute this value of the clone, in program order.
  llvm::SmallVector<const llvm::Instruction *, 4> of(const llvm::Value &Value) const;

private:
  struct Entry {
    llvm::WeakTrackingVH Value;
    unsigned Number;
  };
  std::vector<const llvm::Instruction *> Instructions; ///< of the original, by number
  std::vector<Entry> Entries;                          ///< of the function collected last
};

} // namespace pme

#endif

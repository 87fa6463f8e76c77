//===- LoopGroups.h - a large function, dealt out by its worksharing loops -----------===//
//
// Passes and readers take time and memory by the size of a function, and more than that. A function that is too large to be
// read at once becomes several: each keeps a few of its worksharing loops and all that stands around them; of the other
// loops only what they may have written to memory is known to have changed.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_LOOPGROUPS_H
#define PMECACHE_PLUGIN_RECOVER_LOOPGROUPS_H

#include "plugin/base/Markers.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace pme {

/// What the name of such a function has between the name of the large one and a number.
constexpr llvm::StringLiteral LoopGroupSuffix = ".loops.";

class LoopGroups {
public:
  /// `Whole` has its bodies inlined and no pass has run on it; it is changed by each group that is taken.
  LoopGroups(llvm::Function &Whole, Markers &M);

  /// One group for each place of the worksharing loops, in the order in which they run.
  size_t size() const { return Size; }
  /// The function that holds the next group alone, `Whole` itself for the last one; `size` times.
  llvm::Function *takeNext();

private:
  /// A construct from its begin to its end, which can be left out.
  struct Unit {
    llvm::BasicBlock *First, *Behind;
    ConstructKind Kind;
    unsigned Instructions;
    int Parent;           ///< index, -1: none
    bool IsInner = false; ///< holds worksharing loops of several groups, perhaps
    size_t FirstGroup = SIZE_MAX, LastGroup = 0;
    bool IsGone = false;
  };

  void collect();
  void addUnits(llvm::ArrayRef<std::pair<llvm::Instruction *, llvm::Instruction *>> Constructs);
  int findAround(const llvm::BasicBlock &Block, const llvm::DominatorTree &Tree) const;
  void keepOutermost();
  llvm::SmallVector<Unit *, 0> leaves();
  void group();

  llvm::Function &Whole;
  Markers &M;
  llvm::SmallVector<Unit, 0> Units; ///< parents first
  size_t Size = 0, Taken = 0;
};

} // namespace pme

#endif

//===- InstrumentRounds.h - how often a loop goes round ------------------------------===//
//
// Two local variables of the function count how often the loop is entered and how often it goes round in all, until the
// function ends; optimisation keeps them in registers. Where a variable of the source counts, the rounds are what it has
// changed by: nothing is added to the loop.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTROUNDS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTROUNDS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace pme {

/// A way out of a block: its terminator, and which of the successors.
struct BlockEdge {
  llvm::Instruction *From;
  unsigned Successor;
};

/// A way out of the loop.
struct LoopExit {
  BlockEdge Edge;
  bool IsBreak;   ///< in the middle of a round, which then counts as one
  bool EndsRound; ///< of the same, or at its end
};

/// Where a loop is counted. Found before the function is changed, and good for as long as these terminators stand.
struct CountedLoop {
  llvm::Function *F = nullptr;             ///< null: it cannot be
  llvm::SmallVector<BlockEdge, 2> Entries; ///< ways into it
  llvm::SmallVector<LoopExit, 2> Exits;
  llvm::SmallVector<BlockEdge, 2> Backs; ///< from the ends of rounds to the next ones
  /// A variable of the source that changes by Step in each round, and nowhere else in the loop; null: none is known.
  llvm::AllocaInst *Counter = nullptr;
  int64_t Step = 0;
};

/// Where the function ends. They stay good while code is added before them.
llvm::SmallVector<llvm::ReturnInst *, 4> returnsOf(llvm::Function &F);
/// Before what the value of the instruction can be used first in its block.
llvm::Instruction *behind(llvm::Instruction &I);
/// The function that the source has this place in; null: the module has it not.
const llvm::Function *functionAt(const llvm::DebugLoc &Place, const llvm::Module &M);
/// Of the loops of that function the only one at this place; null: there is none, or several.
const llvm::Loop *loopAt(const llvm::DebugLoc &Place, const llvm::LoopInfo &Loops);
/// The only copy or fill at this place of the function; null: there is none, or several.
const llvm::Instruction *copyAt(const llvm::DebugLoc &Place, const llvm::Function &F);
CountedLoop countedLoop(const llvm::Loop &L);
/// Adds the counting; `Tell` is called for each place where the function ends, with the rounds and the entries.
void countRounds(const CountedLoop &Counted,
                 llvm::function_ref<void(llvm::IRBuilderBase &, llvm::Value *Rounds, llvm::Value *Entries)> Tell);

} // namespace pme

#endif

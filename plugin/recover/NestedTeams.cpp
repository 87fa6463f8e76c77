//===- NestedTeams.cpp ---------------------------------------------------------------===//

#include "NestedTeams.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace pme;

void pme::answerInNested(Function &F, const Markers &M) {
  // Regions have one entry and one exit: any way to a block opens and closes as many.
  DenseMap<const BasicBlock *, int> Depths;
  SmallVector<BasicBlock *, 32> Waiting = {&F.getEntryBlock()};
  SmallVector<CallBase *, 4> Answered;
  Depths[&F.getEntryBlock()] = 0;
  while (!Waiting.empty()) {
    BasicBlock *Block = Waiting.pop_back_val();
    int Depth = Depths[Block];
    for (Instruction &I : *Block) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (Depth > 1 && Call && (M.isThreadNumber(*Call) || M.isTeamSize(*Call)))
        Answered.push_back(Call);
      auto Marked = M.read(I);
      bool IsConstruct = Marked && (Marked->Kind == MarkerKind::Begin || Marked->Kind == MarkerKind::End);
      if (IsConstruct && M.Constructs[Marked->Id].Kind == ConstructKind::Region)
        Depth += Marked->Kind == MarkerKind::Begin ? 1 : -1;
    }
    for (BasicBlock *Next : successors(Block))
      if (Depths.try_emplace(Next, Depth).second)
        Waiting.push_back(Next);
  }
  for (CallBase *Call : Answered) {
    Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), M.isTeamSize(*Call)));
    Call->eraseFromParent();
  }
}

//===- HoistLoads.cpp - bounds that are read again in every iteration ----------------===//

#include "HoistLoads.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

namespace {

class Hoister {
public:
  Hoister(LoopInfo &Loops, AAResults &Aliases, AssumedLoads &Assumed)
      : Loops(Loops), Aliases(Aliases), Assumed(Assumed) {}

  // Inner loops first: what leaves them may leave the next one, too.
  bool run() {
    bool Changed = false;
    auto OuterFirst = Loops.getLoopsInPreorder();
    for (Loop *L : reverse(OuterFirst))
      Changed |= visit(*L);
    return Changed;
  }

private:
  /// What in a loop may write memory.
  static SmallVector<Instruction *, 16> writers(Loop &L) {
    SmallVector<Instruction *, 16> Result;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (I.mayWriteToMemory() && !isMarker(I))
          Result.push_back(&I);
    return Result;
  }

  static bool isMarker(const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->onlyAccessesInaccessibleMemory();
  }

  /// Certain: the value stays. Likely: unless two pointers that look different are the same.
  enum class Verdict { Certain, Likely, Changes };

  Verdict judge(const LoadInst &Load, Instruction &Writer) const {
    MemoryLocation Place = MemoryLocation::get(&Load);
    auto *Store = dyn_cast<StoreInst>(&Writer);
    if (!Store)
      return isModSet(Aliases.getModRefInfo(&Writer, Place)) ? Verdict::Changes : Verdict::Certain;
    switch (Aliases.alias(Place, MemoryLocation::get(Store))) {
    case AliasResult::NoAlias:
      return Verdict::Certain;
    case AliasResult::MayAlias:
      break;
    default:
      return Verdict::Changes;
    }
    if (Store->getValueOperand()->getType() != Load.getType())
      return Verdict::Likely;
    const Value *To = getUnderlyingObject(Store->getPointerOperand(), 0);
    return To != getUnderlyingObject(Load.getPointerOperand(), 0) ? Verdict::Likely : Verdict::Changes;
  }

  bool visit(Loop &L) {
    BasicBlock *Preheader = L.getLoopPreheader();
    if (!Preheader)
      return false;
    SmallVector<Instruction *, 16> Writers = writers(L);
    if (Writers.size() > MaxWriters)
      return false;
    // Hoisting moves what an address is made of, too: list the loads first.
    SmallVector<LoadInst *, 16> Loads;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block)
        if (auto *Load = dyn_cast<LoadInst>(&I))
          Loads.push_back(Load);
    bool Changed = false;
    for (LoadInst *Load : Loads)
      Changed |= hoist(*Load, L, *Preheader, Writers);
    return Changed;
  }

  bool hoist(LoadInst &Load, Loop &L, BasicBlock &Preheader, ArrayRef<Instruction *> Writers) {
    if (!Load.isSimple() || Load.getType()->isFPOrFPVectorTy())
      return false;
    bool Moved = false;
    if (!L.makeLoopInvariant(Load.getPointerOperand(), Moved, Preheader.getTerminator()))
      return Moved;
    bool Certain = true;
    for (Instruction *Writer : Writers) {
      Verdict V = judge(Load, *Writer);
      if (V == Verdict::Changes)
        return Moved;
      Certain &= V == Verdict::Certain;
    }
    // What is known of the value holds where it is used, not in front of the loop; how it is aligned says where it is from
    // (PointerOrigins.h).
    Load.moveBefore(*Preheader.getTerminator()->getParent(), Preheader.getTerminator()->getIterator());
    Load.dropUnknownNonDebugMetadata({LLVMContext::MD_align});
    if (!Certain)
      Assumed.push_back(&Load);
    return true;
  }

  /// Loops with more writes than this are left alone: the work is loads times writes.
  static constexpr size_t MaxWriters = 256;

  LoopInfo &Loops;
  AAResults &Aliases;
  AssumedLoads &Assumed;
};

} // namespace

bool pme::hoistLoads(Function &F, FunctionAnalysisManager &FAM, AssumedLoads &Assumed) {
  return Hoister(FAM.getResult<LoopAnalysis>(F), FAM.getResult<AAManager>(F), Assumed).run();
}

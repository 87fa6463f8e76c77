//===- Temporaries.cpp - memory that an iteration takes and gives back ---------------===//

#include "Temporaries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

const Value &pme::withoutNull(const Value &Pointer) {
  const Value *Only = nullptr;
  auto Take = [&](const Value &Arm) {
    if (isa<ConstantPointerNull>(Arm))
      return true;
    bool Same = !Only || Only == &Arm;
    Only = &Arm;
    return Same;
  };
  bool OneArm = false;
  if (auto *Phi = dyn_cast<PHINode>(&Pointer))
    OneArm = all_of(Phi->incoming_values(), [&](const Use &Arm) { return Take(*Arm); });
  else if (auto *Select = dyn_cast<SelectInst>(&Pointer))
    OneArm = Take(*Select->getTrueValue()) && Take(*Select->getFalseValue());
  return OneArm && Only && Only != &Pointer ? *Only : Pointer;
}

namespace {

/// Pairs what gives memory back with what took it.
class TemporaryFinder {
public:
  TemporaryFinder(const LoopInfo &Loops, const DominatorTree &Tree, const TargetLibraryInfo &Library)
      : Loops(Loops), Tree(Tree), Library(Library) {}

  /// What the instruction gives back was taken in the same loop.
  void addGivenBackBy(const Instruction &I, SmallPtrSetImpl<const Value *> &Found) const {
    auto *Call = dyn_cast<CallBase>(&I);
    const Loop *L = Call ? Loops.getLoopFor(I.getParent()) : nullptr;
    if (!L)
      return;
    auto *Restore = dyn_cast<IntrinsicInst>(Call);
    if (Restore && Restore->getIntrinsicID() == Intrinsic::stackrestore)
      return addAllocas(*L, *Restore->getArgOperand(0), Found);
    const Value *Freed = getFreedOperand(Call, &Library);
    auto *Taken = dyn_cast_or_null<CallBase>(Freed ? &withoutNull(*Freed->stripPointerCasts()) : nullptr);
    if (Taken && isIn(*L, *Taken) && isAllocLikeFn(Taken, &Library))
      Found.insert(Taken);
  }

private:
  bool isIn(const Loop &L, const Instruction &I) const { return Loops.getLoopFor(I.getParent()) == &L; }

  // All that was put on the stack since its end was saved.
  void addAllocas(const Loop &L, const Value &Saved, SmallPtrSetImpl<const Value *> &Found) const {
    auto *Save = dyn_cast<Instruction>(&Saved);
    if (!Save || !isIn(L, *Save))
      return;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        if (isa<AllocaInst>(I) && isIn(L, I) && Tree.dominates(Save, &I))
          Found.insert(&I);
  }

  const LoopInfo &Loops;
  const DominatorTree &Tree;
  const TargetLibraryInfo &Library;
};

} // namespace

Temporaries::Temporaries(Function &F, FunctionAnalysisManager &FAM) {
  TemporaryFinder Finder(FAM.getResult<LoopAnalysis>(F), FAM.getResult<DominatorTreeAnalysis>(F),
                         FAM.getResult<TargetLibraryAnalysis>(F));
  for (const Instruction &I : instructions(F))
    Finder.addGivenBackBy(I, Found);
}

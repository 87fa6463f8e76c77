//===- ChosenLocals.cpp - references to one of several local variables ---------------===//

#include "ChosenLocals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

// The only store to a local scalar that is set once, and whose address goes nowhere but into choices.
static const StoreInst *onlyStore(const AllocaInst &Local) {
  const StoreInst *Result = nullptr;
  for (const User *U : Local.users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    if (Store ? Result || Store->getValueOperand() == &Local || Store->isVolatile()
              : !isa<LoadInst, PHINode, LifetimeIntrinsic>(U))
      return nullptr;
    Result = Store ? Store : Result;
  }
  return Result;
}

// Can the variable be set anew after the choice, before it is read through the chosen address?
static bool changesBehind(const PHINode &Choice, const StoreInst &Store) {
  SmallPtrSet<BasicBlock *, 1> Again; // who comes by here chooses anew
  Again.insert(const_cast<BasicBlock *>(Choice.getParent()));
  return any_of(Choice.users(), [&](const User *U) {
    auto *Use = cast<Instruction>(U);
    return Use->getParent() == Choice.getParent() ? Store.getParent() == Choice.getParent()
                                                  : isPotentiallyReachable(&Store, Use, &Again);
  });
}

// The type of what is chosen from; null when it is not one of several local scalars.
static Type *chosenType(const PHINode &Choice) {
  Type *Result = nullptr;
  for (const Use &From : Choice.incoming_values()) {
    auto *Local = dyn_cast<AllocaInst>(From);
    const StoreInst *Store = Local && Local->isStaticAlloca() ? onlyStore(*Local) : nullptr;
    Type *T = Store ? Store->getValueOperand()->getType() : nullptr;
    if (!T || T != Local->getAllocatedType() || !T->isSingleValueType() || (Result && T != Result) ||
        changesBehind(Choice, *Store))
      return nullptr;
    Result = T;
  }
  bool OnlyRead = all_of(Choice.users(), [&](const User *U) {
    auto *Load = dyn_cast<LoadInst>(U);
    return isa<PHINode>(U) || (Load && Load->getType() == Result && !Load->isVolatile());
  });
  return OnlyRead ? Result : nullptr;
}

static void copyChosen(PHINode &Choice, Type &T) {
  Function &F = *Choice.getFunction();
  IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Copy = Builder.CreateAlloca(&T);
  Builder.SetInsertPoint(&Choice);
  PHINode *Value = Builder.CreatePHI(&T, Choice.getNumIncomingValues());
  SmallDenseMap<BasicBlock *, llvm::Value *, 4> Read; // one value for a block that stands there twice
  for (unsigned I = 0; I < Choice.getNumIncomingValues(); ++I) {
    BasicBlock *From = Choice.getIncomingBlock(I);
    Builder.SetInsertPoint(From->getTerminator());
    llvm::Value *&There = Read[From];
    There = There ? There : Builder.CreateLoad(&T, Choice.getIncomingValue(I));
    Value->addIncoming(There, From);
  }
  Builder.SetInsertPoint(&*Choice.getParent()->getFirstInsertionPt());
  Builder.CreateStore(Value, Copy);
  Choice.replaceAllUsesWith(Copy);
  Choice.eraseFromParent();
}

bool pme::copyChosenLocals(Function &F) {
  bool Changed = false, Again = true;
  while (Again) {
    Again = false;
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Choice = dyn_cast<PHINode>(&I); Choice && Choice->getType()->isPointerTy())
        if (Type *T = chosenType(*Choice)) {
          copyChosen(*Choice, *T);
          Again = Changed = true;
        }
  }
  return Changed;
}

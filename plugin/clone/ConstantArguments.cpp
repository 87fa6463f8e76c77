//===- ConstantArguments.cpp - sizes that every caller gives the same value ----------===//

#include "ConstantArguments.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

static const char NoteName[] = "pmecache.value";
/// Callers of callers are followed this far.
static constexpr int MaxDepth = 3;

static std::optional<int64_t> valueOf(const Value &V, int Depth);

/// A local variable that is set once, to a constant, and whose address goes nowhere.
static std::optional<int64_t> valueOfSlot(const AllocaInst &Slot, int Depth) {
  const Value *Stored = nullptr;
  for (const User *U : Slot.users()) {
    if (isa<LoadInst>(U) || isa<LifetimeIntrinsic>(U))
      continue;
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() == &Slot || Stored)
      return std::nullopt;
    Stored = Store->getValueOperand();
  }
  return Stored ? valueOf(*Stored, Depth) : std::nullopt;
}

static std::optional<int64_t> valueOfArgument(const Argument &A, int Depth) {
  const Function &F = *A.getParent();
  if (Depth == 0 || !F.hasLocalLinkage() || F.use_empty())
    return std::nullopt;
  std::optional<int64_t> Result;
  for (const Use &U : F.uses()) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    if (!Call || !Call->isCallee(&U) || A.getArgNo() >= Call->arg_size())
      return std::nullopt;
    std::optional<int64_t> Given = valueOf(*Call->getArgOperand(A.getArgNo()), Depth - 1);
    if (!Given || (Result && *Result != *Given))
      return std::nullopt;
    Result = Given;
  }
  return Result;
}

static std::optional<int64_t> valueOf(const Value &V, int Depth) {
  if (auto *Number = dyn_cast<ConstantInt>(&V))
    return Number->getBitWidth() <= 64 ? std::optional(Number->getSExtValue()) : std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(&V))
    if (auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
        Slot && Load->getType() == Slot->getAllocatedType())
      return valueOfSlot(*Slot, Depth);
  if (auto *A = dyn_cast<Argument>(&V))
    return valueOfArgument(*A, Depth);
  return std::nullopt;
}

void pme::noteConstantArguments(const Module &Original, ArrayRef<Function *> Roots) {
  for (Function *Root : Roots) {
    const Function *Source = Original.getFunction(Root->getName());
    if (!Source || !Source->hasLocalLinkage())
      continue;
    for (const Argument &A : Source->args())
      if (A.getType()->isIntegerTy())
        if (auto Value = valueOfArgument(A, MaxDepth))
          Root->addParamAttr(A.getArgNo(), Attribute::get(Root->getContext(), NoteName, itostr(*Value)));
  }
}

std::optional<int64_t> pme::constantArgument(const Argument &A) {
  const Function &F = *A.getParent();
  if (!F.getAttributes().hasParamAttr(A.getArgNo(), NoteName))
    return std::nullopt;
  int64_t Value;
  StringRef Text = F.getAttributes().getParamAttr(A.getArgNo(), NoteName).getValueAsString();
  return Text.getAsInteger(10, Value) ? std::nullopt : std::optional(Value);
}

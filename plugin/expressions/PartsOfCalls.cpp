//===- PartsOfCalls.cpp - what a call gives an iteration through local variables -----===//

#include "PartsOfCalls.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

/// Most uses of a local variable that are looked at.
static constexpr size_t MaxUsesFollowed = 64;

SmallVector<const CallBase *, 4> pme::onlySettersOf(const AllocaInst &Local) {
  SmallVector<const CallBase *, 4> Setters;
  SmallVector<const Use *, 16> Uses;
  auto Follow = [&](const Value &At) {
    for (const Use &U : At.uses())
      Uses.push_back(&U);
  };
  Follow(Local);
  for (size_t Next = 0; Next < Uses.size(); ++Next) {
    const User *By = Uses[Next]->getUser();
    if (Uses.size() > MaxUsesFollowed)
      return {};
    if (isa<GetElementPtrInst>(By)) {
      Follow(*By);
      continue;
    }
    auto *Call = dyn_cast<CallBase>(By);
    if (isa<LoadInst>(By) || (Call && (Call->onlyAccessesInaccessibleMemory() || !Call->mayWriteToMemory())) ||
        (Call && Call->isLifetimeStartOrEnd()))
      continue;
    if (!Call || isa<IntrinsicInst>(Call) || !Call->isArgOperand(Uses[Next]))
      return {};
    if (!Call->onlyReadsMemory(Call->getArgOperandNo(Uses[Next])))
      Setters.push_back(Call);
  }
  return Setters;
}

namespace {

/// The instructions that take the value of a variable, casts aside.
SmallVector<const Instruction *, 16> takersOf(const AllocaInst &Local) {
  SmallVector<const Instruction *, 16> Takers;
  SmallVector<const Value *, 16> Values;
  for (const User *U : Local.users())
    if (isa<LoadInst>(U))
      Values.push_back(U);
  for (size_t Next = 0; Next < Values.size() && Values.size() <= MaxUsesFollowed; ++Next)
    for (const User *U : Values[Next]->users())
      if (isa<CastInst>(U))
        Values.push_back(U);
      else if (auto *Taker = dyn_cast<Instruction>(U))
        Takers.push_back(Taker);
  return Takers;
}

bool startsLoop(const AllocaInst &Local) {
  return any_of(takersOf(Local), [](const Instruction *I) { return isa<PHINode>(I); });
}

bool isTested(const AllocaInst &Local) {
  return any_of(takersOf(Local), [](const Instruction *I) { return isa<ICmpInst>(I); });
}

bool areAdded(const AllocaInst &Start, const AllocaInst &Length) {
  auto Sums = takersOf(Start), Others = takersOf(Length);
  return any_of(Sums,
                [&](const Instruction *I) { return I->getOpcode() == Instruction::Add && is_contained(Others, I); });
}

} // namespace

// `for (i = begin; i < begin + length; ..)` or `i < end`; and `for (i = 0; i < length; ..)` of `x + begin`, where no loop starts
// at either and one alone is compared with something.
std::optional<PartOfCall> pme::partOfCall(const AllocaInst &Local, const CallBase &Setter) {
  const AllocaInst *Other = nullptr;
  for (const Use &Argument : Setter.args())
    if (auto *Given = dyn_cast<AllocaInst>(Argument.get()); Given && Given != &Local)
      if (Given->getAllocatedType() == Local.getAllocatedType() && onlySettersOf(*Given).size() == 1) {
        if (Other)
          return std::nullopt;
        Other = Given;
      }
  if (!Other || !Local.getAllocatedType()->isIntegerTy())
    return std::nullopt;
  bool Starts = startsLoop(Local), OtherStarts = startsLoop(*Other);
  bool IsFirst = Starts == OtherStarts ? !isTested(Local) : Starts;
  const AllocaInst &First = IsFirst ? Local : *Other, &Second = IsFirst ? *Other : Local;
  bool AreAdded = areAdded(First, Second);
  bool IsNeither =
      (Starts && OtherStarts) || (!Starts && !OtherStarts && isTested(First)) || (!isTested(Second) && !AreAdded);
  if (IsNeither)
    return std::nullopt;
  bool HasLength = AreAdded || !startsLoop(First);
  return PartOfCall{IsFirst ? PartOfCall::Start : HasLength ? PartOfCall::Length : PartOfCall::End, Other, HasLength};
}

//===- TaskLoops.cpp - `taskloop` in the calls of the runtime ------------------------===//

#include "TaskLoops.h"
#include "RuntimeCalls.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

// The only function with the parameters of a body that the entry calls, else the entry itself.
static Function *bodyOf(Function &Entry) {
  Function *Found = nullptr;
  for (const Instruction &I : instructions(Entry)) {
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || Callee->isDeclaration() || Callee->arg_size() != TaskBodyParameters)
      continue;
    if (Found)
      return &Entry;
    Found = Callee;
  }
  return Found ? Found : &Entry;
}

Function *pme::taskEntry(const CallBase &Allocation) {
  if (runtimeAction(Allocation) != RuntimeAction::TaskAllocation || Allocation.arg_size() <= TaskAllocationEntry)
    return nullptr;
  auto *Entry = dyn_cast<Function>(Allocation.getArgOperand(TaskAllocationEntry)->stripPointerCasts());
  return Entry && !Entry->isDeclaration() && Entry->arg_size() == 2 ? Entry : nullptr;
}

bool pme::isScalarCopy(const CallBase &Copy) {
  return all_of(Copy.users(), [&](const User *U) {
    const Value *Address = getLoadStorePointerOperand(U);
    return Address == &Copy && (isa<LoadInst>(U) || U->getOperand(0) != &Copy);
  });
}

// Copies of arrays are places that the runtime alone knows.
static bool hasOtherCopies(const Function &Body) {
  return any_of(instructions(Body), [](const Instruction &I) {
    return runtimeAction(I) == RuntimeAction::TaskCopy && !isScalarCopy(cast<CallBase>(I));
  });
}

// In the order of the runtime: 0, 1 and 2; a last parameter but one says whether it is strict.
static TaskSplit splitOf(const CallBase &Call) {
  auto *Kind = dyn_cast<ConstantInt>(Call.getArgOperand(TaskLoopKind));
  if (!Kind || Kind->getZExtValue() > 2)
    return TaskSplit::None;
  if (Kind->isZero())
    return TaskSplit::ByTeam;
  if (Kind->getZExtValue() == 2)
    return TaskSplit::ByCount;
  bool HasModifier = Call.arg_size() > TaskLoopModifier + 1;
  auto *Modifier = HasModifier ? dyn_cast<ConstantInt>(Call.getArgOperand(TaskLoopModifier)) : nullptr;
  return Modifier && !Modifier->isZero() ? TaskSplit::ByGrainStrictly : TaskSplit::ByGrain;
}

std::optional<TaskLoopCall> pme::readTaskLoop(const CallBase &Call) {
  if (runtimeAction(Call) != RuntimeAction::TaskLoop || Call.arg_size() <= TaskLoopClause)
    return std::nullopt;
  auto *Allocation = dyn_cast<CallBase>(Call.getArgOperand(TaskLoopTask)->stripPointerCasts());
  Function *Entry = Allocation ? taskEntry(*Allocation) : nullptr;
  if (!Entry || !isa<ConstantInt>(Allocation->getArgOperand(TaskAllocationBytes)) ||
      !isa<ConstantInt>(Allocation->getArgOperand(TaskAllocationShared)))
    return std::nullopt;
  TaskSplit Split = splitOf(Call);
  if (Split == TaskSplit::None || hasOtherCopies(*bodyOf(*Entry)))
    return std::nullopt;
  return TaskLoopCall{Allocation,
                      Entry,
                      bodyOf(*Entry),
                      Split,
                      Split == TaskSplit::ByTeam ? nullptr : Call.getArgOperand(TaskLoopClause),
                      Call.getArgOperand(TaskLoopIf)};
}

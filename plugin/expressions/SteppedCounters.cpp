//===- SteppedCounters.cpp - counters whose step is read again in each round --------------===//

#include "Expressions.h"

using namespace llvm;
using namespace pme;

// What was read last, of whichever loop or way: one of the readings where all are of the same place.
static Value *withoutReadings(Value &Step) {
  SmallPtrSet<Value *, 8> Seen;
  SmallVector<Value *, 8> Work = {&Step};
  LoadInst *First = nullptr;
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto *Phi = dyn_cast<PHINode>(V)) {
      append_range(Work, Phi->incoming_values());
      continue;
    }
    auto *Load = dyn_cast<LoadInst>(V);
    if (!Load || (First && First->getPointerOperand() != Load->getPointerOperand()))
      return &Step;
    First = Load;
  }
  return First ? First : &Step;
}

std::optional<SteppedCounter> ExpressionReader::steppedCounter(const PHINode &Phi) const {
  const Loop *L = Loops.getLoopFor(Phi.getParent());
  const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr, *Before = L ? L->getLoopPredecessor() : nullptr;
  if (!Latch || !Before || L->getHeader() != Phi.getParent() || !Phi.getType()->isIntegerTy())
    return std::nullopt;
  auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
  if (!Next || Next->getOpcode() != Instruction::Add || !is_contained(Next->operands(), &Phi))
    return std::nullopt;
  Value *Step = withoutReadings(*Next->getOperand(Next->getOperand(0) == &Phi ? 1 : 0)), *Read = Step;
  while (auto *Cast = dyn_cast<CastInst>(Read))
    Read = Cast->getOperand(0);
  auto *Load = dyn_cast<LoadInst>(Read);
  if (!Load || !L->contains(Load) || !isStable(*Load->getPointerOperand()))
    return std::nullopt;
  return SteppedCounter{Phi.getIncomingValueForBlock(Before), Step, Next};
}

std::optional<Polynomial> ExpressionReader::readCounter(const PHINode &Phi) {
  auto Counter = steppedCounter(Phi);
  const ActiveLoop *Active = Counter ? active(*Loops.getLoopFor(Phi.getParent())) : nullptr;
  if (!Active || Active->IsBehind)
    return std::nullopt;
  Polynomial Start = visit(SE.getSCEV(Counter->Start)), Step = visit(SE.getSCEV(Counter->Step));
  if (Active->First == Start && Active->Step == Step)
    return N.Atoms.loop(Active->Index);
  auto Round = iterationOf(*Loops.getLoopFor(Phi.getParent()));
  return Round ? std::optional(Start + Step * *Round) : std::nullopt;
}

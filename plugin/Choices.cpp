//===- Choices.cpp - values that are one of a few affine ones -------------===//

#include "Choices.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

/// Longest circle of phis that is followed: buffers that take turns.
static constexpr size_t MaxCircle = 4;

std::vector<Choice> ChoiceFinder::of(const Value &V) {
  if (auto *Select = dyn_cast<SelectInst>(&V))
    return ofSelect(*Select);
  auto *Phi = dyn_cast<PHINode>(&V);
  if (!Phi)
    return {};
  Loop *L = Loops.getLoopFor(Phi->getParent());
  return L && L->getHeader() == Phi->getParent() ? ofCircle(*Phi, *L) : ofJoin(*Phi);
}

std::vector<Choice> ChoiceFinder::ofSelect(const SelectInst &Select) {
  auto True = Tests.readValue(*Select.getCondition(), true), False = Tests.readValue(*Select.getCondition(), false);
  if (!True || !False)
    return {};
  return {{Select.getTrueValue(), *True}, {Select.getFalseValue(), *False}};
}

// Both sides of one branch come together, without another branch on the way.
std::vector<Choice> ChoiceFinder::ofJoin(const PHINode &Phi) {
  const BasicBlock *Join = Phi.getParent();
  if (Phi.getNumIncomingValues() != 2 || !Tree.getNode(Join) || !Tree.getNode(Join)->getIDom())
    return {};
  const BasicBlock *Fork = Tree.getNode(Join)->getIDom()->getBlock();
  auto *Branch = dyn_cast<BranchInst>(Fork->getTerminator());
  if (!Branch || !Branch->isConditional())
    return {};
  std::vector<Choice> Result;
  for (unsigned I = 0; I < 2; ++I) {
    const BasicBlock *From = Phi.getIncomingBlock(I);
    for (unsigned Side = 0; Side < 2; ++Side) {
      const BasicBlock *Start = Branch->getSuccessor(Side);
      bool Through = From == Fork ? Start == Join : Tree.dominates(BasicBlockEdge(Fork, Start), From);
      if (!Through)
        continue;
      if (auto When = Tests.read(*Branch, Side))
        Result.push_back({Phi.getIncomingValue(I), *When});
      break;
    }
  }
  return Result.size() == 2 ? Result : std::vector<Choice>();
}

// p0 starts as a0 and gets p1, p1 starts as a1 and gets p2, ..., the last one gets p0: in iteration t, p0 is the start
// value of phi number t % length.
std::vector<Choice> ChoiceFinder::ofCircle(const PHINode &Phi, const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
  auto Iteration = Reader.iterationOf(L);
  if (!Latch || !Before || !Iteration)
    return {};
  std::vector<const Value *> Starts;
  const PHINode *Next = &Phi;
  do {
    Starts.push_back(Next->getIncomingValueForBlock(Before));
    Next = dyn_cast<PHINode>(Next->getIncomingValueForBlock(Latch));
  } while (Next && Next != &Phi && Next->getParent() == L.getHeader() && Starts.size() < MaxCircle);
  if (Next != &Phi || Starts.size() < 2)
    return {};
  Polynomial Turn = N.Atoms.modulo(*Iteration, Polynomial(static_cast<int64_t>(Starts.size())));
  std::vector<Choice> Result;
  for (size_t I = 0; I < Starts.size(); ++I) {
    Polynomial Number(static_cast<int64_t>(I));
    Conditions When;
    if (I > 0)
      When.push_back(Turn - Number);
    if (I + 1 < Starts.size())
      When.push_back(Number - Turn);
    Result.push_back({Starts[I], {When}});
  }
  return Result;
}

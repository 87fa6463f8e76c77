//===- Choices.cpp - values that are one of a few affine ones ------------------------===//

#include "Choices.h"
#include "Circles.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

/// Most branches on a way to a phi, and most ways.
static constexpr unsigned MaxJoinDepth = 5;
static constexpr size_t MaxArms = 6;

std::vector<Choice> ChoiceFinder::of(const Value &V) {
  if (auto *Select = dyn_cast<SelectInst>(&V))
    return ofSelect(*Select);
  if (auto *Test = dyn_cast<ICmpInst>(&V))
    return ofTest(*Test);
  auto *Phi = dyn_cast<PHINode>(&V);
  if (!Phi)
    return {};
  Loop *L = Loops.getLoopFor(Phi->getParent());
  return L && L->getHeader() == Phi->getParent() ? ofCircle(*Phi) : ofJoin(*Phi);
}

std::vector<Choice> ChoiceFinder::ofSelect(const SelectInst &Select) {
  auto True = Tests.readValue(*Select.getCondition(), true), False = Tests.readValue(*Select.getCondition(), false);
  if (!True || !False)
    return {};
  return {{Select.getTrueValue(), *True}, {Select.getFalseValue(), *False}};
}

// What is added to a number is 1 or 0.
std::vector<Choice> ChoiceFinder::ofTest(const ICmpInst &Test) {
  auto True = Tests.readValue(Test, true), False = Tests.readValue(Test, false);
  if (!True || !False)
    return {};
  LLVMContext &Context = Test.getContext();
  return {{ConstantInt::getTrue(Context), *True}, {ConstantInt::getFalse(Context), *False}};
}

// Along one edge, and on. A loop on the way, from which one test leads out, is passed as a whole.
bool ChoiceFinder::followEdge(const PHINode &Phi, const BasicBlock &From, const BasicBlock &To,
                              const std::vector<Conditions> &When, unsigned Depth, std::vector<Choice> &Result) {
  if (&To == Phi.getParent()) {
    Result.push_back({Phi.getIncomingValueForBlock(&From), When});
    return true;
  }
  const Loop *Between = Loops.getLoopFor(&To);
  if (!Between || Between->contains(&From) || Between->contains(Phi.getParent()))
    return followTo(Phi, To, When, Depth + 1, Result);
  const BasicBlock *Last = Between->getExitingBlock(), *Behind = Between->getExitBlock();
  return Last && Behind && followEdge(Phi, *Last, *Behind, When, Depth + 1, Result);
}

// Follows every way from `From` to the phi. False: a test on the way is not affine, or there are too many ways.
bool ChoiceFinder::followTo(const PHINode &Phi, const BasicBlock &From, const std::vector<Conditions> &When,
                            unsigned Depth, std::vector<Choice> &Result) {
  auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  if (!Branch || Depth > MaxJoinDepth || Result.size() > MaxArms)
    return false;
  for (unsigned Side = 0; Side < Branch->getNumSuccessors(); ++Side) {
    std::optional<std::vector<Conditions>> Here = When;
    if (Branch->isConditional())
      Here = ConditionReader::both(When, Tests.read(*Branch, Side));
    if (!Here || !followEdge(Phi, From, *Branch->getSuccessor(Side), *Here, Depth, Result))
      return false;
  }
  return true;
}

// Ways that part at one branch, and perhaps again, come together.
std::vector<Choice> ChoiceFinder::ofJoin(const PHINode &Phi) {
  const BasicBlock *Join = Phi.getParent();
  if (!Tree.getNode(Join) || !Tree.getNode(Join)->getIDom())
    return {};
  std::vector<Choice> Result;
  if (!followTo(Phi, *Tree.getNode(Join)->getIDom()->getBlock(), {Conditions()}, 0, Result))
    return {};
  return Result;
}

// p0 starts as a0 and gets p1, p1 starts as a1 and gets p2, ..., the last one gets p0: in iteration t, p0 is the start
// value of phi number t % length.
std::vector<Choice> ChoiceFinder::ofCircle(const PHINode &Phi) {
  auto Circle = CircleReader(Reader, Tests, Loops).read(Phi);
  if (!Circle)
    return {};
  int64_t Length = static_cast<int64_t>(Circle->Values.size());
  Polynomial Turn = N.Atoms.modulo(Circle->Turns, Polynomial(Length));
  std::vector<Choice> Result;
  for (int64_t I = 0; I < Length; ++I) {
    Polynomial Number(I);
    Conditions When;
    if (I > 0)
      When.push_back(Turn - Number);
    if (I + 1 < Length)
      When.push_back(Number - Turn);
    Result.push_back({Circle->Values[static_cast<size_t>(I)], {When}});
  }
  return Result;
}

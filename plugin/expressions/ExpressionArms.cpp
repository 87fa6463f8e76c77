//===- ExpressionArms.cpp - values that are one of several, as one expression --------===//

#include "Expressions.h"
#include "plugin/nest/Piecewise.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

/// Most choices that are read one inside the other.
static constexpr unsigned MaxArmDepth = 4;

std::optional<Polynomial> ExpressionReader::readArms(ArrayRef<Choice> Found) {
  std::vector<Arm> Arms;
  for (const Choice &C : Found) {
    Failed = false;
    Polynomial Read = visit(SE.getSCEV(const_cast<Value *>(C.Chosen)));
    if (Failed)
      return std::nullopt;
    for (const Conditions &When : C.When)
      Arms.push_back({When, Read});
  }
  return joinArms(N.Atoms, std::move(Arms));
}

// One place in memory that is loaded on both ways, or before a loop and at the end of each round: passes leave that
// behind when they turn loops around.
std::optional<Polynomial> ExpressionReader::readEqualArms(const Instruction &I) {
  std::optional<Polynomial> Result;
  for (const Use &Arm : I.operands()) {
    if (isa<SelectInst>(I) && Arm.getOperandNo() == 0)
      continue;
    Failed = false;
    Polynomial Read = visit(SE.getSCEV(Arm));
    if (Failed || !Read.isValid() || (Result && !(*Result == Read)))
      return std::nullopt;
    Result = Read;
  }
  return Result;
}

// Rounded quotients and clipped values, written with a test. What does not come out leaves no trace.
Polynomial ExpressionReader::visitArms(const Value &V) {
  auto *I = cast<Instruction>(&V);
  bool IsOfRounds = isa<PHINode>(V) && Loops.isLoopHeader(I->getParent());
  if (!FindChoices || !V.getType()->isIntegerTy() || V.getType()->isIntegerTy(1) || ArmDepth >= MaxArmDepth ||
      (IsOfRounds && !all_of(I->operands(), [](const Use &Arm) { return isa<LoadInst>(Arm); })))
    return Polynomial::invalid();
  auto SavedPending = Pending;
  Obstacle SavedProblem = Problem;
  bool SavedWidened = Widened;
  ++ArmDepth;
  auto Result = readEqualArms(*I);
  if (!Result && !IsOfRounds)
    Result = readArms(FindChoices(V));
  --ArmDepth;
  Failed = false;
  if (Result)
    return *Result;
  Pending = std::move(SavedPending);
  Problem = SavedProblem;
  Widened = SavedWidened;
  return Polynomial::invalid();
}

// `d = n == 3 ? 2 : 1` has a name that nobody is to give a value for: n decides.
bool ExpressionReader::isOneOfNumbers(const Value &V) const {
  if (!FindChoices || !V.getType()->isIntegerTy())
    return false;
  auto IsNumber = [](const Use &Arm) { return isa<ConstantInt>(Arm); };
  auto *I = cast<Instruction>(&V);
  auto Arms = isa<SelectInst>(I) ? drop_begin(I->operands()) : I->operands();
  return all_of(Arms, IsNumber) && !FindChoices(V).empty();
}

// Can all of what it may be be read? To choose is of no use where not: what a loop has counted is a number like others.
bool ExpressionReader::hasReadableArms(const Value &V) {
  auto SavedPending = Pending;
  Obstacle SavedProblem = Problem;
  bool SavedWidened = Widened, SavedSplitting = std::exchange(Splitting, false);
  bool SavedAsStride = std::exchange(AsStride, false), Result = true;
  for (const Choice &C : FindChoices ? FindChoices(V) : std::vector<Choice>()) {
    Failed = false;
    visit(SE.getSCEV(const_cast<Value *>(C.Chosen)));
    Result = Result && !Failed;
  }
  Failed = false;
  Pending = std::move(SavedPending);
  Problem = SavedProblem;
  Widened = SavedWidened;
  Splitting = SavedSplitting;
  AsStride = SavedAsStride;
  return Result;
}

// `1 + (i + colour) % 2` may come as a choice between two numbers by a bit that a loop turns over.
Polynomial ExpressionReader::visitParity(const SelectInst &Select) {
  const SCEV *Bit = SE.getSCEV(Select.getOperand(0));
  if (!isa<SCEVAddRecExpr, SCEVTruncateExpr>(Bit) || !Select.getType()->isIntegerTy())
    return Polynomial::invalid();
  Polynomial Zero = visit(SE.getSCEV(Select.getOperand(2))), One = visit(SE.getSCEV(Select.getOperand(1)));
  Polynomial Parity = N.Atoms.modulo(visit(Bit), Polynomial(2));
  return (One - Zero).constant() ? Zero + (One - Zero) * Parity : Polynomial::invalid();
}

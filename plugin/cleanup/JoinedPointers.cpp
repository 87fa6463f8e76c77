//===- JoinedPointers.cpp - one pointer, whichever way was taken ------------------------===//

#include "JoinedPointers.h"
#include "plugin/base/LLVMCompat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace pme;

static Value *withoutSteps(Value *Pointer) {
  while (auto *Step = dyn_cast<GEPOperator>(Pointer))
    Pointer = Step->getPointerOperand();
  return Pointer;
}

// The pointer that comes in, kept as a number or not; null for the null pointer and for other numbers.
static Value *pointerOf(Value *Incoming) {
  auto *Cast = dyn_cast<PtrToIntOperator>(Incoming);
  Value *Pointer = Cast ? Cast->getPointerOperand() : Incoming;
  return Pointer->getType()->isPointerTy() && !isa<ConstantPointerNull>(Pointer) ? Pointer : nullptr;
}

static bool isNull(const Value *V) {
  auto *Null = dyn_cast<Constant>(V);
  return Null && Null->isNullValue();
}

// Begin, of a phi that is its end: one for all ways, or what begin is on each, which is nothing where there is no memory.
static bool isBegin(const Value &Begin, const PHINode &Phi) {
  auto *Other = dyn_cast<PHINode>(&Begin);
  if (Other && Other->getParent() != Phi.getParent())
    Other = nullptr;
  return &Begin != &Phi && all_of(Phi.blocks(), [&](const BasicBlock *From) {
    Value *Pointer = pointerOf(Phi.getIncomingValueForBlock(From));
    const Value *Own = Other ? Other->getIncomingValueForBlock(From) : &Begin;
    return Pointer ? withoutSteps(Pointer) == Own : isNull(Phi.getIncomingValueForBlock(From)) && isNull(Own);
  });
}

// Cheap to ask, and null for the phis of loops.
static Value *beginOf(PHINode &Phi) {
  bool IsKept = Phi.getType()->isPointerTy() || Phi.getType()->isIntegerTy(64);
  if (!IsKept)
    return nullptr;
  Value *First = Phi.getNumIncomingValues() > 1 ? pointerOf(Phi.getIncomingValue(0)) : nullptr;
  Value *Base = First ? withoutSteps(First) : nullptr;
  if (Base && !isa<Constant>(Base) && isBegin(*Base, Phi))
    return Base;
  for (PHINode &Other : Phi.getParent()->phis())
    if (Other.getType()->isPointerTy() && isBegin(Other, Phi))
      return &Other;
  return nullptr;
}

/// What is known of a symbol on a way.
struct KnownValue {
  const SCEVUnknown *Symbol;
  const SCEV *Value;
};

// `A == C` of a branch that leads from one block to the next, where A is a symbol or one of another width.
static std::optional<KnownValue> knownOnEdge(const BasicBlock &From, const BasicBlock &To, ScalarEvolution &SE) {
  auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
  auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  auto *Number = Test && Test->isEquality() ? dyn_cast<ConstantInt>(Test->getOperand(1)) : nullptr;
  unsigned EqualSide = Number && Test->getPredicate() == ICmpInst::ICMP_EQ ? 0 : 1;
  if (!Number || Branch->getSuccessor(EqualSide) != &To || Branch->getSuccessor(1 - EqualSide) == &To)
    return std::nullopt;
  const SCEV *Side = SE.getSCEV(Test->getOperand(0));
  while (auto *Cast = dyn_cast<SCEVCastExpr>(Side))
    Side = Cast->getOperand();
  auto *Symbol = dyn_cast<SCEVUnknown>(Side);
  if (!Symbol || !Symbol->getType()->isIntegerTy())
    return std::nullopt;
  unsigned Bits = Symbol->getType()->getIntegerBitWidth();
  APInt Value = Number->getValue().sextOrTrunc(Bits);
  if (Value.sextOrTrunc(Number->getBitWidth()) != Number->getValue())
    return std::nullopt;
  return KnownValue{Symbol, SE.getConstant(Value)};
}

// Whether two distances are the same on the way that comes to the phi from `From`.
static bool isSameOnWay(const SCEV *A, const SCEV *B, const BasicBlock *From, const BasicBlock *To,
                        ScalarEvolution &SE) {
  static constexpr int MostBlocks = 4;
  const SCEV *Difference = SE.getMinusSCEV(A, B);
  for (int I = 0; I < MostBlocks && From && !isa<SCEVCouldNotCompute>(Difference); ++I) {
    if (auto Known = knownOnEdge(*From, *To, SE)) {
      ValueToSCEVMapTy Map;
      Map[Known->Symbol->getValue()] = Known->Value;
      Difference = SCEVParameterRewriter::rewrite(Difference, SE, Map);
    }
    To = From;
    From = From->getSinglePredecessor();
  }
  return !isa<SCEVCouldNotCompute>(Difference) && Difference->isZero();
}

// How far behind begin each way comes in.
static SmallVector<const SCEV *, 4> distancesOf(PHINode &Phi, Value &Begin, ScalarEvolution &SE) {
  SmallVector<const SCEV *, 4> Result;
  for (Value *Incoming : Phi.incoming_values()) {
    Value *Pointer = pointerOf(Incoming);
    const SCEV *None = SE.getZero(Phi.getModule()->getDataLayout().getIntPtrType(Begin.getType()));
    Result.push_back(Pointer ? SE.getMinusSCEV(SE.getSCEV(Pointer), SE.getSCEV(withoutSteps(Pointer))) : None);
  }
  return Result;
}

// The distance that all others are on their ways; null when there is none, or it is not known at the phi.
static const SCEV *commonDistance(PHINode &Phi, Value &Begin, ScalarEvolution &SE) {
  const BasicBlock *Here = Phi.getParent();
  SmallVector<const SCEV *, 4> Distances = distancesOf(Phi, Begin, SE);
  for (const SCEV *Common : Distances) {
    if (isa<SCEVCouldNotCompute>(Common) || !SE.dominates(Common, Here))
      continue;
    auto IsSame = [&](unsigned I) {
      return Distances[I] == Common || isSameOnWay(Distances[I], Common, Phi.getIncomingBlock(I), Here, SE);
    };
    if (all_of(seq(0u, Phi.getNumIncomingValues()), IsSame))
      return Common;
  }
  return nullptr;
}

static bool join(PHINode &Phi, Value &Begin, ScalarEvolution &SE) {
  const SCEV *Distance = commonDistance(Phi, Begin, SE);
  SCEVExpander Expander(compat::makeExpander(SE, Phi.getModule()->getDataLayout()));
  auto At = Phi.getParent()->getFirstInsertionPt();
  if (!Distance || Distance->isZero() || !Expander.isSafeToExpandAt(Distance, &*At))
    return false;
  Value *Bytes = Expander.expandCodeFor(Distance, Distance->getType(), At);
  IRBuilder<> Builder(&*At);
  Value *Joined = Builder.CreateGEP(Builder.getInt8Ty(), &Begin, Bytes);
  if (Phi.getType()->isIntegerTy())
    Joined = Builder.CreatePtrToInt(Joined, Phi.getType());
  SE.forgetValue(&Phi);
  Phi.replaceAllUsesWith(Joined);
  Phi.eraseFromParent();
  return true;
}

bool pme::joinPointers(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<std::pair<PHINode *, WeakTrackingVH>, 8> Found;
  for (BasicBlock &Block : F)
    for (PHINode &Phi : Block.phis())
      if (Value *Begin = beginOf(Phi))
        Found.push_back({&Phi, Begin});
  bool Changed = false;
  for (auto &[Phi, Begin] : Found)
    if (Begin)
      Changed |= join(*Phi, *Begin, FAM.getResult<ScalarEvolutionAnalysis>(F));
  return Changed;
}

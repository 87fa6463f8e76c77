//===- GeometricLoops.cpp - loops whose strides double ---------------------------------===//

#include "GeometricLoops.h"

#include "plugin/clone/ConstantArguments.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>
#include <set>

using namespace llvm;
using namespace pme;

/// A loop that doubles has no more rounds.
static constexpr unsigned MostRounds = 64;
/// Instructions of all rounds together.
static constexpr unsigned MostWrittenOut = 6000;

// `s` of `for (s = 1; ...; s *= 2)`, or of one that halves.
static bool isGeometric(const PHINode &Phi, const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || Phi.getParent() != L.getHeader() || !Phi.getType()->isIntegerTy())
    return false;
  auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
  if (!Next || !isa<ConstantInt>(Next->getOperand(1)) || Next->getOperand(0) != &Phi)
    return false;
  return Next->isShift() || Next->getOpcode() == Instruction::Mul || Next->isIntDivRem();
}

// The number that ends the loop, where the file gives it.
static std::optional<int64_t> knownNumber(const Value &V) {
  const Argument *From = nullptr;
  const Value *Plain = &V;
  while (auto *Cast = dyn_cast<CastInst>(Plain))
    Plain = Cast->getOperand(0);
  if (auto *Load = dyn_cast<LoadInst>(Plain)) {
    auto Known = constantInMemory(*Load);
    return Known ? std::optional(Known->Value) : std::nullopt;
  }
  return constantValue(*Plain, From);
}

static bool areSame(const Value &A, const Value &B) {
  auto *First = dyn_cast<LoadInst>(&A), *Second = dyn_cast<LoadInst>(&B);
  return &A == &B || (First && Second && First->getPointerOperand() == Second->getPointerOperand() &&
                      First->getType() == Second->getType());
}

// `if (n == 1) return 0;` before the loop: what it counts is one number where the end is.
static void decideTests(const Value &End, int64_t Number, Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Test = dyn_cast<ICmpInst>(&I);
    auto *With = Test ? dyn_cast<ConstantInt>(Test->getOperand(1)) : nullptr;
    if (!With || !areSame(*Test->getOperand(0), End))
      continue;
    APInt Known(With->getBitWidth(), Number, /*isSigned=*/true);
    Test->replaceAllUsesWith(
        ConstantInt::getBool(Test->getContext(), ICmpInst::compare(Known, With->getValue(), Test->getPredicate())));
  }
}

static void takeInside(Value &End, const ConstantInt &Number, const Loop &L) {
  End.replaceUsesWithIf(const_cast<ConstantInt *>(&Number), [&](const Use &U) {
    auto *User = dyn_cast<Instruction>(U.getUser());
    return User && L.contains(User);
  });
}

static std::optional<int64_t> endLoop(const Loop &L, bool IsTransform) {
  std::optional<int64_t> Result;
  SmallVector<BasicBlock *, 2> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
    auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    for (unsigned Side = 0; Test && Side < 2; ++Side) {
      Value &End = *Test->getOperand(Side);
      if (isa<ConstantInt>(End) || !(isa<LoadInst>(End) || L.isLoopInvariant(&End)) || !End.getType()->isIntegerTy())
        continue;
      auto Number = knownNumber(End);
      if (!Number)
        continue;
      auto *Last = cast<ConstantInt>(ConstantInt::getSigned(End.getType(), *Number));
      Test->setOperand(Side, Last);
      if (IsTransform) // `1 << (levels - l)`
        takeInside(End, *Last, L);
      decideTests(End, *Number, *Block->getParent());
      Result = Number;
    }
  }
  return Result;
}

static bool hasGeometric(const Loop &L) {
  return any_of(L.getHeader()->phis(), [&](const PHINode &Phi) { return isGeometric(Phi, L); });
}

// What the loop has counted when it ends.
static void replaceCounts(const Loop &L, ScalarEvolution &SE) {
  for (PHINode &Phi : L.getHeader()->phis()) {
    auto *Last =
        SE.isSCEVable(Phi.getType()) ? dyn_cast<SCEVConstant>(SE.getSCEVAtScope(&Phi, L.getParentLoop())) : nullptr;
    if (Last)
      Phi.replaceUsesWithIf(Last->getValue(),
                            [&](const Use &U) { return !L.contains(cast<Instruction>(U.getUser())); });
  }
}

void pme::shiftForPowers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !Callee->getName().starts_with("__mlir_math_ipowi_i") || Call->arg_size() != 2)
      continue;
    auto *Base = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    if (!Base || Base->getZExtValue() != 2)
      continue;
    IRBuilder<> Builder(Call);
    Call->replaceAllUsesWith(Builder.CreateShl(ConstantInt::get(Call->getType(), 1), Call->getArgOperand(1)));
    Call->eraseFromParent();
  }
}

static bool endsLoop(const ICmpInst &Test, const Loop &L) {
  return L.isLoopExiting(Test.getParent()) && is_contained(Test.getParent()->getTerminator()->operands(), &Test);
}

bool pme::decidesPlaces(const Instruction &Value, const Loop &Around, const LoopInfo &Loops) {
  static constexpr unsigned MostFollowed = 64;
  SmallVector<const Instruction *, 8> Work = {&Value};
  SmallPtrSet<const Instruction *, 16> Seen;
  while (!Work.empty() && Seen.size() < MostFollowed) {
    const Instruction *I = Work.pop_back_val();
    if (!Seen.insert(I).second)
      continue;
    for (const User *U : I->users()) {
      auto *User = cast<Instruction>(U);
      const Loop *At = Loops.getLoopFor(User->getParent());
      if (!At || !Around.contains(At))
        continue;
      auto *Test = At != &Around ? dyn_cast<ICmpInst>(User) : nullptr;
      if (isa<GetElementPtrInst>(User) || (Test && endsLoop(*Test, *At)))
        return true;
      if (isa<BinaryOperator, CastInst, PHINode>(User))
        Work.push_back(User);
    }
  }
  return false;
}

// `1 << l`, or a variable that doubles: of the rounds of this loop, not of one inside.
static bool isPower(const Instruction &I, const Loop &L, const LoopInfo &Loops) {
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return isGeometric(*Phi, L);
  if (!I.isShift() || !I.getType()->isIntegerTy())
    return false;
  const Value &By = *I.getOperand(1);
  const Loop *Changes = Loops.getLoopFor(I.getParent());
  while (Changes && Changes->isLoopInvariant(&By))
    Changes = Changes->getParentLoop();
  return Changes == &L;
}

static bool hasPowers(const Loop &L, const LoopInfo &Loops) {
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) { return isPower(I, L, Loops) && decidesPlaces(I, L, Loops); });
  });
}

// `for (l = 1; l <= levels; l++)` around loops whose ends and subscripts are powers.
static bool isTransform(const Loop &L, const LoopInfo &Loops) { return !L.isInnermost() && hasPowers(L, Loops); }

std::string pme::endGeometricLoops(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<const Loop *, 4> Ended;
  std::set<int64_t> Ends;
  const LoopInfo &Loops = FAM.getResult<LoopAnalysis>(F);
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    bool IsTransform = isTransform(*L, Loops);
    if (auto End = hasGeometric(*L) || IsTransform ? endLoop(*L, IsTransform) : std::nullopt) {
      Ended.push_back(L);
      Ends.insert(*End);
    }
  }
  if (Ended.empty())
    return "";
  for (const Loop *L : Ended)
    replaceCounts(*L, FAM.getResult<ScalarEvolutionAnalysis>(F));
  for (BasicBlock &Block : F)
    ConstantFoldTerminator(&Block);
  removeUnreachableBlocks(F);
  std::string Text = "loops whose variable doubles go to ";
  for (int64_t End : Ends)
    Text += (End == *Ends.begin() ? "" : " and ") + std::to_string(End);
  return Text + ", as this file has it";
}

// Rounds of a loop that may have several ends; 0 when no end is known.
static unsigned mostRounds(const Loop &L, ScalarEvolution &SE) {
  unsigned Result = 0;
  SmallVector<BasicBlock *, 2> Exiting;
  L.getExitingBlocks(Exiting);
  for (BasicBlock *Block : Exiting)
    if (unsigned Trips = SE.getSmallConstantTripCount(&L, Block); Trips > 0 && (Result == 0 || Trips < Result))
      Result = Trips;
  return Result;
}

static unsigned sizeOf(const Loop &L) {
  unsigned Result = 0;
  for (const BasicBlock *Block : L.blocks())
    Result += Block->size();
  return Result;
}

void pme::askToWriteOut(Loop &L) {
  LLVMContext &Context = L.getHeader()->getContext();
  MDNode *Wanted = MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.full"));
  L.setLoopID(makePostTransformationMetadata(Context, L.getLoopID(), {"llvm.loop.unroll."}, {Wanted}));
}

// A loop inside that doubles as well (a bitonic sort) stays: written out alone, the outer one gains nothing.
static bool holdsGeometric(const Loop &L) {
  return any_of(L.getSubLoops(), [](const Loop *Inner) { return hasGeometric(*Inner) || holdsGeometric(*Inner); });
}

bool pme::askForGeometricLoops(Function &F, FunctionAnalysisManager &FAM) {
  bool Found = false;
  const LoopInfo &Loops = FAM.getResult<LoopAnalysis>(F);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if ((L->isInnermost() && !hasGeometric(*L)) || holdsGeometric(*L) || !hasPowers(*L, Loops))
      continue;
    unsigned Rounds = mostRounds(*L, FAM.getResult<ScalarEvolutionAnalysis>(F));
    if (Rounds == 0 || Rounds > MostRounds || Rounds * sizeOf(*L) > MostWrittenOut)
      continue;
    askToWriteOut(*L);
    Found = true;
  }
  return Found;
}

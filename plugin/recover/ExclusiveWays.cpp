//===- ExclusiveWays.cpp - arms of a choice of which one runs ------------------------===//

#include "ExclusiveWays.h"
#include "SameObjects.h"
#include "plugin/clone/FunctionCopy.h"
#include "plugin/expressions/Conditions.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <array>

using namespace llvm;
using namespace pme;

namespace {

/// Which successor each branch takes.
using Way = SmallMapVector<BranchInst *, unsigned, 4>;
using Blocks = SmallPtrSet<const BasicBlock *, 16>;

} // namespace

/// Operands that a condition is followed through.
static constexpr int MaxDepth = 4;

// Whether two objects are the same one.
static bool isOfObjects(const Value &Condition) {
  auto *Test = dyn_cast<ICmpInst>(&Condition);
  return Test && Test->isEquality() && Test->getOperand(0)->getType()->isPointerTy() &&
         none_of(Test->operands(), [](const Value *V) { return isa<Constant>(V); }) &&
         areNoEnds(*Test->getOperand(0), *Test->getOperand(1));
}

// A comparison of floating-point numbers or of objects decides: no symbol stands for such a condition.
static bool hangsOnNumber(const Value &Condition, int Depth = MaxDepth) {
  if (isa<FCmpInst>(Condition) || isOfObjects(Condition))
    return true;
  auto *I = dyn_cast<Instruction>(&Condition);
  if (!I || Depth == 0 || !I->getType()->isIntegerTy() || isa<CallBase, LoadInst, PHINode>(I))
    return false;
  return any_of(I->operand_values(), [&](const Value *Operand) { return hangsOnNumber(*Operand, Depth - 1); });
}

static Blocks reachedFrom(const BasicBlock &Start) {
  Blocks Result;
  for (const BasicBlock *Block : depth_first(&Start))
    Result.insert(Block);
  return Result;
}

// Blocks where a parallel loop, or a region that may be one, begins, and how often the run came there.
static MapVector<const BasicBlock *, double> loopStarts(Function &F, const Function *Source, const Markers &M,
                                                        const RunsOfLoop &Runs) {
  MapVector<const BasicBlock *, double> Result;
  for (Instruction &I : instructions(F))
    if (auto Found = M.read(I); Found && Found->Kind == MarkerKind::Begin) {
      const Construct &Begun = M.Constructs[Found->Id];
      if (Begun.Kind != ConstructKind::Loop && Begun.Kind != ConstructKind::Region)
        continue;
      double &Most = Result.insert({I.getParent(), 0}).first->second;
      if (Runs && Source && Begun.Place)
        Most = std::max(Most, Runs(*Source, *Begun.Place));
    }
  return Result;
}

static SmallVector<const BasicBlock *, 8> mostRunFirst(MapVector<const BasicBlock *, double> Starts) {
  auto Sorted = Starts.takeVector();
  llvm::stable_sort(Sorted, [](const auto &A, const auto &B) { return A.second > B.second; });
  return SmallVector<const BasicBlock *, 8>(make_first_range(Sorted));
}

// For each start of a loop what has to be taken to get there, of the branches that exclude one start from another.
static std::vector<Way> waysTo(ArrayRef<const BasicBlock *> Starts, Function &F, const LoopInfo &Loops) {
  std::vector<Way> Result(Starts.size());
  for (BasicBlock &Block : F) {
    auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
    if (!Branch || !Branch->isConditional() || Loops.getLoopFor(&Block) || !hangsOnNumber(*Branch->getCondition()))
      continue;
    std::array<Blocks, 2> Reached = {reachedFrom(*Branch->getSuccessor(0)), reachedFrom(*Branch->getSuccessor(1))};
    auto IsOnlyOn = [&](const BasicBlock *Start, unsigned Side) {
      return Reached[Side].contains(Start) && !Reached[1 - Side].contains(Start);
    };
    if (none_of(Starts, [&](auto *Start) { return IsOnlyOn(Start, 0); }) ||
        none_of(Starts, [&](auto *Start) { return IsOnlyOn(Start, 1); }))
      continue;
    for (auto [Start, To] : zip(Starts, Result))
      for (unsigned Side : {0u, 1u})
        if (IsOnlyOn(Start, Side))
          To.insert({Branch, Side});
  }
  return Result;
}

static bool fits(const Way &Part, const Way &Whole) {
  return all_of(Part, [&](const auto &Step) {
    auto Found = Whole.find(Step.first);
    return Found == Whole.end() || Found->second == Step.second;
  });
}

// Ways that come to all of these, few of them: each begins with one that no way has come to, and takes what fits to it.
static std::vector<Way> coverAll(ArrayRef<Way> Parts) {
  std::vector<Way> Result;
  SmallVector<bool, 8> IsCovered(Parts.size(), false);
  for (size_t First = 0; First < Parts.size(); ++First) {
    if (IsCovered[First])
      continue;
    Way Taken = Parts[First];
    for (auto [Part, Covered] : zip(Parts, IsCovered))
      if (fits(Part, Taken)) {
        Covered = true;
        for (auto [Branch, Side] : Part)
          Taken.insert({Branch, Side});
      }
    Result.push_back(std::move(Taken));
  }
  return Result;
}

static void take(Function &F, ArrayRef<std::pair<BranchInst *, unsigned>> Steps) {
  for (auto [Branch, Side] : Steps) {
    BasicBlock *Block = Branch->getParent();
    Branch->setCondition(ConstantInt::getBool(F.getContext(), Side == 0));
    ConstantFoldTerminator(Block, /*DeleteDeadConditions=*/true);
  }
  removeUnreachableBlocks(F);
}

static constexpr char OfArm[] = ".way.";

// Without the number of an arm.
static StringRef wholeOf(StringRef Name) {
  auto [Whole, Number] = Name.rsplit(OfArm);
  return !Number.empty() && all_of(Number, isDigit) ? Whole : Name;
}

bool pme::isWayBeside(StringRef A, StringRef B) { return wholeOf(A) == wholeOf(B); }

static Function *copyThatTakes(Function &F, const Way &Steps, size_t Number) {
  ValueToValueMapTy Copies;
  Function *Copy = copyFunction(F, Copies);
  Copy->setName(F.getName() + OfArm + Twine(Number));
  SmallVector<std::pair<BranchInst *, unsigned>, 4> Own;
  for (auto [Branch, Side] : Steps)
    Own.push_back({cast<BranchInst>(Copies[Branch]), Side});
  take(*Copy, Own);
  return Copy;
}

std::vector<Function *> pme::separateWays(Function &F, const Function *Source, const Markers &M,
                                          const RunsOfLoop &Runs) {
  SmallVector<const BasicBlock *, 8> Starts = mostRunFirst(loopStarts(F, Source, M, Runs));
  if (Starts.size() < 2)
    return {};
  DominatorTree Tree(F);
  std::vector<Way> Ways = coverAll(waysTo(Starts, F, LoopInfo(Tree)));
  std::vector<Function *> Result;
  for (auto [Number, Steps] : enumerate(drop_begin(Ways)))
    Result.push_back(copyThatTakes(F, Steps, Number + 2));
  if (Ways.size() > 1) {
    auto Own = Ways.front().takeVector();
    take(F, Own);
  }
  return Result;
}

std::vector<Function *> pme::waysBeside(Function &F, const Function *Source, const Markers &M, const RunsOfLoop &Runs,
                                        bool KeepWhole) {
  ValueToValueMapTy Copies;
  std::vector<Function *> Own = {KeepWhole ? copyFunction(F, Copies) : &F};
  if (Source)
    append_range(Own, separateObjects(*Own.front(), *Source));
  for (size_t Object = 0, Objects = Own.size(); Object < Objects; ++Object)
    append_range(Own, separateWays(*Own[Object], Source, M, Runs));
  bool HasOthers = Own.size() > 1;
  if (KeepWhole && !HasOthers)
    Own.front()->eraseFromParent();
  if (!KeepWhole || !HasOthers)
    Own.erase(Own.begin());
  return Own;
}

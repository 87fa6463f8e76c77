//===- LentCounters.cpp - counters of DO loops whose addresses calls are given -----------===//

#include "LentCounters.h"
#include "plugin/names/SourceNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace pme;

namespace {

/// How a local variable is used, where it is read, written and lent alone.
struct Uses {
  SmallVector<LoadInst *, 8> Loads;
  SmallVector<StoreInst *, 8> Stores;
  SmallVector<CallBase *, 8> Lent;
};

class Counters {
public:
  Counters(LoopInfo &Loops, DominatorTree &Tree) : Loops(Loops), Tree(Tree) {}

  /// Whether the variable is the counter of a loop wherever a call is given its address.
  std::optional<Uses> read(AllocaInst &Local) const {
    auto Found = usesOf(Local);
    if (!Found || Found->Lent.empty())
      return std::nullopt;
    SmallVector<StoreInst *, 4> Counting;
    copy_if(Found->Stores, std::back_inserter(Counting), [&](StoreInst *Store) { return counts(*Store, *Found); });
    bool AllInLoops = all_of(Found->Lent, [&](CallBase *Call) {
      return any_of(Counting, [&](StoreInst *Store) { return goesOnAt(*Store, *Call); });
    });
    return AllInLoops ? Found : std::nullopt;
  }

private:
  // Is the loop not at its end where the call is? Code that leaves it from within (`if (..) then; call f(i); return`)
  // is no part of the loop any more: it comes behind what counts, which what the header leaves to does not.
  bool goesOnAt(const StoreInst &Store, const CallBase &Call) const {
    const Loop &L = *Loops.getLoopFor(Store.getParent());
    bool EndsInHeader = L.isLoopExiting(L.getHeader()) && Store.getParent() != L.getHeader();
    return L.contains(&Call) || (EndsInHeader && Tree.dominates(&Store, &Call));
  }

  static bool isLeftAlone(const CallBase &Call) {
    return Call.onlyAccessesInaccessibleMemory() || Call.isLifetimeStartOrEnd();
  }

  static std::optional<Uses> usesOf(AllocaInst &Local) {
    Type *T = Local.getAllocatedType();
    Uses Result;
    if (!T->isIntegerTy() || !Local.isStaticAlloca())
      return std::nullopt;
    for (Use &U : Local.uses()) {
      auto *Load = dyn_cast<LoadInst>(U.getUser());
      auto *Store = dyn_cast<StoreInst>(U.getUser());
      auto *Call = dyn_cast<CallBase>(U.getUser());
      if (Load && Load->isSimple() && Load->getType() == T)
        Result.Loads.push_back(Load);
      else if (Store && Store->isSimple() && Store->getValueOperand()->getType() == T && U.getOperandNo() == 1)
        Result.Stores.push_back(Store);
      else if (Call && Call->isArgOperand(&U)) {
        if (!isLeftAlone(*Call))
          Result.Lent.push_back(Call);
      } else
        return std::nullopt;
    }
    return Result;
  }

  // The value is made of what counts in the loop, or of the variable itself (`i = i + 1`).
  static bool isMadeOfCounter(const Value &V, const Loop &L, const Value &Variable, int Depth = 6) {
    auto *I = dyn_cast<Instruction>(&V);
    if (!I || Depth == 0)
      return false;
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->getPointerOperand() == &Variable && L.contains(Load);
    if (isa<PHINode>(I))
      return I->getParent() == L.getHeader();
    return isa<BinaryOperator, CastInst>(I) &&
           any_of(I->operands(), [&](const Use &U) { return isMadeOfCounter(*U, L, Variable, Depth - 1); });
  }

  // Is it what the DO statement does? All of a loop's own code has the place of that statement.
  static bool isOfStatement(const StoreInst &Store, const Loop &L) {
    const DebugLoc &At = Store.getDebugLoc(), &Head = L.getHeader()->getTerminator()->getDebugLoc();
    return At && Head && isFortran(*At) && At.getLine() == Head.getLine();
  }

  // Loops that are left from within count in the variable: the statement begins it, and END DO adds the step.
  bool goesOn(const StoreInst &Store, const Loop &L, const Uses &Known) const {
    return Store.getParent() == L.getLoopLatch() && any_of(Known.Stores, [&](StoreInst *First) {
             return !L.contains(First) && Tree.dominates(First, L.getHeader()->getTerminator()) &&
                    isOfStatement(*First, L);
           });
  }

  bool counts(const StoreInst &Store, const Uses &Known) const {
    const Loop *L = Loops.getLoopFor(Store.getParent());
    return L && (isOfStatement(Store, *L) || goesOn(Store, *L, Known)) &&
           isMadeOfCounter(*Store.getValueOperand(), *L, *Store.getPointerOperand());
  }

  LoopInfo &Loops;
  DominatorTree &Tree;
};

} // namespace

// The variable stays, with its writes and those that are given it; reads are of another one that no call knows.
static AllocaInst *withoutCalls(AllocaInst &Local, const Uses &Known) {
  auto *Own = new AllocaInst(Local.getAllocatedType(), Local.getAddressSpace(), "", Local.getIterator());
  for (StoreInst *Store : Known.Stores)
    IRBuilder<>(Store).CreateStore(Store->getValueOperand(), Own);
  for (LoadInst *Load : Known.Loads)
    Load->setOperand(Load->getPointerOperandIndex(), Own);
  return Own;
}

bool pme::keepLentCounters(Function &F, FunctionAnalysisManager &FAM) {
  DominatorTree &Tree = FAM.getResult<DominatorTreeAnalysis>(F);
  Counters Reader(FAM.getResult<LoopAnalysis>(F), Tree);
  SmallVector<AllocaInst *, 8> Own;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock()))
    if (auto *Local = dyn_cast<AllocaInst>(&I))
      if (auto Known = Reader.read(*Local))
        Own.push_back(withoutCalls(*Local, *Known));
  if (!Own.empty())
    PromoteMemToReg(Own, Tree);
  return !Own.empty();
}

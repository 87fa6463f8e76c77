//===- InstrumentRuns.cpp - loops whose addresses count up ---------------------------===//

#include "InstrumentRuns.h"
#include "InstrumentBorders.h"
#include "InstrumentSites.h"
#include "plugin/base/LLVMCompat.h"

#include "pmecache/instrumented.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

namespace {

struct Counting {
  const BasicBlock *Block;
  TraceSite Site;
  const SCEV *Start;
  const SCEV *Stride; ///< null when it is constant
};

class RunFinder {
public:
  RunFinder(Function &F, FunctionAnalysisManager &Analyses, const SiteMarks &Sites, const BorderMarks &Borders)
      : Sites(Sites), Borders(Borders), SE(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        Tree(Analyses.getResult<DominatorTreeAnalysis>(F)), Layout(F.getParent()->getDataLayout()),
        Int64(Type::getInt64Ty(F.getContext())), Expander(compat::makeExpander(SE, Layout)) {}

  /// The run of this loop; without sites when it is none.
  Run find(Loop &L) {
    Run Result{&L, nullptr, {}, {}, false};
    BasicBlock *Preheader = L.getLoopPreheader();
    const SCEV *Rounds = Preheader && L.isInnermost() ? roundsOf(L) : nullptr;
    std::vector<Counting> Found;
    if (!Rounds || !collect(L, Found, Result.Iterations) || Found.empty() || Found.size() > PME_BLOCK_SITES)
      return Result;
    Instruction *Before = Preheader->getTerminator();
    if (!isExpandable(Rounds, *Before) || !all_of(Found, [&](const Counting &C) {
          return isExpandable(C.Start, *Before) && (!C.Stride || isExpandable(C.Stride, *Before));
        }))
      return Result;
    Result.Before = Before;
    Result.Words.push_back(expand(Rounds, *Before));
    for (const Counting &C : Found)
      Result.Words.push_back(expand(C.Start, *Before));
    for (const Counting &C : Found)
      if (C.Stride)
        Result.Words.push_back(expand(C.Stride, *Before));
    for (const Counting &C : Found)
      Result.Sites.push_back(C.Site);
    return Result;
  }

private:
  bool isExpandable(const SCEV *S, const Instruction &Before) const { return Expander.isSafeToExpandAt(S, &Before); }
  Value *expand(const SCEV *S, Instruction &Before) {
    return Expander.expandCodeFor(S, S->getType(), Before.getIterator());
  }

  // How often the sites are executed: loops are rotated, their test stands at the end. Null when that is not known.
  const SCEV *roundsOf(Loop &L) {
    if (!L.getExitingBlock() || L.getExitingBlock() != L.getLoopLatch())
      return nullptr;
    const SCEV *Back = SE.getBackedgeTakenCount(&L);
    if (isa<SCEVCouldNotCompute>(Back) || SE.getTypeSizeInBits(Back->getType()) > 64)
      return nullptr;
    return SE.getAddExpr(SE.getNoopOrZeroExtend(Back, Int64), SE.getOne(Int64));
  }

  // False when something in the loop is not a site that counts up.
  bool collect(Loop &L, std::vector<Counting> &Found, bool &Iterations) {
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (const TraceSite *Entry = Sites.site(I)) {
          if (!Tree.dominates(Block, L.getLoopLatch()) ||
              !add(L, *Block, *Entry, *cast<CallInst>(I).getArgOperand(1), Found))
            return false;
        } else if (Borders.isIteration(I) && Tree.dominates(Block, L.getLoopLatch())) {
          Iterations = true;
        } else if (auto *Call = dyn_cast<CallBase>(&I);
                   Call && !isa<IntrinsicInst>(I) && !Call->doesNotAccessMemory()) {
          return false;
        }
      }
    // All of these blocks are passed in every round: dominance is the order in which that happens.
    stable_sort(Found, [&](const Counting &A, const Counting &B) {
      return A.Block != B.Block && Tree.dominates(A.Block, B.Block);
    });
    return true;
  }

  bool add(Loop &L, const BasicBlock &Block, const TraceSite &Entry, Value &Address, std::vector<Counting> &Found) {
    const SCEV *S = SE.getSCEV(&Address);
    Counting Result{&Block, Entry, S, nullptr};
    if (!SE.isLoopInvariant(S, &L)) {
      auto *Recurrence = dyn_cast<SCEVAddRecExpr>(S);
      if (!Recurrence || Recurrence->getLoop() != &L || !Recurrence->isAffine())
        return false;
      Result.Start = Recurrence->getStart();
      const SCEV *Step = Recurrence->getStepRecurrence(SE);
      if (auto *Constant = dyn_cast<SCEVConstant>(Step)) {
        Result.Site.Stride = Constant->getAPInt().getSExtValue();
      } else {
        Result.Stride = Step;
        Result.Site.Flags |= PME_SITE_STRIDE_RECORDED;
      }
    }
    Found.push_back(Result);
    return true;
  }

  const SiteMarks &Sites;
  const BorderMarks &Borders;
  ScalarEvolution &SE;
  DominatorTree &Tree;
  const DataLayout &Layout;
  Type *Int64;
  SCEVExpander Expander;
};

} // namespace

std::vector<Run> pme::findRuns(Function &F, FunctionAnalysisManager &Analyses, const SiteMarks &Sites,
                               const BorderMarks &Borders) {
  RunFinder Finder(F, Analyses, Sites, Borders);
  std::vector<Run> Result;
  for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (Run Found = Finder.find(*L); !Found.Sites.empty())
      Result.push_back(std::move(Found));
  return Result;
}

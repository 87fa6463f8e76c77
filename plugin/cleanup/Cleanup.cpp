//===- Cleanup.cpp - makes loops of the clone readable for ScalarEvolution -----------===//

#include "Cleanup.h"
#include "ChosenConstants.h"
#include "ChosenLocals.h"
#include "GeometricLoops.h"
#include "JoinedPointers.h"
#include "Registers.h"
#include "WidenedCounters.h"
#include "plugin/clone/CallEffects.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;
using namespace pme;

// InstCombine must not check for a fix point: the check ends the compiler.
static const char PromotePipeline[] = "sroa";
static const char TidyPipeline[] = "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>";
static const char SimplifyPipeline[] =
    "loop-simplify,lcssa,"
    "loop-mssa(loop-rotate,licm),early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,sroa,"
    "loop-simplify,lcssa,"
    "indvars,loop-mssa(licm),simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa";

Cleanup::Cleanup(CostsOfFunction CostsOf)
    : CostsOf(std::move(CostsOf)), Promote(Passes.pipeline(PromotePipeline)), Tidy(Passes.pipeline(TidyPipeline)),
      Simplify(Passes.pipeline(SimplifyPipeline)), Unroll(Passes.pipeline("loop-simplify,lcssa")) {
  Unroll.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  Unroll.addPass(InstSimplifyPass());
  Unroll.addPass(SROAPass(SROAOptions::PreserveCFG));
}

static void forgetExceptions(Function &F) {
  SmallVector<InvokeInst *, 8> Invokes;
  for (BasicBlock &Block : F)
    if (auto *Invoke = dyn_cast<InvokeInst>(Block.getTerminator()))
      Invokes.push_back(Invoke);
  for (InvokeInst *Invoke : Invokes)
    changeToCall(Invoke);
  if (!Invokes.empty())
    removeUnreachableBlocks(F);
}

TargetTransformInfo Cleanup::costs(const Function &Function) const {
  return CostsOf ? CostsOf(Function) : TargetTransformInfo(Function.getDataLayout());
}

void Cleanup::prepare(Function &F) {
  if (F.hasFnAttribute(Attribute::OptimizeNone))
    F.addFnAttr(UnoptimisedAttribute);
  F.removeFnAttr(Attribute::OptimizeNone);
  F.removeFnAttr(Attribute::NoInline);
  forgetExceptions(F);
  shiftForPowers(F);
}

// An atomic update keeps a local variable in memory. Recovery reads the code as one thread runs it, where it is a plain
// one. True when there were any.
static bool plainLocalAtomics(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    auto *Update = dyn_cast<AtomicRMWInst>(&I);
    auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
    Pointer = Update ? Update->getPointerOperand() : Exchange ? Exchange->getPointerOperand() : Pointer;
    if (!Pointer || !I.isAtomic() || !isa<AllocaInst>(Pointer))
      continue;
    if (Update)
      lowerAtomicRMWInst(Update);
    else if (Exchange)
      lowerAtomicCmpXchgInst(Exchange);
    else if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setAtomic(AtomicOrdering::NotAtomic);
    else
      cast<StoreInst>(I).setAtomic(AtomicOrdering::NotAtomic);
    Changed = true;
  }
  return Changed;
}

// Whether the value decides, through casts and comparisons with constants, if the loop is left.
static bool decidesExit(const Value &Flag, const Loop &L, unsigned Depth = 0) {
  static constexpr unsigned MaxDepth = 6;
  return Depth < MaxDepth &&
         any_of(
             Flag.users(),
             [&](const User *U) {
               if (auto *Branch = dyn_cast<BranchInst>(U))
                 return Branch->isConditional() && L.contains(Branch) &&
                        (!L.contains(Branch->getSuccessor(0)) || !L.contains(Branch->getSuccessor(1)));
               bool IsWithConstant = isa<BinaryOperator, ICmpInst>(U) && isa<Constant>(U->getOperand(1));
               return (isa<CastInst, FreezeInst, PHINode, SelectInst>(U) || IsWithConstant) &&
                      decidesExit(*U, L, Depth + 1);
             });
}

// What says whether an exchange succeeded: its flag, or that the old value is the one that was expected.
static SmallVector<Instruction *, 4> successesOf(AtomicCmpXchgInst &Exchange) {
  SmallVector<Instruction *, 4> Found;
  for (User *U : Exchange.users()) {
    auto *Part = dyn_cast<ExtractValueInst>(U);
    if (!Part)
      continue;
    if (Part->getIndices()[0] == 1) {
      Found.push_back(Part);
      continue;
    }
    for (User *Old : Part->users())
      if (auto *Same = dyn_cast<ICmpInst>(Old); Same && Same->getPredicate() == ICmpInst::ICMP_EQ &&
                                                is_contained(Same->operand_values(), Exchange.getCompareOperand()))
        Found.push_back(Same);
  }
  return Found;
}

// An exchange that is tried again until it succeeds does so at once where no other thread is there at the same moment:
// rounds that data seemed to decide would count its accesses over and over.
static bool succeedAtOnce(Function &F, FunctionAnalysisManager &FAM) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
    const Loop *L = Exchange ? FAM.getResult<LoopAnalysis>(F).getLoopFor(Exchange->getParent()) : nullptr;
    if (!L)
      continue;
    for (Instruction *Flag : successesOf(*Exchange))
      if (decidesExit(*Flag, *L)) {
        Flag->replaceAllUsesWith(ConstantInt::getTrue(F.getContext()));
        Changed = true;
      }
  }
  return Changed;
}

// A branch to a block from where only the end of the program is reached is never taken by a program that works.
static void pruneDeadEnds(Function &F) {
  SmallPtrSet<BasicBlock *, 8> Dead;
  SmallVector<BasicBlock *, 8> Work;
  for (BasicBlock &Block : F)
    if (isa<UnreachableInst>(Block.getTerminator()))
      Work.push_back(&Block);
  while (!Work.empty()) {
    BasicBlock *Block = Work.pop_back_val();
    if (!all_of(successors(Block), [&](BasicBlock *Next) { return Dead.contains(Next); }) || !Dead.insert(Block).second)
      continue;
    append_range(Work, predecessors(Block));
  }
  if (Dead.contains(&F.getEntryBlock()))
    return;
  for (BasicBlock &Block : F) {
    auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
    if (!Branch || !Branch->isConditional() || Dead.contains(&Block))
      continue;
    for (unsigned Side : {0u, 1u})
      if (Dead.contains(Branch->getSuccessor(Side)))
        Branch->setCondition(ConstantInt::getBool(F.getContext(), Side == 1));
  }
}

void Cleanup::shorten(Function &F, bool IsCallee) {
  pruneDeadEnds(F);
  bool Changed = false;
  for (BasicBlock &Block : F)
    Changed |= ConstantFoldTerminator(&Block);
  if (Changed)
    removeUnreachableBlocks(F);
  if (IsCallee)
    Passes.run(Promote, F);
}

// Of a few iterations, in which an element of a small local array is chosen by the variable: `for (d = 0; d < 3; d++)
// offset += index[d] * stride[d]`.
static bool choosesLocalElements(const Loop &L) {
  static constexpr uint64_t MostBytes = 256;
  auto IsChosen = [&](const Instruction &I) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->getType()->isIntOrPtrTy() || L.isLoopInvariant(Load->getPointerOperand()))
      return false;
    auto *Local = dyn_cast<AllocaInst>(getUnderlyingObject(Load->getPointerOperand()));
    auto Size = Local ? Local->getAllocationSize(I.getDataLayout()) : std::nullopt;
    return Size && !Size->isScalable() && Size->getFixedValue() <= MostBytes;
  };
  return any_of(L.blocks(), [&](const BasicBlock *Block) { return any_of(*Block, IsChosen); });
}

// Few functions have such loops: trips are counted of them alone.
static bool askForUnrolling(Function &F, FunctionAnalysisManager &FAM) {
  static constexpr unsigned MostIterations = 8;
  bool Found = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (!L->isInnermost() || !choosesLocalElements(*L))
      continue;
    unsigned Trips = FAM.getResult<ScalarEvolutionAnalysis>(F).getSmallConstantTripCount(L);
    if (Trips == 0 || Trips > MostIterations)
      continue;
    askToWriteOut(*L);
    Found = true;
  }
  return Found;
}

// Flang declares what a simd loop leaves behind where the loop stands, in the loop around it; locals are promoted from
// the entry alone.
static void moveLocalsToEntry(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  for (BasicBlock &Block : drop_begin(F))
    for (Instruction &I : make_early_inc_range(Block))
      if (auto *Local = dyn_cast<AllocaInst>(&I); Local && isa<ConstantInt>(Local->getArraySize()))
        Local->moveBefore(Entry, Entry.getFirstInsertionPt());
}

void Cleanup::writeOut(Function &F) {
  CopiedConstructs Copied(*F.getParent());
  Passes.run(Unroll, F);
}

// Pointers to shared variables stand in a block that a task's block points to: what is promoted in one round frees what
// it points to for the next.
void Cleanup::promoteTasks(Function &F) {
  static constexpr int MostRounds = 4;
  auto CountLocals = [&] { return count_if(instructions(F), [](Instruction &I) { return isa<AllocaInst>(I); }); };
  moveLocalsToEntry(F);
  auto Left = CountLocals(), Before = Left;
  for (int Round = 0; Round == 0 || (Round < MostRounds && Left < Before); ++Round) {
    Before = Left;
    Passes.run(Promote, F);
    Left = CountLocals();
  }
}

std::string Cleanup::promoteLocals(Function &F) {
  moveLocalsToEntry(F);
  Passes.run(Promote, F);
  if (plainLocalAtomics(F))
    Passes.run(Promote, F);
  if (copyChosenLocals(F))
    Passes.run(Promote, F);
  std::string Taken = endGeometricLoops(F, analyses());
  if (!Taken.empty())
    Passes.forget(F);
  bool Geometric = askForGeometricLoops(F, analyses());
  if (askForUnrolling(F, analyses()) || Geometric)
    writeOut(F);
  if (succeedAtOnce(F, analyses()))
    Passes.forget(F);
  return Taken;
}

void Cleanup::simplifyLoops(Function &F, AssumedLoads &Assumed, Markers &M) {
  pruneDeadEnds(F);
  describeCalls(F, analyses().getResult<TargetLibraryAnalysis>(F), analyses().getResult<LoopAnalysis>(F), M);
  if (askForChosenConstants(F, analyses(), M)) // what is read of the table is marked
    writeOut(F);
  simplify(F);
  if (succeedAtOnce(F, analyses())) // behind blocks that are joined now
    simplify(F);
  // One more round uses what has left the loops; a third one never changed anything in real programs.
  if (hoistLoads(F, analyses(), Assumed))
    simplify(F);
}

void Cleanup::simplify(Function &F) {
  Passes.run(Tidy, F);
  if (joinPointers(F, analyses())) {
    Passes.forget(F);
    Passes.run(Tidy, F);
  }
  Passes.run(Simplify, F);
  if (narrowWidenedCounters(F, analyses()))
    Passes.forget(F);
}

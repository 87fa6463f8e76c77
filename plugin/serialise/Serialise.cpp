//===- Serialise.cpp - OpenMP calls away, on the clone -------------------------------===//

#include "Serialise.h"
#include "Serialiser.h"
#include "plugin/base/LLVMCompat.h"
#include "plugin/base/Leagues.h"
#include "plugin/base/NoteKinds.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/clone/Inline.h"
#include "plugin/names/LoopVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace pme;

Construct Serialiser::describe(const CallBase &Call, ConstructKind Kind) const {
  Construct Result;
  Result.Kind = Kind;
  Result.Place = Call.getDebugLoc();
  Result.Function = F.getName().str();
  return Result;
}

void Serialiser::collect() {
  for (Instruction &I : instructions(F))
    if (runtimeAction(I) != RuntimeAction::None && Tree.isReachableFromEntry(I.getParent()))
      Calls.push_back(cast<CallBase>(&I));
  // Blocks stand in any order; handle what dominates first.
  Tree.updateDFSNumbers();
  stable_sort(Calls, [&](const CallBase *A, const CallBase *B) {
    return Tree.getNode(A->getParent())->getDFSNumIn() < Tree.getNode(B->getParent())->getDFSNumIn();
  });
}

void Serialiser::replace(CallBase &Call, uint64_t Value) {
  if (!Call.getType()->isVoidTy())
    Call.replaceAllUsesWith(ConstantInt::get(Call.getType(), Value));
  Dead.push_back(&Call);
}

// omp_get_thread_num() and omp_get_num_threads()
void Serialiser::answer(CallBase &Call, bool WithTeam) {
  if (!Call.getType()->isIntegerTy(32))
    return;
  if (Asker < 0)
    Asker = M.addAsker();
  IRBuilder<> Builder(&Call);
  Call.replaceAllUsesWith(WithTeam ? M.teamSize(Builder, Asker) : M.threadNumber(Builder, Asker));
  Dead.push_back(&Call);
}

// With `if (c)` the compiler calls the outlined body itself on the other side of a branch.
void Serialiser::noteIfClause(const CallBase &Serialized) {
  const BasicBlock *Side = Serialized.getParent(), *Before = Side->getSinglePredecessor();
  auto *Branch = Before ? dyn_cast<BranchInst>(const_cast<Instruction *>(Before->getTerminator())) : nullptr;
  if (!Branch || !Branch->isConditional())
    return;
  const BasicBlock *Other = Branch->getSuccessor(Branch->getSuccessor(0) == Side);
  bool Forks = any_of(*Other, [](const Instruction &I) { return runtimeAction(I) == RuntimeAction::Fork; });
  if (!Forks || Other == Side)
    return;
  IfClauses[Other] = {Branch, Branch->getCondition(), Branch->getSuccessor(0) == Other};
  ForkOfSerial[&Serialized] = Other;
}

/// When the region has a team; null: always.
Value *Serialiser::conditionOf(const CallBase &Fork, IRBuilderBase &Builder) const {
  if (runtimeAction(Fork) == RuntimeAction::ForkIf)
    return Builder.CreateIsNotNull(Fork.getArgOperand(ForkIfCondition));
  auto Clause = IfClauses.find(Fork.getParent());
  if (Clause == IfClauses.end())
    return nullptr;
  Value *Condition = Clause->second.Condition;
  return Clause->second.ForksWhen ? Condition : Builder.CreateNot(Condition);
}

// Of an `if` clause the parallel side is read: the region's marker has the condition.
void Serialiser::takeParallelSide(CallBase &Serialized) {
  if (const BasicBlock *Forks = ForkOfSerial.lookup(&Serialized)) {
    const IfClause &Clause = IfClauses.find(Forks)->second;
    Clause.Branch->setCondition(ConstantInt::getBool(F.getContext(), Clause.ForksWhen));
    replace(Serialized, 0);
    return;
  }
  IRBuilder<> Builder(&Serialized);
  Construct Region = describe(Serialized, ConstructKind::Region);
  Region.Serial = true;
  Ids[&Serialized] = M.begin(Builder, Region, nullptr);
  Opened.push_back(&Serialized);
  replace(Serialized, 0);
}

Value *Serialiser::zeroThread(Module &Clone) {
  if (!Zero) {
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
    Zero = Builder.CreateAlloca(Type::getInt32Ty(Clone.getContext()));
    Builder.CreateStore(Builder.getInt32(0), Zero);
  }
  return Zero;
}

// With -g the outlined body calls a second function that has the code, and a region in it may make that a fork, too.
static void markBody(Function &Body) {
  Body.addFnAttr(BodyAttribute);
  for (Instruction &I : instructions(Body))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction())
        if (Callee->hasLocalLinkage() && Callee->getName().contains("omp_outlined_debug__"))
          Callee->addFnAttr(BodyAttribute);
}

// A league: see Leagues.h.
Construct Serialiser::describeFork(const CallBase &Fork, const Function &Body) const {
  Construct Region = describe(Fork, ConstructKind::Region);
  if (runtimeAction(Fork) != RuntimeAction::ForkTeams)
    return Region;
  if (Body.hasFnAttribute(LeagueOfThreadsAttribute)) {
    Region.Serial = !PushedTeams;
    return Region;
  }
  bool ByOneTeam = Body.hasFnAttribute(LeagueOfRegionsAttribute);
  Region.Kind = ByOneTeam ? ConstructKind::League : ConstructKind::Unsupported;
  Region.Text = !ByOneTeam    ? "teams"
                : PushedTeams ? "one team runs all iterations: num_teams is left out"
                              : "one team runs all iterations, as the host's runtime has it without num_teams";
  return Region;
}

void Serialiser::rewriteFork(CallBase &Fork, unsigned FirstArgument) {
  auto *Body = Fork.arg_size() > ForkFunction
                   ? dyn_cast<Function>(Fork.getArgOperand(ForkFunction)->stripPointerCasts())
                   : nullptr;
  unsigned Given = Fork.arg_size() > FirstArgument ? Fork.arg_size() - FirstArgument : 0;
  if (!Body || Body->isVarArg() || Body->arg_size() != Given + 2)
    return noteUnsupported(Fork);

  bool Teams = runtimeAction(Fork) == RuntimeAction::ForkTeams;
  SmallVector<Value *, 8> Arguments(2, zeroThread(*F.getParent()));
  for (unsigned I = 0; I < Given; ++I) {
    Value *Argument = Fork.getArgOperand(FirstArgument + I);
    if (Argument->getType() != Body->getArg(I + 2)->getType())
      return noteUnsupported(Fork);
    Arguments.push_back(Argument);
  }
  F.addFnAttr(ForksAttribute);
  IRBuilder<> Builder(&Fork);
  Construct Region = describeFork(Fork, *Body);
  Value *Threads = Teams ? PushedTeams : PushedThreads;
  bool IsRegion = Region.Kind == ConstructKind::Region;
  int Id = M.begin(Builder, Region, IsRegion ? Threads : nullptr, IsRegion ? conditionOf(Fork, Builder) : nullptr);
  (Teams ? PushedTeams : PushedThreads) = nullptr;
  markBody(*Body);
  CallInst *Call = Builder.CreateCall(Body, Arguments);
  Call->setCallingConv(Body->getCallingConv());
  M.end(Builder, Id);
  replace(Fork, 0);
}

// One thread enters: the marker stands in front of the test of the result, its end after the code that it guards.
void Serialiser::beginOneThread(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  Ids[&Call] = M.begin(Builder, describe(Call, ConstructKind::OneThread), nullptr);
  Opened.push_back(&Call);
  replace(Call, 1);
}

void Serialiser::closeConstruct(CallBase &End, ConstructKind Kind) {
  SmallVector<CallBase *, 8> Candidates;
  for (CallBase *Call : Opened)
    if (M.Constructs[Ids.lookup(Call)].Kind == Kind)
      Candidates.push_back(Call);
  if (CallBase *Begin = nearestDominating(Candidates, End)) {
    IRBuilder<> Builder(&End);
    M.end(Builder, Ids.lookup(Begin));
  }
  replace(End, 0);
}

// A construct without a place in the tree: what it does is not modelled.
void Serialiser::noteUnsupported(CallBase &Call, ConstructKind Kind) {
  Construct Entry = describe(Call, Kind);
  Entry.Text = Kind == ConstructKind::TaskLoop ? "taskloop"
               : Kind == ConstructKind::Task   ? "task"
                                               : Call.getCalledFunction()->getName().str();
  IRBuilder<> Builder(&Call);
  M.end(Builder, M.begin(Builder, Entry, nullptr));
}

// `cancel` is taken not to happen: said on the construct around it.
void Serialiser::noteCancel(CallBase &Call) {
  if (CallBase *Init = LoopInit.before(Call))
    M.Constructs[Ids.lookup(Init)].Cancelled = true;
  replace(Call, 0);
}

// The calls that others are looked up by, before code changes.
void Serialiser::sortInits() {
  for (CallBase *Call : Calls)
    switch (runtimeAction(*Call)) {
    case RuntimeAction::StaticInit:
    case RuntimeAction::DistributeInit:
      StaticInits.push_back(Call);
      break;
    case RuntimeAction::StaticFini:
      StaticFinis.push_back(Call);
      break;
    case RuntimeAction::DispatchInit:
      DispatchInits.push_back(Call);
      break;
    case RuntimeAction::DoacrossInit:
      DoacrossInits.push_back(Call);
      break;
    case RuntimeAction::BeginSerial:
      noteIfClause(*Call);
      break;
    default:
      break;
    }
  SmallVector<CallBase *, 8> Inits(StaticInits);
  Inits.append(DispatchInits);
  StaticInit.collect(StaticInits, Tree);
  DispatchInit.collect(DispatchInits, Tree);
  LoopInit.collect(Inits, Tree);
  DoacrossInit.collect(DoacrossInits, Tree);
  for (CallBase *Fini : StaticFinis)
    if (const CallBase *Init = StaticInit.before(*Fini))
      FinisOf[Init].push_back(Fini);
}

// Calls that start and end regions. False: it is none of them.
bool Serialiser::rewriteRegionCall(CallBase &Call) {
  switch (runtimeAction(Call)) {
  case RuntimeAction::Fork:
  case RuntimeAction::ForkTeams:
    rewriteFork(Call, ForkArguments);
    return true;
  case RuntimeAction::ForkIf:
    rewriteFork(Call, ForkIfArguments);
    return true;
  case RuntimeAction::PushThreads:
    PushedThreads = Call.getArgOperand(pme::PushedThreads);
    replace(Call, 0);
    return true;
  case RuntimeAction::PushTeams:
    PushedTeams = Call.getArgOperand(pme::PushedTeams);
    if (auto *Count = dyn_cast<ConstantInt>(PushedTeams); Count && Count->isZero())
      PushedTeams = nullptr;
    replace(Call, 0);
    return true;
  case RuntimeAction::BeginSerial:
    takeParallelSide(Call);
    return true;
  case RuntimeAction::EndSerial:
    closeConstruct(Call, ConstructKind::Region);
    return true;
  default:
    return false;
  }
}

// Each thread has a copy of its own (threadprivate blocks of Fortran), which thread-local variables are in the clone.
void Serialiser::takeOwnCopy(CallBase &Call) {
  Value *Shared = Call.getArgOperand(2);
  if (auto *Variable = dyn_cast<GlobalVariable>(Shared->stripInBoundsConstantOffsets())) {
    Variable->setThreadLocal(true);
    Variable->setMetadata(GlobalPlaceKind, nullptr); // of the first thread's alone
  }
  Call.replaceAllUsesWith(Shared);
  Dead.push_back(&Call);
}

void Serialiser::rewriteOtherCall(CallBase &Call) {
  switch (runtimeAction(Call)) {
  case RuntimeAction::BeginOneThread:
    return beginOneThread(Call);
  case RuntimeAction::EndOneThread:
    return closeConstruct(Call, ConstructKind::OneThread);
  case RuntimeAction::Threadprivate:
    return takeOwnCopy(Call);
  case RuntimeAction::ThreadNumber:
    return answer(Call, /*WithTeam=*/false);
  case RuntimeAction::TeamSize:
    return answer(Call, /*WithTeam=*/true);
  case RuntimeAction::Task:
    return noteUnsupported(Call, ConstructKind::Task);
  case RuntimeAction::TaskLoop:
    return rewriteTaskLoop(Call);
  case RuntimeAction::TaskReduction:
    Call.replaceAllUsesWith(Constant::getNullValue(Call.getType()));
    Dead.push_back(&Call);
    return;
  case RuntimeAction::TaskCopy:
    return takeTaskCopy(Call);
  case RuntimeAction::Cancel:
    return noteCancel(Call);
  case RuntimeAction::One:
    return replace(Call, 1);
  case RuntimeAction::Barrier:
  case RuntimeAction::Zero:
  case RuntimeAction::Drop:
  case RuntimeAction::DispatchDeinit:
  case RuntimeAction::DoacrossInit:
    return replace(Call, 0);
  default:
    return;
  }
}

void Serialiser::run() {
  collect();
  sortInits();
  for (CallBase *Call : Calls)
    if (!rewriteRegionCall(*Call) && !rewriteLoopCall(*Call))
      rewriteOtherCall(*Call);
  // Later calls look for barriers: nothing goes before the end.
  for (CallBase *Call : Dead)
    Call->eraseFromParent();
  removeUnreachableBlocks(F);
}

void pme::serialise(Function &F, Markers &M) {
  if (!F.isDeclaration())
    Serialiser(F, M).run();
}

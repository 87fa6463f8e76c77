//===- ModuleClone.cpp - the part of a module that recovery works on -----------------===//

#include "ModuleClone.h"
#include "CallEffects.h"
#include "GlobalLayout.h"
#include "Inline.h"
#include "plugin/base/LambdaCalls.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/base/SourceAssignments.h"
#include "plugin/base/SourceAtoms.h"
#include "plugin/base/TaskLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace pme;

namespace {

using FunctionSet = SmallPtrSet<const Function *, 32>;

/// Functions of a module by their part in its OpenMP constructs.
struct RoleSet {
  FunctionSet Bodies;     ///< outlined bodies of regions
  FunctionSet Holders;    ///< call the runtime to fork or to share a loop
  FunctionSet Sequential; ///< have loops, and are none of these
  FunctionSet ForLambdas; ///< holders that are shown where they are called, LambdaCalls.h
  FunctionSet Callers;    ///< of those, holders by this alone or not

  bool isRoot(const Function &F) const {
    return Sequential.contains(&F) || (Holders.contains(&F) && !Bodies.contains(&F));
  }
};

bool startsSomething(RuntimeAction Action) {
  switch (Action) {
  case RuntimeAction::Fork:
  case RuntimeAction::ForkIf:
  case RuntimeAction::ForkTeams:
  case RuntimeAction::StaticInit:
  case RuntimeAction::DistributeInit:
  case RuntimeAction::DispatchInit:
  case RuntimeAction::Task:
  case RuntimeAction::TaskLoop:
    return true;
  default:
    return false;
  }
}

bool isFork(RuntimeAction Action) {
  return Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf || Action == RuntimeAction::ForkTeams;
}

// With -g clang puts the body of a region into a second function that the outlined one calls.
bool isDebugBody(const Function &F) { return F.hasLocalLinkage() && F.getName().contains("omp_outlined_debug__"); }

bool isOutlined(const Function &F) {
  return F.hasLocalLinkage() &&
         (F.getName().contains("omp_outlined") || F.getName().contains(".omp_") || F.getName().contains("..omp_par"));
}

RoleSet findRoles(const Module &M) {
  RoleSet Result;
  for (const Function &Callee : M) {
    RuntimeAction Action = runtimeAction(Callee.getName());
    if (!Callee.isDeclaration() || !startsSomething(Action))
      continue;
    for (const User *U : Callee.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledOperand() != &Callee)
        continue;
      Result.Holders.insert(Call->getFunction());
      if (isFork(Action) && Call->arg_size() > ForkFunction)
        if (auto *Body = dyn_cast<Function>(Call->getArgOperand(ForkFunction)->stripPointerCasts()))
          Result.Bodies.insert(Body);
      if (auto Tasks = readTaskLoop(*Call)) {
        Result.Bodies.insert(Tasks->Entry);
        Result.Bodies.insert(Tasks->Body);
      }
    }
  }
  for (const Function *F : Result.Holders)
    if (isDebugBody(*F))
      Result.Bodies.insert(F);
  return Result;
}

// From functions that fork outwards: libraries have layers.
void followLambdas(RoleSet &Roles) {
  SmallVector<const Function *, 16> Work;
  copy_if(Roles.Holders, std::back_inserter(Work), [](const Function *F) { return forksRegion(*F); });
  while (!Work.empty()) {
    const Function *F = Work.pop_back_val();
    const CallBase *Call = Roles.Bodies.contains(F) ? nullptr : onlyCallForLambda(*F);
    const Function *Caller = Call ? Call->getFunction() : nullptr;
    if (!Caller || Roles.Bodies.contains(Caller) || isOutlined(*Caller))
      continue;
    Roles.ForLambdas.insert(F);
    Roles.Holders.insert(Caller);
    if (Roles.Callers.insert(Caller).second)
      Work.push_back(Caller);
  }
}

bool hasLoop(const Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> Edges;
  FindFunctionBackedges(F, Edges);
  return !Edges.empty();
}

// What OpenMP outlines is part of another function, whether or not it shares a loop.
void addSequential(const Module &M, RoleSet &Roles) {
  for (const Function &F : M)
    if (!F.isDeclaration() && !Roles.Bodies.contains(&F) && !Roles.Holders.contains(&F) && !isOutlined(F) && hasLoop(F))
      Roles.Sequential.insert(&F);
}

// What runs where nothing is thrown.
SmallPtrSet<const BasicBlock *, 16> blocksWithoutHandlers(const Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Reached = {&F.getEntryBlock()};
  SmallVector<const BasicBlock *, 16> Work = {&F.getEntryBlock()};
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val()))
      if (!Next->isEHPad() && Reached.insert(Next).second)
        Work.push_back(Next);
  return Reached;
}

/// Of the outlined body of a short region the one large function that it calls, beside accessors. Null: there is none, or
/// other work.
const Function *loneCallee(const Function &Body) {
  constexpr unsigned MaxBodyInstructions = 200, MaxAccessorInstructions = 40, MaxLoneInstructions = 3000;
  if (Body.isDeclaration() || Body.getInstructionCount() > MaxBodyInstructions)
    return nullptr;
  const Function *Found = nullptr;
  for (const BasicBlock *Block : blocksWithoutHandlers(Body))
    for (const Instruction &I : *Block) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || isa<IntrinsicInst>(Call) || runtimeAction(I) != RuntimeAction::None)
        continue;
      const Function *Callee = Call->getCalledFunction();
      unsigned Size = Callee ? Callee->getInstructionCount() : 0;
      if (Size > 0 && Size <= MaxAccessorInstructions)
        continue;
      if (Found || Size == 0 || isShort(*Callee) || Size > MaxLoneInstructions || forksRegion(*Callee))
        return nullptr;
      Found = Callee;
    }
  return Found;
}

void markLoneCalls(Function &Clone, const Value *Callee) {
  for (Instruction &I : instructions(Clone))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Callee && Call->getCalledOperand() == Callee)
      Call->addFnAttr(Attribute::get(Clone.getContext(), LoneAttribute));
}

/// Collects what a root needs: bodies that it forks, and small functions that it calls.
class Closure {
public:
  explicit Closure(const RoleSet &Roles) : Roles(Roles) {}

  void add(const Function &F) {
    if (!Members.insert(&F).second)
      return;
    if (const Function *Lone = isBody(F) ? loneCallee(F) : nullptr)
      add(*Lone);
    for (const Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee)
        continue;
      if (isFork(runtimeAction(I)) && Call->arg_size() > ForkFunction)
        Callee = dyn_cast<Function>(Call->getArgOperand(ForkFunction)->stripPointerCasts());
      if (Callee && isWanted(*Callee))
        add(*Callee);
      if (auto Tasks = readTaskLoop(*Call))
        addTaskLoop(*Tasks);
    }
  }

  bool isBody(const Function &F) const { return Roles.Bodies.contains(&F) || isDebugBody(F); }

  FunctionSet Members;

private:
  // The entry hands the body a function that knows where its private variables are.
  void addTaskLoop(const TaskLoopCall &Tasks) {
    add(*Tasks.Entry);
    for (const Instruction &I : instructions(*Tasks.Entry))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction() == Tasks.Body)
        if (auto *Places = dyn_cast<Function>(Call->getArgOperand(TaskBodyPlaces)->stripPointerCasts());
            Places && !Places->isDeclaration())
          add(*Places);
  }

  bool isWanted(const Function &F) const {
    if (F.isDeclaration())
      return false;
    return Roles.Bodies.contains(&F) || F.hasFnAttribute(Attribute::AlwaysInline) || (isShort(F) && !forksRegion(F));
  }

  const RoleSet &Roles;
};

// Tables that are constant may hold sizes, and texts are compared with: small ones come along.
bool isWantedVariable(const GlobalVariable &Variable) {
  constexpr uint64_t MaxBytes = 256;
  if (!Variable.isConstant() || !Variable.hasInitializer() || isa<ConstantArray>(Variable.getInitializer()))
    return false;
  auto *Table = dyn_cast<ConstantDataArray>(Variable.getInitializer());
  return !Table || Table->getRawDataValues().size() <= MaxBytes;
}

// Fortran's literals may be merged with those of other files, which are the same: passes are told that nothing else is.
void keepConstants(Module &Clone) {
  for (GlobalVariable &Variable : Clone.globals())
    if (Variable.isConstant() && Variable.hasInitializer() && Variable.hasLinkOnceLinkage()) {
      Variable.setComdat(nullptr);
      Variable.setLinkage(GlobalValue::InternalLinkage);
    }
}

} // namespace

bool pme::isShort(const Function &F) {
  constexpr unsigned MaxStraight = 5000, LeastOfBlock = 50;
  unsigned Size = F.getInstructionCount();
  return Size <= MaxInlinedInstructions || (Size <= MaxStraight && Size >= LeastOfBlock * F.size());
}

bool pme::forksRegion(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) { return isFork(runtimeAction(I)); });
}

ModuleClone pme::cloneForRecovery(const Module &Original, ValueOrigins *Numbered, bool WithSequential) {
  RoleSet Roles = findRoles(Original);
  followLambdas(Roles);
  if (WithSequential)
    addSequential(Original, Roles);
  Closure Needed(Roles);
  for (const Function &F : Original)
    if (Roles.isRoot(F))
      Needed.add(F);

  ValueToValueMapTy Map;
  ModuleClone Result;
  auto IsWanted = [&](const GlobalValue *V) {
    if (auto *F = dyn_cast<Function>(V))
      return Needed.Members.contains(F);
    auto *Variable = dyn_cast<GlobalVariable>(V);
    return Variable && isWantedVariable(*Variable);
  };
  {
    WithoutAtoms Places(Needed.Members);
    WithoutAssignments Declared(Needed.Members);
    Declared.prepare(Map);
    Result.Module = CloneModule(Original, Map, IsWanted);
    for (Function &F : *Result.Module)
      Declared.declareVariables(F);
  }
  keepConstants(*Result.Module);
  noteGlobalPlaces(Original, Map);
  for (const Function &F : Original)
    if (auto *Clone = dyn_cast_or_null<Function>(static_cast<Value *>(Map.lookup(&F)));
        Clone && Clone->isDeclaration() && !F.isDeclaration())
      Clone->addFnAttr(DefinedAttribute);
  for (const Function *F : Roles.ForLambdas)
    cast<Function>(Map[F])->addFnAttr(ForLambdaAttribute);
  for (const Function *F : Roles.Callers)
    cast<Function>(Map[F])->addFnAttr(ForksAttribute);
  if (Numbered)
    Numbered->number(Original, Map);
  for (const Function *F : Needed.Members)
    if (Needed.isBody(*F)) {
      auto *Body = cast<Function>(Map[F]);
      Result.Bodies.insert(Body);
      markLoneCalls(*Body, Map.lookup(loneCallee(*F)));
    }
  for (const Function &F : Original)
    if (Roles.isRoot(F)) {
      Result.Roots.push_back(cast<Function>(Map[&F]));
      if (Roles.Sequential.contains(&F))
        Result.Roots.back()->addFnAttr(SequentialAttribute);
    }
  return Result;
}

void pme::dropCode(Function &F) {
  SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
  F.getAllMetadata(Attached);
  F.deleteBody();
  for (auto [Kind, Node] : Attached)
    F.addMetadata(Kind, *Node);
  new UnreachableInst(F.getContext(), BasicBlock::Create(F.getContext(), "", &F));
}

void pme::dropUncalled(Module &Clone, ArrayRef<Function *> ToRead) {
  SmallPtrSet<const Function *, 16> Kept(ToRead.begin(), ToRead.end());
  for (bool HasDropped = true; HasDropped;) {
    HasDropped = false;
    for (Function &F : Clone)
      if (!F.isDeclaration() && F.use_empty() && Kept.insert(&F).second) {
        dropCode(F);
        HasDropped = true;
      }
  }
}

void pme::dropAll(Module &Clone) {
  for (Function &F : Clone)
    if (!F.isDeclaration())
      dropCode(F);
}

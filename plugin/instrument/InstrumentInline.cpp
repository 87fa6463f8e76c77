//===- InstrumentInline.cpp - what is inlined into functions that record -------------===//

#include "InstrumentInline.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/clone/Inline.h"
#include "plugin/clone/ModuleClone.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

namespace {

/// A call that may be inlined. `From` indexes the history of inlined functions, -1 for calls of the function's own.
struct Candidate {
  CallBase *Call;
  int From;
};

class SmallCallees {
public:
  SmallCallees(Function &Traced, const TargetTransformInfo &Target, function_ref<bool(const Function &)> MayTrace)
      : Traced(Traced), Target(Target), MayTrace(MayTrace), Size(Traced.getInstructionCount()) {}

  void inlineAll() {
    for (Instruction &I : instructions(Traced))
      if (auto *Call = dyn_cast<CallBase>(&I))
        Work.push_back({Call, -1});
    for (size_t Next = 0; Next < Work.size(); ++Next)
      visit(Work[Next]);
  }

private:
  bool isRecursive(const Function &Callee, int From) const {
    for (; From >= 0; From = History[From].second)
      if (History[From].first == &Callee)
        return true;
    return &Callee == &Traced;
  }

  // Without optimisation clang forbids to inline anything: that is not what the source says.
  static bool isForbidden(const Function &Callee) {
    return Callee.hasFnAttribute(Attribute::NoInline) && !Callee.hasFnAttribute(Attribute::OptimizeNone);
  }

  // The code is the program's own: what a processor or a sanitizer needs is kept. Constructs are found by function.
  bool isWanted(Function &Callee) const {
    unsigned Added = Callee.getInstructionCount();
    return Added <= MaxInlinedInstructions && Size + Added <= MaxRootInstructions && !isForbidden(Callee) &&
           none_of(instructions(Callee),
                   [](const Instruction &I) { return runtimeAction(I) != RuntimeAction::None; }) &&
           Target.areInlineCompatible(&Traced, &Callee) && AttributeFuncs::areInlineCompatible(Traced, Callee) &&
           isInlineViable(Callee).isSuccess();
  }

  void visit(Candidate C) {
    Function *Callee = C.Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration() || C.Call->getAttributes().hasFnAttr(Attribute::NoInline) ||
        isRecursive(*Callee, C.From) || !MayTrace(*Callee) || !isWanted(*Callee))
      return;
    unsigned Added = Callee->getInstructionCount();
    InlineFunctionInfo Info;
    if (!InlineFunction(*C.Call, Info, /*MergeAttributes=*/true).isSuccess())
      return;
    Size += Added;
    History.push_back({Callee, C.From});
    for (CallBase *Call : Info.InlinedCallSites)
      Work.push_back({Call, static_cast<int>(History.size()) - 1});
  }

  Function &Traced;
  const TargetTransformInfo &Target;
  function_ref<bool(const Function &)> MayTrace;
  unsigned Size;
  std::vector<Candidate> Work;
  std::vector<std::pair<const Function *, int>> History;
};

} // namespace

void pme::inlineSmallCallees(Function &Traced, const TargetTransformInfo &Target,
                             function_ref<bool(const Function &)> MayTrace) {
  SmallCallees(Traced, Target, MayTrace).inlineAll();
}

/// Of functions that run a task and have its code.
static constexpr StringLiteral TaskAttribute = "pmecache-task";

void pme::inlineTaskBody(Function &Entry) {
  Entry.addFnAttr(TaskAttribute);
  for (Instruction &I : make_early_inc_range(instructions(Entry))) {
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Body = Call ? Call->getCalledFunction() : nullptr;
    if (!Body || Body->isDeclaration() || !Body->getName().contains("omp_outlined"))
      continue;
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info, /*MergeAttributes=*/true);
    return;
  }
}

static bool isTask(const Value &V) {
  if (auto *Given = dyn_cast<Argument>(&V))
    return Given->getArgNo() == 1 && Given->getParent()->hasFnAttribute(TaskAttribute);
  auto *Call = dyn_cast<CallBase>(&V);
  return Call && runtimeAction(*Call) == RuntimeAction::TaskAllocation;
}

// The task begins with where the pointers to shared variables are.
static bool isShares(const Value &V) {
  auto *Load = dyn_cast<LoadInst>(&V);
  return Load && isTask(*Load->getPointerOperand()->stripPointerCasts());
}

bool pme::isOfTaskBlock(const Value &Address, const Type &Accessed) {
  const Value &Base = *Address.stripInBoundsConstantOffsets();
  if (isTask(Base) || isShares(Base))
    return true;
  // What clang has by reference, not a pointer of the source's.
  auto *Captured = dyn_cast<LoadInst>(&Address);
  return Captured && Captured->hasMetadata(LLVMContext::MD_nonnull) && Accessed.isSingleValueType() &&
         !Accessed.isVectorTy() && isShares(*Captured->getPointerOperand()->stripInBoundsConstantOffsets());
}

/// Of LLVM's: a call that has it lets the function in which it stands cost so much more.
static constexpr StringLiteral Bonus = "call-threshold-bonus";

// Variables that nobody else has become registers, and a division by 1 goes.
static bool costs(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
    return !isa<AllocaInst>(Pointer);
  bool IsPlain = I.isBinaryOp() && I.getOpcode() == Instruction::UDiv && match(I.getOperand(1), m_One());
  return !IsPlain && (I.isBinaryOp() || isa<CmpInst, SelectInst, CallBase>(I)) && !isa<DbgInfoIntrinsic>(I);
}

static int64_t instructionsOf(const Function &F) { return count_if(instructions(F), costs); }

void InliningCosts::remember(Function &F) {
  if (!Sizes.count(&F))
    Sizes[&F] = instructionsOf(F);
}

// A call that was added: the first one, since LLVM stops where a function costs too much.
static CallBase *firstAdded(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Call->hasFnAttr(Bonus) &&
        (Callee->getIntrinsicID() == Intrinsic::threadlocal_address || Callee->getName().starts_with("__pme_rt_")))
      return Call;
  }
  return nullptr;
}

void InliningCosts::allowForMore() const {
  for (auto [F, Before] : Sizes)
    if (CallBase *Call = firstAdded(*F)) {
      int64_t More = (instructionsOf(*F) - Before) * InlineConstants::getInstrCost();
      Call->addFnAttr(Attribute::get(F->getContext(), Bonus, std::to_string(More)));
    }
}

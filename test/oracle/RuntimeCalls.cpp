//===- RuntimeCalls.cpp - calls of the OpenMP runtime, as the oracle sees them -===//

#include "RuntimeCalls.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

Omp kindOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  if (Name == "__kmpc_fork_call" || Name == "__kmpc_fork_call_if" || Name == "__kmpc_fork_teams")
    return Omp::Fork;
  if (Name.starts_with("__kmpc_for_static_init"))
    return Omp::StaticInit;
  if (Name == "__kmpc_for_static_fini")
    return Omp::StaticFini;
  if (Name.starts_with("__kmpc_dispatch_init"))
    return Omp::DispatchInit;
  if (Name.starts_with("__kmpc_dispatch_next"))
    return Omp::DispatchNext;
  if (Name == "__kmpc_omp_task_alloc")
    return Omp::TaskAllocation;
  if (Name == "__kmpc_taskloop" || Name == "__kmpc_taskloop_5")
    return Omp::TaskLoop;
  return Omp::Other;
}

DebugLoc pragmaPlace(const Instruction &Call) {
  const auto *Ident = dyn_cast<GlobalVariable>(cast<CallBase>(Call).getArgOperand(0)->stripPointerCasts());
  const auto *Fields = Ident && Ident->hasInitializer() ? dyn_cast<ConstantStruct>(Ident->getInitializer()) : nullptr;
  const auto *Text = Fields && Fields->getNumOperands() == 5
                         ? dyn_cast<GlobalVariable>(Fields->getOperand(4)->stripPointerCasts())
                         : nullptr;
  const auto *Data =
      Text && Text->hasInitializer() ? dyn_cast<ConstantDataSequential>(Text->getInitializer()) : nullptr;
  DILocation *Place = Call.getDebugLoc();
  SmallVector<StringRef, 8> Parts;
  if (Data && Data->isString())
    Data->getAsString().split(Parts, ';');
  unsigned Line, Column;
  if (!Place || Parts.size() < 5 || Parts[1] == "FIRModule" || Parts[3].getAsInteger(10, Line) ||
      Parts[4].getAsInteger(10, Column) || !Line)
    return Call.getDebugLoc();
  return DILocation::get(Call.getContext(), Line, Column, Place->getScope());
}

bool isTaskBlock(const Value *Base) {
  if (const auto *Load = dyn_cast<LoadInst>(Base)) {
    const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
    if (Slot)
      return Slot->getFunction()->getName().starts_with(".omp_outlined") && any_of(Slot->users(), [&](const User *U) {
               const auto *Call = dyn_cast<CallBase>(U);
               return Call && !Call->getCalledFunction() && Call->getCalledOperand() != Slot;
             });
    Base = Load->getPointerOperand()->stripInBoundsConstantOffsets();
  }
  const auto *Call = dyn_cast<CallBase>(Base);
  const auto *Formal = dyn_cast<Argument>(Base);
  return (Call && kindOf(*Call) == Omp::TaskAllocation) ||
         (Formal && Formal->getParent()->getName().starts_with(".omp_task_"));
}

//===- RuntimeCalls.cpp - calls of the OpenMP runtime --------------------------------===//

#include "RuntimeCalls.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace pme;

static StringRef withoutWidth(StringRef Name) {
  for (StringRef Suffix : {"_4u", "_8u", "_4", "_8"})
    if (Name.ends_with(Suffix))
      return Name.drop_back(Suffix.size());
  return Name;
}

RuntimeAction pme::runtimeAction(StringRef Name) {
  if (!Name.starts_with("__kmpc_") && !Name.starts_with("omp_get_"))
    return RuntimeAction::None;
  return StringSwitch<RuntimeAction>(withoutWidth(Name))
#define PME_RUNTIME_CALL(Text, Action) .Case(Text, RuntimeAction::Action)
#include "RuntimeCalls.def"
#undef PME_RUNTIME_CALL
      .Default(RuntimeAction::None);
}

RuntimeAction pme::runtimeAction(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->isDeclaration() ? runtimeAction(Callee->getName()) : RuntimeAction::None;
}

// Bits 29 and 30 say monotonic and nonmonotonic. Numbers from 64 are the ordered versions of those from 32, 91 and 92
// are distribute, 45 to 47 are for simd.
RuntimeSchedule pme::decodeSchedule(uint64_t Number) {
  RuntimeSchedule Result;
  uint64_t Base = Number & 0x1fffffff;
  if (Base == 91 || Base == 92) {
    Result.Distribute = true;
    Result.Chunked = Base == 91;
    return Result;
  }
  Result.Ordered = Base > 64 && Base <= 72;
  if (Result.Ordered)
    Base -= 32;
  switch (Base) {
  case 33:
  case 45:
    Result.Chunked = true;
    break;
  case 35:
    Result.Kind = PME_SCHEDULE_DYNAMIC;
    Result.Chunked = true;
    break;
  case 36:
  case 42:
  case 43:
  case 46:
    Result.Kind = PME_SCHEDULE_GUIDED;
    Result.Chunked = true;
    break;
  case 37:
  case 47:
    Result.Kind = PME_SCHEDULE_RUNTIME;
    break;
  case 38:
    Result.Kind = PME_SCHEDULE_AUTO;
    break;
  default:
    break;
  }
  return Result;
}

uint32_t pme::identFlags(const CallBase &Call) {
  if (Call.arg_empty())
    return 0;
  auto *Ident = dyn_cast<GlobalVariable>(Call.getArgOperand(0)->stripPointerCasts());
  if (!Ident || !Ident->hasInitializer())
    return 0;
  auto *Flags = dyn_cast_or_null<ConstantInt>(Ident->getInitializer()->getAggregateElement(1u));
  return Flags ? static_cast<uint32_t>(Flags->getZExtValue()) : 0;
}

bool pme::hasWorksharing(const Module &M) {
  for (StringRef Base : {"__kmpc_for_static_init", "__kmpc_dispatch_init", "__kmpc_distribute_static_init",
                         "__kmpc_dist_for_static_init", "__kmpc_dist_dispatch_init"})
    for (StringRef Width : {"_4", "_4u", "_8", "_8u"})
      if (const Function *F = M.getFunction((Base + Width).str()); F && !F->use_empty())
        return true;
  for (StringRef Name : {"__kmpc_taskloop", "__kmpc_taskloop_5", "__kmpc_omp_task", "__kmpc_omp_task_with_deps"})
    if (const Function *F = M.getFunction(Name); F && !F->use_empty())
      return true;
  for (StringRef Name : {"omp_get_thread_num", "omp_get_thread_num_"})
    if (const Function *F = M.getFunction(Name); F && F->isDeclaration() && !F->use_empty())
      return true;
  return false;
}

//===- RuntimeCalls.h - calls of the OpenMP runtime ----------------------------------===//
//
// Which entry point of libomp a call is, what serialising does with it (RuntimeCalls.def), and the numbers that the
// compiler passes: schedules (enum sched_type of the runtime's kmp.h) and flags of the ident_t that every call gets.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_RUNTIMECALLS_H
#define PMECACHE_PLUGIN_BASE_RUNTIMECALLS_H

#include "pmecache/program.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace pme {

enum class RuntimeAction {
  None, ///< not a call of the runtime
  Fork,
  ForkIf,
  ForkTeams,
  PushThreads,
  PushTeams,
  BeginSerial,
  EndSerial,
  StaticInit,
  StaticFini,
  DistributeInit,
  DispatchInit,
  DispatchNext,
  DispatchDeinit, ///< only its place counts
  DoacrossInit,   ///< iterations of the loop that follows wait for each other
  BeginOneThread,
  EndOneThread,
  Barrier,
  Threadprivate,
  ThreadNumber,
  TeamSize,
  TaskAllocation, ///< what it is for is seen at the call that gets the task
  Task,
  TaskLoop,
  TaskReduction, ///< sets up a reduction of tasks
  TaskCopy,      ///< a thread's copy of a variable of a reduction
  Cancel,
  Zero, ///< the call becomes the constant 0
  One,  ///< ... 1
  Drop  ///< ... nothing
};

/// What to do with a function of this name.
RuntimeAction runtimeAction(llvm::StringRef Name);
/// What to do with this instruction.
RuntimeAction runtimeAction(const llvm::Instruction &Instruction);

/// Operand positions, the same for all integer widths.
enum : unsigned {
  ForkFunction = 2,
  ForkIfCondition = 3,
  ForkArguments = 3,
  ForkIfArguments = 4,
  PushedThreads = 2,
  PushedTeams = 2,
  StaticSchedule = 2,
  StaticLower = 4,
  StaticUpper = 5,
  StaticStride = 6,
  StaticIncrement = 7,
  StaticChunk = 8,
  DispatchSchedule = 2,
  DispatchLower = 3,
  DispatchUpper = 4,
  DispatchStride = 5,
  DispatchChunk = 6,
  NextLast = 2,
  NextLower = 3,
  NextUpper = 4,
  NextStride = 5,
  TaskAllocationBytes = 3,
  TaskAllocationShared = 4, ///< bytes of the pointers to shared variables
  TaskAllocationEntry = 5,
  TaskLoopTask = 2,
  TaskLoopIf = 3,
  TaskLoopKind = 8, ///< 0: neither clause, 1: grainsize, 2: num_tasks
  TaskLoopClause = 9,
  TaskLoopModifier = 10 ///< of __kmpc_taskloop_5
};

struct RuntimeSchedule {
  pme_schedule_kind Kind = PME_SCHEDULE_STATIC;
  bool Chunked = false;
  bool Ordered = false;
  bool Distribute = false;
};

/// Decodes a sched_type.
RuntimeSchedule decodeSchedule(uint64_t Number);

/// Flags of the ident_t that a runtime call gets as first operand; 0 when they cannot be read.
uint32_t identFlags(const llvm::CallBase &Call);
/// The barrier bits say behind which construct the barrier stands.
enum : uint32_t {
  IdentBarrierMask = 0x1c0,
  IdentBarrierLoop = 0x40,
  IdentBarrierSections = 0xc0,
  IdentLoop = 0x200,
  IdentSections = 0x400,
  IdentDistribute = 0x800
};

/// True when the module calls the runtime for a worksharing loop or for tasks, or asks for the number of a thread: the cheap
/// test before anything else.
bool hasWorksharing(const llvm::Module &Module);

} // namespace pme

#endif

//===- TaskLoops.h - `taskloop` in the calls of the runtime --------------------------===//
//
// What clang makes of `#pragma omp taskloop`: the thread that meets it allocates a task (__kmpc_omp_task_alloc), fills in
// what the body gets and the range of iterations, and hands it to __kmpc_taskloop, which makes copies with a part of the
// range each. Whoever runs one calls its *entry*, which takes the block apart and calls the *body*:
//
//   body(thread, part, private variables, where those are, task, first, last, step, is last, reductions, shared variables)
//
// flang has the range among the shared variables, and the entry is the body.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_TASKLOOPS_H
#define PMECACHE_PLUGIN_BASE_TASKLOOPS_H

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace pme {

/// What decides how many iterations a task has.
enum class TaskSplit {
  None,    ///< no taskloop
  ByTeam,  ///< neither clause: so many tasks for each thread
  ByGrain, ///< `grainsize`: so many iterations, and less than twice as many
  ByGrainStrictly,
  ByCount ///< `num_tasks`
};

/// Tasks for each thread where no clause says how many, as LLVM's runtime makes them (__kmpc_taskloop).
constexpr int64_t TasksPerThread = 10;

struct TaskLoopCall {
  llvm::CallBase *Allocation;
  llvm::Function *Entry, *Body; ///< of flang the same
  TaskSplit Split;
  llvm::Value *Clause;    ///< of `grainsize` or `num_tasks`
  llvm::Value *Condition; ///< of an `if` clause: no number is 0 where there is none
};

/// What a task runs that is allocated here; null where it is no function of the module.
llvm::Function *taskEntry(const llvm::CallBase &Allocation);

/// Positions of the parameters of a body.
enum : unsigned { TaskBodyPlaces = 3, TaskBodyFirst = 5, TaskBodyParameters = 11 };

/// Whether what a TaskCopy gives is one number: read and written, and nothing else.
bool isScalarCopy(const llvm::CallBase &Copy);
/// None where it is not as above.
std::optional<TaskLoopCall> readTaskLoop(const llvm::CallBase &Call);

} // namespace pme

#endif

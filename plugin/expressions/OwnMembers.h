//===- OwnMembers.h - what members of a thread's own variables point to ---------------===//
//
//     #pragma omp parallel
//     { thread_comm_t tc; init_thread_comm(&tc); ...tc.counts[i]... }
//
// Where the function is in another file, nothing says that it allocates. It is given nothing that threads share: so what
// the variable leads to is taken to be the thread's own.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_OWNMEMBERS_H
#define PMECACHE_PLUGIN_EXPRESSIONS_OWNMEMBERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace pme {

/// What a variable has its pointers from.
enum class MemberOrigin {
  Unknown,   ///< others may see what they lead to, or it is not known
  Allocated, ///< all that the function stores there are blocks that it allocates
  Filled     ///< by a call that knows of nothing else than the variable, as far as can be seen
};

/// Of a local variable that each thread has. `IsOwnBlock`: each thread makes this allocation.
MemberOrigin memberOrigin(const llvm::AllocaInst &Own, llvm::function_ref<bool(const llvm::CallBase &)> IsOwnBlock);

} // namespace pme

#endif

//===- SourceAssignments.h - declarations in place of assignments --------------------===//
//
// With -g, optimising builds tie each store to a variable of the source by a number of its own, which keeps a table of
// who uses it. A copy of a function doubles these tables, those of the user's module too, and a table of more than three
// users takes most of a kilobyte: more than all else that is copied. What is copied here declares its variables, as code
// does that is not optimised.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_SOURCEASSIGNMENTS_H
#define PMECACHE_PLUGIN_BASE_SOURCEASSIGNMENTS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace pme {

/// Takes the assignments from functions for as long as it lives; then they are as they were.
class WithoutAssignments {
public:
  explicit WithoutAssignments(const llvm::SmallPtrSetImpl<const llvm::Function *> &Functions);
  ~WithoutAssignments();
  WithoutAssignments(const WithoutAssignments &) = delete;
  WithoutAssignments &operator=(const WithoutAssignments &) = delete;

  /// The map of a copy, before it is made.
  void prepare(llvm::ValueToValueMapTy &Map) const;
  /// A copy made while this lives.
  void declareVariables(llvm::Function &Copy) const;

private:
  /// Who uses a number, in the order that they are known to it.
  struct Users {
    llvm::SmallVector<llvm::Instruction *, 1> Instructions;
    llvm::SmallVector<llvm::DbgVariableRecord *, 1> Records;
  };
  void note(llvm::DIAssignID *Number);

  llvm::MapVector<llvm::DIAssignID *, Users> Taken;
  llvm::DIAssignID *Declaring = nullptr, *Other = nullptr; ///< what records have in place of their numbers
};

} // namespace pme

#endif

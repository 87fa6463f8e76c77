//===- Names.h - source names of values ----------------------------------------------===//
//
// Front ends tie variables to values with debug records. They are read once, right after local variables became values
// and before clean-up; what later passes replace a value with inherits its name.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_NAMES_H
#define PMECACHE_PLUGIN_NAMES_NAMES_H

#include "HoistLoads.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ValueHandle.h"

#include <string>
#include <vector>

namespace pme {

/// The variable that an alloca holds, by its `dbg_declare`; null when there is none.
llvm::DILocalVariable *declaredVariable(llvm::Value &Alloca);

/// Names of the values of one function.
class ValueNames {
public:
  /// Reads all debug records of the function, and the places of its loads.
  void collect(llvm::Function &Function);

  /// The variable that has this value (the first one that got it); null when none is known.
  llvm::DILocalVariable *variable(const llvm::Value &Value) const;

  /// The same, but for the names that a library's own variables have.
  llvm::DILocalVariable *variableOfUser(const llvm::Value &Value) const;

  /// The variable of which this value is a piece, a member of a struct; null when it is none.
  llvm::DILocalVariable *whole(const llvm::Value &Value, uint64_t &OffsetBytes) const;

  /// Where the source loads this value; unknown when it is no load. Hoisting drops the place of the load itself.
  llvm::DebugLoc loadPlace(const llvm::Value &Value) const { return Places.lookup(&Value); }

  /// Loads whose value is assumed not to change.
  void setAssumed(const AssumedLoads &Loads);
  bool isAssumed(const llvm::Value &Value) const { return Assumed.contains(&Value); }

  /// Forget what deleted values were called and follow replaced ones. Call it after passes ran.
  void refresh();

private:
  struct Entry {
    llvm::WeakTrackingVH Value;
    llvm::DILocalVariable *Variable;
  };
  struct Piece {
    llvm::WeakTrackingVH Value;
    llvm::DILocalVariable *Variable;
    uint64_t OffsetBytes;
  };
  struct Load {
    llvm::WeakTrackingVH Value;
    llvm::DebugLoc Place;
  };
  std::vector<Entry> Entries;
  std::vector<Piece> Pieces;
  std::vector<Load> Loads;
  llvm::DenseMap<const llvm::Value *, llvm::DILocalVariable *> Current;
  llvm::DenseMap<const llvm::Value *, llvm::DebugLoc> Places;
  llvm::SmallPtrSet<const llvm::Value *, 8> Assumed;
};

} // namespace pme

#endif

//===- MemoryUses.h - who reads and writes a variable ---------------------------------===//
//
// Follows the address of a variable through constant subscripts, local variables, regions of OpenMP and calls of functions
// that the module defines. What is read at a subscript that varies may be any part of it; what is written there makes all
// of it unknown, and so does an address that is stored elsewhere or goes to a function of another file; that of a member
// leads to no other member.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_MEMORYUSES_H
#define PMECACHE_PLUGIN_CLONE_MEMORYUSES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <cstdint>
#include <optional>

namespace pme {

/// Bytes from the start of the variable; none where they vary.
using PlaceInMemory = std::optional<int64_t>;

class MemoryUses {
public:
  template <class Access> struct At {
    int64_t OffsetBytes;
    const Access *Instruction;
  };

  explicit MemoryUses(const llvm::DataLayout &Layout) : Layout(Layout) {}

  /// `Depth`: calls that are followed. False where somebody may write that is not seen.
  bool collect(const llvm::Value &Pointer, PlaceInMemory Place, int Depth);

  llvm::SmallVector<At<llvm::LoadInst>, 8> Reads; ///< those whose place is known
  llvm::SmallVector<At<llvm::StoreInst>, 4> Writes;
  /// Is any of these bytes in a member that somebody may write who is not seen?
  bool isHidden(int64_t OffsetBytes, int64_t Bytes) const;

private:
  struct Range {
    int64_t OffsetBytes, Bytes;
  };

  bool addUser(const llvm::Use &Use, PlaceInMemory Place, int Depth);
  bool addElement(const llvm::GEPOperator &Element, PlaceInMemory Place, int Depth);
  bool addKept(const llvm::StoreInst &Store, PlaceInMemory Place, int Depth);
  bool addCall(const llvm::CallBase &Call, const llvm::Use &Use, PlaceInMemory Place, int Depth);

  const llvm::DataLayout &Layout;
  llvm::SmallVector<Range, 4> Hidden;
  unsigned Visits = 0;
};

} // namespace pme

#endif

//===- Fortran.h - what flang makes of Fortran ---------------------------------------===//
//
// Arrays whose shape is not known at compile time are described by a descriptor in memory (ISO_Fortran_binding.h):
//
//     base address | element bytes | version, rank, type, ... | lower bound, size, stride in bytes  for each dimension
//     0              8               16                         24 + 24 * dimension
//
// The source does not mention descriptors: reading and copying them is no access of the source. Their contents are
// symbols `a.lower1`, `a.size1`; strides are those of an array without gaps. Trip counts are selects of 0 where a loop
// does not run; bounds say the same.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_FORTRAN_H
#define PMECACHE_PLUGIN_NAMES_FORTRAN_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"

#include <optional>
#include <string>
#include <vector>

namespace pme {

/// Whether objects of the type are descriptors.
bool isDescriptor(const llvm::Type *T);

/// Whether a variable that is a descriptor has an allocatable array, for all that the file tells: no pointer.
bool isAllocatable(const llvm::GlobalVariable &Variable);

/// Objects of a function that are descriptors.
class Descriptors {
public:
  /// Finds them by the types that front-end code names. Call it before SROA.
  void collect(llvm::Function &Function);
  /// Follows replaced values. Call it after passes ran.
  void refresh();
  /// Is the object at this address, or the object that it points into, a descriptor, or a component that is one?
  bool contains(const llvm::Value &Address) const { return startOf(Address).has_value(); }
  /// Does the instruction read, write or copy one?
  bool touches(const llvm::Instruction &Access) const;
  /// Of descriptors at places that are computed (a component of an element, `b(i)%p`) strides become those of an array
  /// without gaps and lower bounds 1, so that they are no numbers of their own. What is assumed; "": there were none. Call it
  /// when local variables are values.
  std::string makeContiguous(llvm::Function &Function) const;
  /// Where in the object at this address the descriptor starts, in bytes; none: it points into no descriptor.
  std::optional<int64_t> startOf(const llvm::Value &Address) const;

private:
  struct Place {
    llvm::Value *Base;
    int64_t Start, Offset; ///< of the descriptor from the base, of the number in the descriptor
  };

  void addCopied(const llvm::MemTransferInst &Copy);
  void placeComponents();
  bool copiesPart(const llvm::MemIntrinsic &Block) const;
  std::optional<Place> computedPlace(const llvm::LoadInst &Load) const;

  /// A component of a derived type.
  struct Component {
    llvm::WeakTrackingVH Object;
    int64_t Start, Bytes;
  };
  std::vector<llvm::WeakTrackingVH> Found;
  std::vector<Component> Components;
  llvm::SmallPtrSet<const llvm::Value *, 8> Current;
  const llvm::DataLayout *Layout = nullptr;
};

/// What stands at an offset in a descriptor.
struct DescriptorField {
  enum Kind { Base, ElementBytes, Lower, Size, Stride, Other } What;
  unsigned Dimension; ///< 1-based
};
DescriptorField descriptorField(int64_t Offset);
/// What the source calls such a number of an array: "size(a,1)".
std::string descriptorNumber(const std::string &Array, const DescriptorField &Field);

/// Bytes of what is accessed at addresses that the value, a stride, is part of: of an object of a derived type all of it.
/// 0: none was found.
int64_t accessedBytes(const llvm::Value &Stride, const llvm::DataLayout &Layout, unsigned Depth = 0);

/// Ties what an allocation returns to the variable whose descriptor gets the address (arrays that a region makes
/// private). Call it before SROA, which splits descriptors and forgets whose they were.
void nameAllocations(llvm::Function &Function);

/// The name of a global in the source: `_QMmodEn` is `n`. Other names stay.
std::string fortranName(llvm::StringRef Name);

/// What the source calls a function: `heat::sweep` for _QMheatPsweep and _ZN4heat5sweepEv, without parameters; of flang's
/// library what a statement does.
std::string functionName(llvm::StringRef Name);

/// Makes the last iteration that is stored for a static init, or given to a dispatch, a plain difference of bounds.
void plainTripCount(llvm::Value &Last);

/// Bounds and extents that descriptors get are those that the source says, without the selects that the language asks for
/// where an array has no elements. Call it before SROA.
void plainDescriptors(llvm::Function &Function);

class SourceText;

/// Allocatable arrays of which a region makes copies (`private`, `reduction`) are allocated: what flang does where they
/// are not would give the copies bounds of its own.
void assumeAllocated(llvm::Function &Function, SourceText &Text);

} // namespace pme

#endif

//===- Arrays.h - which array an address belongs to ----------------------------------===//
//
// Splits an address into an array and a byte offset. An array is what one base pointer reaches: a global, a local
// variable, an argument, the result of an allocation, or a pointer that is read from a place that stays the same.
// Pointers that are read from a table with affine subscripts reach rows (RowPointers.h).
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_ARRAYS_H
#define PMECACHE_PLUGIN_EXPRESSIONS_ARRAYS_H

#include "Expressions.h"
#include "Temporaries.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"

#include <set>

namespace pme {

struct ArrayPlace {
  int Array;
  Polynomial Offset; ///< bytes
};

class ArrayFinder {
public:
  ArrayFinder(Nest &Nest, ExpressionReader &Reader, const Describer &Describer, const Temporaries &Taken,
              const llvm::DataLayout &Layout)
      : N(Nest), Reader(Reader), D(Describer), Taken(Taken), Layout(Layout) {}

  /// Where an access of `Bytes` bytes goes; none: the reader's obstacle, or `obstacle` if that is set.
  std::optional<ArrayPlace> find(const llvm::SCEV *Address, int64_t Bytes);
  const Obstacle &obstacle() const { return Problem; }
  /// The array of an address that cannot be read: what its base points to, as far as that is known.
  int scattered(const llvm::SCEV *Address, int64_t Bytes);
  /// A new array for the variable that gets the values of a constant one; of the two it has the name.
  int addCopy(int Constant, bool Private);
  /// Of a number that is read from a table: which one it is, and the array; none where that is not affine.
  struct TableEntry {
    int Array;
    Polynomial Number;
  };
  std::optional<Polynomial> rowOf(const ArrayPlace &Entry) const;
  std::optional<TableEntry> entryOf(const llvm::LoadInst &Load);
  /// Entries of a table of pointers: where they are neighbours, what a loop between them goes through ends as the next
  /// one begins, and all rows of the table do.
  void noteSegment(const llvm::LoadInst &Start, const llvm::LoadInst &End);
  /// Every thread of the team makes this allocation: what it returns is memory of the thread's own.
  void notePrivate(const llvm::CallBase &Allocation) { PrivateAllocations.insert(&Allocation); }

private:
  std::optional<Polynomial> rowOfStruct(int Structs, const Polynomial &Subscript);
  std::optional<ArrayPlace> findRow(const llvm::LoadInst &RowPointer, const Polynomial &Inner, int64_t Bytes);
  std::optional<ArrayPlace> findReturned(const llvm::CallBase &Call, const Polynomial &Inner, int64_t Bytes);
  /// `UnitBytes` of the rows' pitch.
  ArrayPlace placeInRow(const std::string &Key, const std::string &Name, int64_t UnitBytes, const Polynomial &Row,
                        const Polynomial &Inner, int64_t Bytes);
  std::optional<Polynomial> readOffset(const llvm::SCEV *Offset);
  std::optional<Polynomial> roundsOver(const llvm::SCEV *Offset, const llvm::LoadInst &Row, const Polynomial &Bytes,
                                       const Polynomial &RowBytes);
  Polynomial withRowsApart(const llvm::SCEV *Offset, llvm::ArrayRef<const llvm::LoadInst *> Rows, Polynomial Bytes);
  bool isRowNumber(const llvm::LoadInst &Load) const;
  std::optional<ArrayPlace> follow(const llvm::Value &From, const llvm::Value &To, const llvm::SCEV *Rest,
                                   int64_t Bytes);
  bool isFactor(const llvm::LoadInst &Load) const;
  bool isWithinBlock(const llvm::LoadInst &Load) const;
  bool isColour(const llvm::LoadInst &Load) const;
  std::optional<Polynomial> standInFor(const llvm::LoadInst &Load);
  std::optional<ArrayPlace> findFrom(const llvm::SCEV *Address, int64_t Bytes);
  bool isSameSize(const llvm::Value &Size);
  bool isSamePlaceEachTime(const llvm::Value &Base);
  bool isInPrivateBlock(const llvm::Value &Base) const;
  bool isOwnMember(const llvm::Value &Base) const;
  bool isNumbered(const llvm::Value &Base);
  bool isOfThread(const llvm::Value &Base) const;
  int arrayOf(const llvm::Value &Base, int64_t Bytes);
  NestArray describeArray(const llvm::Value &Base, int64_t Bytes);
  std::string uniqueName(std::string Name);
  void giveUpName(const llvm::Value &Object, const std::string &Name);

  Nest &N;
  ExpressionReader &Reader;
  const Describer &D;
  const Temporaries &Taken;
  const llvm::DataLayout &Layout;
  llvm::StringMap<int> Keys, NameCounts;
  llvm::SmallPtrSet<const llvm::Value *, 4> PrivateAllocations;
  std::set<int> Segments; ///< tables whose rows have no gaps
  Obstacle Problem;
  const llvm::SCEV *Outermost = nullptr;              ///< address that is being looked for, behind rows
  llvm::SmallPtrSet<const llvm::Value *, 4> Followed; ///< pointers that stand for others, while their places are read
};

} // namespace pme

#endif

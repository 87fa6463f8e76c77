//===- StartValues.h - what is known of values and memory while a program starts -------===//
//
// Private to plugin/start.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_START_STARTVALUES_H
#define PMECACHE_PLUGIN_START_STARTVALUES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalValue.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace pme {

/// A number, or a place in an object. None: not known.
struct StartValue {
  int Object = -1;    ///< -1: a number
  int64_t Number = 0; ///< bytes into the object
  bool operator==(const StartValue &Other) const { return Object == Other.Object && Number == Other.Number; }
};
using MaybeValue = std::optional<StartValue>;

struct StartObject {
  const llvm::GlobalValue *Global = nullptr;
  bool IsBlock = false;         ///< of the heap
  std::optional<int64_t> Place; ///< of the block; none: not known
  bool IsBehindRuntime = false; ///< on the heap behind what the OpenMP runtime took: its place in a line is not known
  int64_t Bytes = 0;
};

class StartMemory {
public:
  static constexpr int64_t Farthest = int64_t(1) << 43; ///< bytes; nothing is there
  explicit StartMemory(const llvm::DataLayout &Layout) : Layout(Layout) {}
  int add(StartObject Object);
  int objectOf(const llvm::GlobalValue &Global);
  const StartObject &operator[](int Object) const { return Objects[static_cast<size_t>(Object)]; }
  MaybeValue load(StartValue From, llvm::Type &Type);
  void store(StartValue To, int64_t Bytes, MaybeValue What);
  /// Of a structure that is stored as one, what is behind its first member: the bounds and strides of descriptors.
  void storeNumbers(StartValue To, const llvm::Value &Whole,
                    llvm::function_ref<MaybeValue(const llvm::Value &)> ValueOf);
  void copy(StartValue To, StartValue From, int64_t Bytes);
  void clear(StartValue To, int64_t Bytes);
  /// Constants that need no instruction.
  MaybeValue valueOf(const llvm::Constant &Constant);
  struct Cell {
    int64_t Bytes;
    MaybeValue What;
  };
  const std::map<int64_t, Cell> &cells(int Object) const { return Cells[static_cast<size_t>(Object)]; }

private:
  const llvm::DataLayout &Layout;
  std::vector<StartObject> Objects;
  std::vector<std::map<int64_t, Cell>> Cells;
  llvm::DenseMap<const llvm::GlobalValue *, int> OfGlobals;
};

} // namespace pme

#endif

//===- HeapLayout.h - where the allocator of the GNU C library puts blocks ------------===//
//
// malloc is deterministic: the same calls get the same blocks, but for where the heap begins. Places are bytes from the
// first block that is not mapped; mapped blocks, each in pages of its own below the one before, have negative places.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_START_HEAPLAYOUT_H
#define PMECACHE_PLUGIN_START_HEAPLAYOUT_H

#include "HeapArena.h"

#include <cstdint>
#include <map>

namespace pme {

class HeapLayout {
public:
  /// Where the block begins. `Alignment` is a power of two.
  int64_t allocate(int64_t Bytes, int64_t Alignment);
  /// As calloc does, which takes nothing from the thread's cache.
  int64_t allocateZeroed(int64_t Bytes);
  /// Where the block begins then.
  int64_t reallocate(int64_t Place, int64_t Bytes);
  void giveBack(int64_t Place);
  /// Pages of the system, without malloc.
  int64_t map(int64_t Bytes);
  void unmap(int64_t Place) { Pages.erase(Place); }
  /// LLVM's OpenMP runtime takes memory when it is asked for the first time, how much depends on the environment.
  void startRuntime();
  bool hasRuntime() const { return HasRuntime; }
  /// More of it, and a large block is given back, so that smaller ones are not mapped any more.
  void startTeam();
  /// What is looked at: nobody allocates more.
  static constexpr int64_t MostBytes = int64_t(1) << 40;

private:
  int64_t allocateMapped(int64_t Chunk, int64_t Alignment);
  int64_t allocateChunk(int64_t Chunk, int64_t Alignment);
  int64_t reallocateMapped(int64_t Place, int64_t Bytes);
  void setThreshold(int64_t Bytes);
  HeapArena Arena;
  std::map<int64_t, int64_t> Mapped; ///< the start of its pages, by place
  std::map<int64_t, int64_t> Pages;  ///< bytes, by their start
  int64_t Threshold = 128 * 1024;
  bool HasRuntime = false, HasTeam = false;
};

} // namespace pme

#endif

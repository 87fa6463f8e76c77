//===- HeapArena.h - chunks of the heap as the GNU C library cuts them -----------------===//
//
// The part of malloc below the end of the heap (top): caches of a thread, fast bins, the unsorted list and bins, as of
// glibc 2.26 to 2.40. What is free where decides where later blocks begin, so that order matters everywhere: which chunk
// of a size is taken, and when neighbours are joined. Chunks are named by the place of their block (HeapLayout).
//
// Private to plugin/start.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_START_HEAPARENA_H
#define PMECACHE_PLUGIN_START_HEAPARENA_H

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace pme {

class HeapArena {
public:
  static constexpr int64_t Granule = 16, LeastChunk = 32, PageBytes = 4096;
  /// Of the first block, behind a page: as analysis/model/replay/likely_places.c.
  static constexpr int64_t FirstPhase = 672;
  static constexpr int64_t roundUp(int64_t Bytes, int64_t To) { return (Bytes + To - 1) / To * To; }
  /// The thread's cache keeps its lists in the heap's first chunk, but where aligned allocations, which do not look there,
  /// come before everything else: then the heap begins with them, and the lists stand where the next block would.
  /// Places of such heaps are a page further on, so that none is negative.
  void startCache();
  void startWithoutCache();
  /// Of the thread's cache. `calloc` and aligned allocations do not look there.
  std::optional<int64_t> takeCached(int64_t Chunk);
  /// None: the end of the heap is too near.
  std::optional<int64_t> take(int64_t Chunk);
  void giveBack(int64_t Place);
  int64_t bytesOf(int64_t Place) const { return Used.at(Place); }
  bool isUsed(int64_t Place) const { return Used.count(Place) != 0; }
  /// Gives back what is behind the first `Chunk` bytes, if it is `Least` at least.
  void cut(int64_t Place, int64_t Chunk, int64_t Least);
  /// Makes the chunk longer, by what is free behind it.
  bool extend(int64_t Place, int64_t Chunk);
  /// The front of a chunk, which is given back; the rest stands at `To`.
  void cutFront(int64_t Place, int64_t To);
  /// As malloc asks the system for more.
  void grow(int64_t Chunk);
  /// More than this behind the last chunk is given back to the system.
  int64_t TrimBytes = 128 * 1024;

private:
  int64_t use(int64_t Place, int64_t Bytes);
  std::optional<int64_t> takeFast(int64_t Chunk);
  std::optional<int64_t> takeSmall(int64_t Chunk);
  std::optional<int64_t> takeUnsorted(int64_t Chunk);
  std::optional<int64_t> takeSorted(int64_t Chunk);
  bool isCacheFull(int64_t Chunk) const; ///< or there is none
  void sortIn(int64_t Place, int64_t Bytes);
  void forget(int64_t Place);
  int64_t joinAndList(int64_t Place, int64_t Bytes);
  void joinFast();
  void trim();
  std::map<int64_t, int64_t> Used;                ///< bytes, by place; also what caches and fast bins keep
  std::map<int64_t, int64_t> Free;                ///< bytes, by place; what can be joined
  std::deque<int64_t> Unsorted;                   ///< of the free ones, the last one that was given back first
  std::map<int64_t, std::deque<int64_t>> Sorted;  ///< of the free ones, by size, as they stand in their bins
  std::map<int64_t, std::vector<int64_t>> Cached; ///< by size, the last first
  std::map<int64_t, std::vector<int64_t>> Fast;   ///< by size, the last first
  int64_t LastRest = -1;                          ///< of a chunk that was cut for a small block
  bool HasStarted = false, HasCache = false;
  int64_t Top = 0; ///< what is behind it is free
  int64_t End = 132 * 1024 - FirstPhase;
};

} // namespace pme

#endif

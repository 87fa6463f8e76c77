//===- HeapLayout.h - where the allocator of the GNU C library puts blocks ------------===//
//
// malloc is deterministic: the same calls get the same blocks, but for where the heap begins. Places are bytes from the
// first block that is not mapped; mapped blocks, each in pages of its own below the one before, have negative places.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_START_HEAPLAYOUT_H
#define PMECACHE_PLUGIN_START_HEAPLAYOUT_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace pme {

class HeapLayout {
public:
  /// Where the block begins. `Alignment` is a power of two.
  int64_t allocate(int64_t Bytes, int64_t Alignment);
  void giveBack(int64_t Place);
  /// LLVM's OpenMP runtime takes memory the first time, and gives a large block back, so that smaller ones are not mapped
  /// any more.
  void startTeam();
  bool hasTeam() const { return HasTeam; }
  /// What is looked at: nobody allocates more.
  static constexpr int64_t MostBytes = int64_t(1) << 40;

private:
  int64_t allocateMapped(int64_t Chunk, int64_t Alignment);
  int64_t takeChunk(int64_t Chunk);
  std::optional<int64_t> takeKept(int64_t Chunk);
  void keepOrFree(int64_t Place, int64_t Chunk);
  void addFree(int64_t Start, int64_t Bytes);
  void grow(int64_t Chunk);
  std::map<int64_t, int64_t> Small;             ///< bytes of the chunk that each block stands in, by place
  std::map<int64_t, int64_t> Mapped;            ///< the start of its pages, by place
  std::map<int64_t, int64_t> Pages;             ///< of pages by their start
  std::map<int64_t, int64_t> Free;              ///< chunks between others
  std::map<int64_t, std::vector<int64_t>> Kept; ///< chunks for the next block of this size, the last first
  int64_t Top = 0;                              ///< what is behind it is free
  int64_t End = FirstBytes;
  int64_t Threshold = 128 * 1024;
  bool HasTeam = false;
  static constexpr int64_t FirstBytes = 132 * 1024 - 672;
};

} // namespace pme

#endif

//===- HeapLayout.cpp - where the allocator of the GNU C library puts blocks ----------===//
//
// malloc's calls: what is of the heap (HeapArena), what is mapped, and the threshold between them.
//
//===----------------------------------------------------------------------===//

#include "HeapLayout.h"

#include <algorithm>

using namespace pme;

namespace {

constexpr int64_t HeaderBytes = 8, Granule = HeapArena::Granule, LeastChunk = HeapArena::LeastChunk;
constexpr int64_t PageBytes = HeapArena::PageBytes, FirstPhase = HeapArena::FirstPhase;
constexpr int64_t MostThreshold = 32 * 1024 * 1024;
constexpr int64_t TeamBytes = 1052672;
constexpr int64_t RuntimeKeeps = 40952, TeamKeeps = 46280; ///< of four threads; as far behind a line for others

int64_t chunkOf(int64_t Bytes) { return std::max(LeastChunk, HeapArena::roundUp(Bytes + HeaderBytes, Granule)); }

int64_t alignPlace(int64_t Place, int64_t Alignment) {
  int64_t Rest = (Place + FirstPhase) % Alignment;
  return Rest ? Place + Alignment - Rest : Place;
}

} // namespace

// The system takes the end of the highest gap that is large enough.
int64_t HeapLayout::map(int64_t Bytes) {
  Bytes = HeapArena::roundUp(Bytes, PageBytes);
  int64_t Above = 0;
  for (auto Page = Pages.rbegin(); Page != Pages.rend() && Above - (Page->first + Page->second) < Bytes; ++Page)
    Above = Page->first;
  Pages[Above - Bytes] = Bytes;
  return Above - Bytes;
}

int64_t HeapLayout::allocateMapped(int64_t Chunk, int64_t Alignment) {
  int64_t Start = map(Chunk + HeaderBytes), Place = Start + Granule;
  if (Place % Alignment)
    Place = (Place + LeastChunk) / Alignment * Alignment; // upwards, as places here are negative
  Mapped[Place] = Start;
  return Place;
}

int64_t HeapLayout::allocateChunk(int64_t Chunk, int64_t Alignment) {
  if (Alignment > Granule && Chunk < Threshold)
    Arena.startWithoutCache();
  auto Place = Arena.take(Chunk);
  if (!Place && Chunk >= Threshold)
    return allocateMapped(Chunk, Alignment);
  if (!Place) {
    Arena.grow(Chunk);
    Place = Arena.take(Chunk);
  }
  return *Place;
}

int64_t HeapLayout::allocateZeroed(int64_t Bytes) {
  Arena.startCache();
  return allocateChunk(chunkOf(Bytes), 1);
}

int64_t HeapLayout::allocate(int64_t Bytes, int64_t Alignment) {
  int64_t Chunk = chunkOf(Bytes);
  if (Alignment <= Granule) {
    Arena.startCache();
    auto Again = Arena.takeCached(Chunk);
    return Again ? *Again : allocateChunk(Chunk, 1);
  }
  Alignment = std::max(Alignment, LeastChunk);
  int64_t Start = allocateChunk(chunkOf(Chunk + Alignment + LeastChunk), Alignment);
  if (Start < 0)
    return Start;
  int64_t Place = alignPlace(Start, Alignment);
  if (Place > Start && Place - Start < LeastChunk)
    Place += Alignment;
  if (Place > Start)
    Arena.cutFront(Start, Place);
  Arena.cut(Place, Chunk, LeastChunk + Granule);
  return Place;
}

// The system makes a mapping longer where it is, or maps it elsewhere.
int64_t HeapLayout::reallocateMapped(int64_t Place, int64_t Bytes) {
  int64_t Start = Mapped[Place], Before = Pages[Start];
  int64_t Needed = HeapArena::roundUp(chunkOf(Bytes) + HeaderBytes + (Place - Granule - Start), PageBytes);
  auto Above = std::next(Pages.find(Start));
  if (Needed <= Before || (Above == Pages.end() ? 0 : Above->first) - Start >= Needed) {
    Pages[Start] = Needed;
    return Place;
  }
  int64_t Moved = map(Needed);
  Pages.erase(Start);
  Mapped.erase(Place);
  Mapped[Moved + Place - Start] = Moved;
  return Moved + Place - Start;
}

int64_t HeapLayout::reallocate(int64_t Place, int64_t Bytes) {
  int64_t Chunk = chunkOf(Bytes);
  if (Mapped.count(Place))
    return reallocateMapped(Place, Bytes);
  if (!Arena.isUsed(Place))
    return allocate(Bytes, 1);
  Arena.startCache();
  if (Arena.bytesOf(Place) >= Chunk || Arena.extend(Place, Chunk)) {
    Arena.cut(Place, Chunk, LeastChunk);
    return Place;
  }
  int64_t Moved = allocateChunk(Chunk, 1);
  Arena.giveBack(Place);
  return Moved;
}

void HeapLayout::setThreshold(int64_t Bytes) {
  if (Bytes <= Threshold || Bytes > MostThreshold)
    return;
  Threshold = Bytes;
  Arena.TrimBytes = 2 * Bytes;
}

void HeapLayout::giveBack(int64_t Place) {
  if (auto Block = Mapped.find(Place); Block != Mapped.end()) {
    // What the alignment left before the block is not of its chunk.
    setThreshold(Pages[Block->second] - (Place - Granule - Block->second));
    Pages.erase(Block->second);
    Mapped.erase(Block);
  } else if (Arena.isUsed(Place)) {
    Arena.startCache();
    Arena.giveBack(Place);
  }
}

void HeapLayout::startRuntime() {
  if (!HasRuntime)
    allocate(RuntimeKeeps, 1);
  HasRuntime = true;
}

void HeapLayout::startTeam() {
  startRuntime();
  if (!HasTeam)
    allocate(TeamKeeps, 1);
  HasTeam = true;
  setThreshold(TeamBytes);
}

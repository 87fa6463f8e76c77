//===- HeapLayout.cpp - where the allocator of the GNU C library puts blocks ----------===//
//
// The parts of glibc's malloc that decide where a program's arrays begin: chunks, the cache of a thread, the rest at the
// end of the heap (top), mappings and their threshold. Chunks are named by the place of their block.
//
//===----------------------------------------------------------------------===//

#include "HeapLayout.h"

#include <algorithm>

using namespace pme;

namespace {

constexpr int64_t HeaderBytes = 8, Granule = 16, LeastChunk = 32, PageBytes = 4096;
constexpr int64_t MostKeptChunk = 1040, MostThreshold = 32 * 1024 * 1024, TopPadding = 128 * 1024;
constexpr size_t MostKept = 7;
constexpr int64_t FirstPhase = 16; ///< of the first block, behind a line: as analysis/model/replay/likely_places.h
constexpr int64_t TeamBytes = 1052672;
constexpr int64_t TeamKeeps = 87240; ///< of four threads; as far behind a line for others

int64_t roundUp(int64_t Bytes, int64_t To) { return (Bytes + To - 1) / To * To; }

int64_t chunkOf(int64_t Bytes) { return std::max(LeastChunk, roundUp(Bytes + HeaderBytes, Granule)); }

int64_t alignPlace(int64_t Place, int64_t Alignment) {
  int64_t Rest = (Place + FirstPhase) % Alignment;
  return Rest ? Place + Alignment - Rest : Place;
}

} // namespace

int64_t HeapLayout::allocateMapped(int64_t Chunk, int64_t Alignment) {
  int64_t Bytes = roundUp(Chunk + HeaderBytes, PageBytes);
  // The system takes the end of the highest gap that is large enough.
  int64_t Above = 0, Start = 0;
  for (auto Page = Pages.rbegin(); Page != Pages.rend() && Above - (Page->first + Page->second) < Bytes; ++Page)
    Above = Page->first;
  Start = Above - Bytes;
  Pages[Start] = Bytes;
  int64_t Place = Start + Granule;
  if (Place % Alignment)
    Place = (Place + LeastChunk) / Alignment * Alignment; // upwards, as places here are negative
  Mapped[Place] = Start;
  return Place;
}

// As malloc asks the system for more: with some to spare.
void HeapLayout::grow(int64_t Chunk) { End += roundUp(Chunk + TopPadding + LeastChunk - (End - Top), PageBytes); }

std::optional<int64_t> HeapLayout::takeKept(int64_t Chunk) {
  auto Same = Kept.find(Chunk);
  if (Same == Kept.end() || Same->second.empty())
    return std::nullopt;
  int64_t Place = Same->second.back();
  Same->second.pop_back();
  return Place;
}

int64_t HeapLayout::takeChunk(int64_t Chunk) {
  auto Best = Free.end();
  for (auto Gap = Free.begin(); Gap != Free.end(); ++Gap)
    if (Gap->second >= Chunk && (Best == Free.end() || Gap->second < Best->second))
      Best = Gap;
  if (Best != Free.end()) {
    auto [Place, Bytes] = *Best;
    Free.erase(Best);
    if (Bytes - Chunk >= LeastChunk)
      Free[Place + Chunk] = Bytes - Chunk;
    return Place;
  }
  if (Chunk + LeastChunk > End - Top)
    grow(Chunk);
  int64_t Place = Top;
  Top += Chunk;
  return Place;
}

int64_t HeapLayout::allocate(int64_t Bytes, int64_t Alignment) {
  int64_t Chunk = chunkOf(Bytes), Asked = Alignment > Granule ? chunkOf(Chunk + Alignment + LeastChunk) : Chunk;
  auto Fits = [Asked](const auto &Gap) { return Gap.second >= Asked; };
  if (Asked >= Threshold && Asked + LeastChunk > End - Top && std::none_of(Free.begin(), Free.end(), Fits))
    return allocateMapped(Asked, Alignment);
  auto Again = Alignment > Granule ? std::nullopt : takeKept(Chunk);
  int64_t Start = Again ? *Again : takeChunk(Asked), Place = Start;
  if (Alignment > Granule) {
    Place = alignPlace(Start, Alignment);
    if (Place > Start && Place - Start < LeastChunk)
      Place += Alignment;
    if (Place > Start)
      keepOrFree(Start, Place - Start);
    if (Start + Asked - Place - Chunk > LeastChunk)
      keepOrFree(Place + Chunk, Start + Asked - Place - Chunk);
  }
  Small[Place] = Chunk;
  return Place;
}

// Together with what is free beside it.
void HeapLayout::addFree(int64_t Start, int64_t Bytes) {
  auto Next = Free.find(Start + Bytes);
  if (Next != Free.end()) {
    Bytes += Next->second;
    Free.erase(Next);
  }
  auto Before = Free.lower_bound(Start);
  if (Before != Free.begin() && std::prev(Before)->first + std::prev(Before)->second == Start) {
    --Before;
    Bytes += Before->second;
    Start = Before->first;
    Free.erase(Before);
  }
  if (Start + Bytes == Top)
    Top = Start;
  else
    Free[Start] = Bytes;
}

void HeapLayout::keepOrFree(int64_t Place, int64_t Chunk) {
  std::vector<int64_t> &Same = Kept[Chunk];
  if (Chunk <= MostKeptChunk && Same.size() < MostKept)
    Same.push_back(Place);
  else
    addFree(Place, Chunk);
}

void HeapLayout::giveBack(int64_t Place) {
  if (auto Block = Mapped.find(Place); Block != Mapped.end()) {
    auto Page = Pages.find(Block->second);
    // What the alignment left before the block is not of its chunk.
    int64_t Chunk = Page->second - (Place - Granule - Page->first);
    if (Chunk <= MostThreshold)
      Threshold = std::max(Threshold, Chunk);
    Pages.erase(Page);
    Mapped.erase(Block);
    return;
  }
  auto Block = Small.find(Place);
  if (Block == Small.end())
    return;
  int64_t Chunk = Block->second;
  Small.erase(Block);
  keepOrFree(Place, Chunk);
}

void HeapLayout::startTeam() {
  if (!HasTeam)
    allocate(TeamKeeps, 1);
  HasTeam = true;
  Threshold = std::max(Threshold, TeamBytes);
}

//===- HeapArena.cpp - chunks of the heap as the GNU C library cuts them ----------------===//

#include "HeapArena.h"

#include <algorithm>

using namespace pme;

namespace {

constexpr int64_t TopPadding = 128 * 1024;
constexpr int64_t MostCached = 1040, MostFast = 128, LeastLarge = 1024; ///< chunks
constexpr int64_t JoinsFast = 64 * 1024;
constexpr size_t CachedOfOneSize = 7;

/// Bins of large chunks, as far apart as glibc has them: which of equal chunks is taken depends on whether the bin is that
/// of the size asked for.
int64_t binOf(int64_t Chunk) {
  if (Chunk < LeastLarge)
    return Chunk / HeapArena::Granule;
  const struct {
    int Shift, Most, First;
  } Classes[] = {{6, 48, 48}, {9, 20, 91}, {12, 10, 110}, {15, 4, 119}, {18, 2, 124}};
  for (const auto &Class : Classes)
    if (Chunk >> Class.Shift <= Class.Most)
      return Class.First + (Chunk >> Class.Shift);
  return 126;
}

} // namespace

int64_t HeapArena::use(int64_t Place, int64_t Bytes) {
  Used[Place] = Bytes;
  return Place;
}

bool HeapArena::isCacheFull(int64_t Chunk) const {
  auto Same = Cached.find(Chunk);
  return !HasCache || Chunk > MostCached || (Same != Cached.end() && Same->second.size() >= CachedOfOneSize);
}

void HeapArena::startCache() {
  constexpr int64_t ListsBytes = FirstPhase - Granule;
  if (HasStarted && !HasCache && !take(ListsBytes)) {
    grow(ListsBytes);
    take(ListsBytes);
  }
  HasStarted = HasCache = true;
}

void HeapArena::startWithoutCache() {
  if (HasStarted)
    return;
  HasStarted = true;
  Top = PageBytes - FirstPhase + Granule;
  End += PageBytes;
}

// With some to spare.
void HeapArena::grow(int64_t Chunk) { End += roundUp(Chunk + TopPadding + LeastChunk - (End - Top), PageBytes); }

// ---- taking ----

std::optional<int64_t> HeapArena::takeCached(int64_t Chunk) {
  auto Same = Cached.find(Chunk);
  if (Same == Cached.end() || Same->second.empty())
    return std::nullopt;
  int64_t Place = Same->second.back();
  Same->second.pop_back();
  return Place;
}

// What else is of this size goes to the cache.
std::optional<int64_t> HeapArena::takeFast(int64_t Chunk) {
  auto Same = Fast.find(Chunk);
  if (Same == Fast.end() || Same->second.empty())
    return std::nullopt;
  std::vector<int64_t> &Chunks = Same->second;
  int64_t Place = Chunks.back();
  Chunks.pop_back();
  while (!Chunks.empty() && !isCacheFull(Chunk)) {
    Cached[Chunk].push_back(Chunks.back());
    Chunks.pop_back();
  }
  return Place;
}

std::optional<int64_t> HeapArena::takeSmall(int64_t Chunk) {
  auto Same = Sorted.find(Chunk);
  if (Chunk >= LeastLarge || Same == Sorted.end())
    return std::nullopt;
  int64_t Place = Same->second.back();
  forget(Place);
  for (Same = Sorted.find(Chunk); Same != Sorted.end() && !isCacheFull(Chunk); Same = Sorted.find(Chunk)) {
    int64_t Other = Same->second.back();
    forget(Other);
    Cached[Chunk].push_back(use(Other, Chunk));
  }
  return use(Place, Chunk);
}

// The oldest first; those of another size go to their bins.
std::optional<int64_t> HeapArena::takeUnsorted(int64_t Chunk) {
  bool HasCached = false;
  while (!Unsorted.empty()) {
    int64_t Place = Unsorted.back(), Bytes = Free[Place];
    if (Chunk < LeastLarge && Unsorted.size() == 1 && Place == LastRest && Bytes > Chunk + LeastChunk) {
      forget(Place);
      LastRest = Place + Chunk;
      Free[LastRest] = Bytes - Chunk;
      Unsorted.push_front(LastRest);
      return use(Place, Chunk);
    }
    Unsorted.pop_back();
    if (Bytes != Chunk) {
      sortIn(Place, Bytes);
      continue;
    }
    Free.erase(Place);
    use(Place, Chunk);
    if (isCacheFull(Chunk))
      return Place;
    Cached[Chunk].push_back(Place);
    HasCached = true;
  }
  return HasCached ? takeCached(Chunk) : std::nullopt;
}

// The smallest that is large enough. Of equal ones in the bin of this size the second, in others the last.
std::optional<int64_t> HeapArena::takeSorted(int64_t Chunk) {
  auto Best = Sorted.lower_bound(Chunk);
  if (Best == Sorted.end())
    return std::nullopt;
  auto &[Bytes, Chunks] = *Best;
  bool IsOwnBin = Chunk >= LeastLarge && binOf(Bytes) == binOf(Chunk);
  int64_t Place = IsOwnBin && Chunks.size() > 1 ? Chunks[1] : Chunks.back(), Rest = Bytes - Chunk;
  forget(Place);
  if (Rest < LeastChunk)
    return use(Place, Chunk + Rest);
  Free[Place + Chunk] = Rest;
  Unsorted.push_front(Place + Chunk);
  if (Chunk < LeastLarge)
    LastRest = Place + Chunk;
  return use(Place, Chunk);
}

std::optional<int64_t> HeapArena::take(int64_t Chunk) {
  if (Chunk <= MostFast)
    if (auto Place = takeFast(Chunk))
      return Place;
  if (auto Place = takeSmall(Chunk))
    return Place;
  if (Chunk >= LeastLarge)
    joinFast();
  for (;;) {
    if (auto Place = takeUnsorted(Chunk))
      return Place;
    if (auto Place = takeSorted(Chunk))
      return Place;
    if (End - Top >= Chunk + LeastChunk) {
      Top += Chunk;
      return use(Top - Chunk, Chunk);
    }
    bool HasFast = std::any_of(Fast.begin(), Fast.end(), [](const auto &Same) { return !Same.second.empty(); });
    if (!HasFast)
      return std::nullopt;
    joinFast();
  }
}

// ---- giving back ----

// Behind the first of its size, if there is one, in bins of large chunks.
void HeapArena::sortIn(int64_t Place, int64_t Bytes) {
  std::deque<int64_t> &Chunks = Sorted[Bytes];
  if (Bytes < LeastLarge || Chunks.empty())
    Chunks.push_front(Place);
  else
    Chunks.insert(Chunks.begin() + 1, Place);
}

/// Of what is free: it is joined, or used.
void HeapArena::forget(int64_t Place) {
  auto Known = Free.find(Place);
  auto Same = Sorted.find(Known->second);
  if (Same != Sorted.end()) {
    std::deque<int64_t> &Chunks = Same->second;
    Chunks.erase(std::remove(Chunks.begin(), Chunks.end(), Place), Chunks.end());
    if (Chunks.empty())
      Sorted.erase(Same);
  }
  Unsorted.erase(std::remove(Unsorted.begin(), Unsorted.end(), Place), Unsorted.end());
  Free.erase(Known);
}

// Together with what is free beside it. Returns how much that is.
int64_t HeapArena::joinAndList(int64_t Place, int64_t Bytes) {
  auto Next = Free.lower_bound(Place);
  if (Next != Free.begin()) {
    auto [Before, Its] = *std::prev(Next);
    if (Before + Its == Place) {
      forget(Before);
      Place = Before;
      Bytes += Its;
    }
  }
  if (Place + Bytes == Top) {
    Top = Place;
    return End - Top;
  }
  if (auto Behind = Free.find(Place + Bytes); Behind != Free.end()) {
    int64_t Its = Behind->second;
    forget(Place + Bytes);
    Bytes += Its;
  }
  Free[Place] = Bytes;
  Unsorted.push_front(Place);
  return Bytes;
}

void HeapArena::joinFast() {
  for (auto &[Bytes, Chunks] : Fast)
    for (; !Chunks.empty(); Chunks.pop_back()) {
      Used.erase(Chunks.back());
      joinAndList(Chunks.back(), Bytes);
    }
}

void HeapArena::trim() {
  if (End - Top < TrimBytes)
    return;
  int64_t Area = End - Top - LeastChunk - 1;
  if (Area > TopPadding)
    End -= (Area - TopPadding) / PageBytes * PageBytes;
}

void HeapArena::giveBack(int64_t Place) {
  int64_t Bytes = Used[Place];
  if (!isCacheFull(Bytes)) {
    Cached[Bytes].push_back(Place);
    return;
  }
  if (Bytes <= MostFast) {
    Fast[Bytes].push_back(Place);
    return;
  }
  Used.erase(Place);
  if (joinAndList(Place, Bytes) < JoinsFast)
    return;
  joinFast();
  trim();
}

// ---- changing ----

void HeapArena::cut(int64_t Place, int64_t Chunk, int64_t Least) {
  int64_t Rest = Used[Place] - Chunk;
  if (Rest < Least)
    return;
  Used[Place] = Chunk;
  giveBack(use(Place + Chunk, Rest));
}

void HeapArena::cutFront(int64_t Place, int64_t To) {
  int64_t Bytes = Used[Place];
  use(To, Bytes - (To - Place));
  use(Place, To - Place);
  giveBack(Place);
}

bool HeapArena::extend(int64_t Place, int64_t Chunk) {
  int64_t Bytes = Used[Place], Behind = Place + Bytes;
  if (Behind == Top && Bytes + End - Top >= Chunk + LeastChunk) {
    Top = Place + Chunk;
    Used[Place] = Chunk;
    return true;
  }
  auto Next = Free.find(Behind);
  if (Next == Free.end() || Bytes + Next->second < Chunk)
    return false;
  Used[Place] = Bytes + Next->second;
  forget(Behind);
  cut(Place, Chunk, LeastChunk);
  return true;
}

// Intersects 600 posting-list bit sets with a query set and stores the population counts side by side.
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  constexpr int lists = 600, words = 3125; // 200000 documents
  std::vector<std::uint64_t> bits(std::size_t(lists) * words), query(words);
  std::vector<int> hits(lists);
  std::uint64_t x = 42;
  for (auto &w : bits) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    w = x & (x >> 7);
  }
  for (int i = 0; i < words; i++)
    query[i] = 0x5555aaaa3333ccccull << (i % 9);

  for (int rep = 0; rep < 12; rep++) {
#pragma omp parallel for schedule(static, 1)
    for (int l = 0; l < lists; l++) {
      const std::uint64_t *b = &bits[std::size_t(l) * words];
      int n = 0;
      for (int i = 0; i < words; i++)
        n += __builtin_popcountll(b[i] & query[i]);
      hits[l] += n;
    }
    query[rep] = ~query[rep];
  }

  long h = 0;
  for (int l = 0; l < lists; l++)
    h += long(hits[l]) * (l + 1);
  std::printf("%ld\n", h);
}

// Sorts blocks of 40-byte records with std::sort, block sizes grow, default static schedule.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Record {
  std::uint64_t key;
  double payload[3];
  int id, flags;
};
static_assert(sizeof(Record) == 40);

int main() {
  const int blocks = 180;
  std::vector<int> first(blocks + 1);
  for (int b = 0; b < blocks; b++)
    first[b + 1] = first[b] + 50 + 14 * b;
  std::vector<Record> r(first[blocks]);
  std::uint64_t x = 88172645463325252ull;
  for (std::size_t i = 0; i < r.size(); i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    r[i] = {x, {double(i), 0, 1}, int(i), 0};
  }

#pragma omp parallel for
  for (int b = 0; b < blocks; b++) {
    std::sort(r.begin() + first[b], r.begin() + first[b + 1],
              [](const Record &p, const Record &q) { return p.key < q.key; });
    for (int i = first[b]; i < first[b + 1]; i++)
      r[i].flags = i - first[b];
  }

  std::uint64_t h = 0;
  for (const Record &p : r)
    h = h * 31 + std::uint64_t(p.id) + std::uint64_t(p.flags);
  std::printf("%llu\n", static_cast<unsigned long long>(h));
}

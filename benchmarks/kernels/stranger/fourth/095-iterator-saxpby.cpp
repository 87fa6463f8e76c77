// Random-access iterator loop over a std::vector<int>, static chunks of 10 ints (40 bytes).
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> v(4000000);
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] = int(i % 10000);

  for (int rep = 0; rep < 12; rep++) {
#pragma omp parallel for schedule(static, 10)
    for (auto it = v.begin(); it < v.end(); ++it)
      *it = (*it * 3 + rep) & 0xffff;
  }

  long h = 0;
  for (std::size_t i = 0; i < v.size(); i++)
    h += long(v[i]) * long(i % 19);
  std::printf("%ld\n", h);
}

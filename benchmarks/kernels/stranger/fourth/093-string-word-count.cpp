// Counts words and vowels of a vector of std::string lines of very different length into 8-byte result structs.
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

struct Count {
  int words = 0;
  int vowels = 0;
};

int main() {
  const int n = 40000;
  std::vector<std::string> line(n);
  for (int i = 0; i < n; i++) {
    const int words = 1 + (i * i) % 97;
    for (int w = 0; w < words; w++) {
      line[i] += std::string(1 + (i + w * 5) % 9, char('a' + (i + w) % 26));
      line[i] += w % 4 ? ' ' : '\t';
    }
  }

  std::vector<Count> res(n);
  for (int rep = 0; rep < 3; rep++) {
#pragma omp parallel for schedule(dynamic, 10)
    for (int i = 0; i < n; i++) {
      bool in = false;
      for (unsigned char c : line[i]) {
        bool sp = std::isspace(c) != 0;
        res[i].words += !sp && !in;
        in = !sp;
        res[i].vowels += c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
      }
    }
  }

  long words = 0, h = 0;
  for (int i = 0; i < n; i++) {
    words += res[i].words;
    h += long(res[i].vowels) * (i % 11);
  }
  std::printf("%ld %ld\n", words, h);
}

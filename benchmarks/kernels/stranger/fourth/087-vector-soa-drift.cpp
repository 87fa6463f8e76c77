// Particle drift on std::vector<float> members of a class, three unit-stride streams, static schedule.
#include <cstdio>
#include <vector>

class Cloud {
public:
  explicit Cloud(int n) : n_(n), x_(n), v_(n), age_(n) {
    for (int i = 0; i < n; i++) {
      x_[i] = float(i % 1000);
      v_[i] = float(i % 13) - 6.0f;
    }
  }
  void drift(float dt) {
    float *x = x_.data(), *v = v_.data();
    unsigned short *age = age_.data();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n_; i++) {
      x[i] += dt * v[i];
      if (x[i] < 0.0f || x[i] > 1000.0f) {
        v[i] = -v[i];
        age[i]++;
      }
    }
  }
  double checksum() const {
    double s = 0;
    for (int i = 0; i < n_; i++)
      s += x_[i] + age_[i];
    return s;
  }

private:
  int n_;
  std::vector<float> x_, v_;
  std::vector<unsigned short> age_;
};

int main() {
  Cloud c(1500000);
  for (int t = 0; t < 40; t++)
    c.drift(0.3f);
  std::printf("%.2f\n", c.checksum());
}

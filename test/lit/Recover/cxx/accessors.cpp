// A number that an accessor returns a reference to is called as it is asked for, with line tables alone, and where this
// file does not define the class for debuggers.
// RUN: %recover_cxx -O2 -g1 && %FileCheck %s --input-file=%t/_Z4moveR6domaind.pme
// RUN: %recover_cxx -O2 -g && %FileCheck %s --input-file=%t/_Z4moveR6domaind.pme
#include <vector>
class domain {
public:
  domain(int n);
  double &x(int i) { return positions[i]; }
  double &v(int i) { return speeds[i]; }
  int &nodes() { return node_count; }

private:
  std::vector<double> positions, speeds;
  int elements, node_count;
};
void move(domain &all, double dt) {
  int nodes = all.nodes();
#pragma omp parallel for firstprivate(nodes)
  for (int i = 0; i < nodes; i++)
    all.x(i) += dt * all.v(i);
}
// CHECK: param "all.nodes()"
// CHECK: loop i = 0 .. "all.nodes()" - 1 parallel

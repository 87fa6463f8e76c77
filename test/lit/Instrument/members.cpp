// Members that an operator reads in the innermost loop are recorded where the region starts. Of a measured loop whose
// threads write where data choose, it is said that lines which they take from each other are in no number.
//
// RUN: %clangxx -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clangxx -O2 -g -fopenmp %load -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
extern "C" void *malloc(unsigned long);
struct Image {
  int height, width;
  float *data;
  Image(int h, int w) : height(h), width(w), data((float *)malloc(sizeof(float) * h * w)) {}
  float &operator()(int y, int x) { return data[y * width + x]; }
};

__attribute__((noinline)) void shrink(Image &out, Image &in) {
// CHECK: members.cpp:[[#@LINE+1]]:1: remark: {{.*}} L1 {{.*}}; for {{.*}}out.width = 400
#pragma omp parallel for
  for (int y = 0; y < in.height; y++)
    for (int x = 0; x < in.width; x++)
      out(y, x) = in(y, x) * 0.5f;
}

__attribute__((noinline)) void histogram(int *bins, Image &in) {
// CHECK: members.cpp:[[#@LINE+1]]:1: remark: {{.*}} measured {{.*}}; lines that threads take from each other by {{writing|reading}} 'bins' ({{.*}}) are in no number here: no single thread sees them, a trace does
#pragma omp parallel for
  for (int y = 0; y < in.height; y++)
    for (int x = 0; x < in.width; x++)
#pragma omp atomic
      bins[(int)in(y, x)]++;
}

int main() {
  Image a(300, 400), b(300, 400);
  int *bins = (int *)malloc(100 * sizeof *bins);
  for (int i = 0; i < 300 * 400; i++)
    a.data[i] = i % 100;
  for (int i = 0; i < 100; i++)
    bins[i] = 0;
  shrink(b, a);
  histogram(bins, a);
  return b(5, 6) > 1000;
}

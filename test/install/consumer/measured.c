static double x[4096];
static int place[4096];

int main(void) {
  for (int i = 0; i < 4096; i++)
    place[i] = i * 5 % 4096;
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < 4096; i++)
    x[place[i]] += 1;
  return x[1] != 1;
}

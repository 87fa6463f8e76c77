#include <Eigen/Dense>
#include <vector>
void products(std::vector<Eigen::MatrixXd> &a, std::vector<Eigen::MatrixXd> const &b) {
#pragma omp parallel for
  for (int i = 0; i < (int)a.size(); i++)
    a[i] = a[i] * b[i] + b[i].transpose() * 2.0;
}
double solve(std::vector<Eigen::Matrix4d> const &m, std::vector<Eigen::Vector4d> &x) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (long i = 0; i < (long)m.size(); i++) {
    x[i] = m[i].inverse() * x[i];
    s += x[i].norm();
  }
  return s;
}
void lu(std::vector<Eigen::MatrixXd> &a, Eigen::MatrixXd &r) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < (int)a.size(); i++)
    r.col(i) = a[i].partialPivLu().solve(r.col(i));
}
void svd(std::vector<Eigen::MatrixXd> &a) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < (int)a.size(); i++)
    a[i] = Eigen::JacobiSVD<Eigen::MatrixXd>(a[i], Eigen::ComputeThinU | Eigen::ComputeThinV).matrixU();
}

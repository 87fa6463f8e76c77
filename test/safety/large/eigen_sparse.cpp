#include <Eigen/Eigenvalues>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <vector>
using S = Eigen::SparseMatrix<double, Eigen::RowMajor>;
void spmv(S const &a, Eigen::VectorXd const &x, Eigen::VectorXd &y) {
#pragma omp parallel for
  for (int i = 0; i < a.rows(); i++) {
    double s = 0;
    for (S::InnerIterator it(a, i); it; ++it)
      s += it.value() * x[it.col()];
    y[i] = s;
  }
}
void cg(std::vector<S> const &a, std::vector<Eigen::VectorXd> &x) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < (int)a.size(); i++) {
    Eigen::ConjugateGradient<S> c(a[i]);
    x[i] = c.solve(x[i]);
  }
}
void eig(std::vector<Eigen::MatrixXd> &a) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < (int)a.size(); i++)
    a[i] = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a[i]).eigenvectors();
}
void slu(std::vector<Eigen::SparseMatrix<double>> &a, std::vector<Eigen::VectorXd> &x) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < (int)a.size(); i++) {
    Eigen::SparseLU<Eigen::SparseMatrix<double>> l(a[i]);
    x[i] = l.solve(x[i]);
  }
}

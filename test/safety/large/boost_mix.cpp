#include <boost/container/flat_map.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/multi_array.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index_container.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/random.hpp>
#include <boost/spirit/include/qi.hpp>
#include <string>
#include <vector>
using A3 = boost::multi_array<double, 3>;
void sweep(A3 &a, A3 const &b) {
#pragma omp parallel for
  for (int i = 1; i < (int)a.shape()[0] - 1; i++)
    for (int j = 1; j < (int)a.shape()[1] - 1; j++)
      for (int k = 0; k < (int)a.shape()[2]; k++)
        a[i][j][k] = b[i - 1][j][k] + b[i + 1][j][k] + b[i][j - 1][k];
}
using namespace boost::numeric;
void mm(ublas::matrix<double> const &a, ublas::matrix<double> const &b, ublas::matrix<double> &c) {
#pragma omp parallel for
  for (int i = 0; i < (int)a.size1(); i++)
    for (int j = 0; j < (int)b.size2(); j++) {
      double s = 0;
      for (int k = 0; k < (int)a.size2(); k++)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}
using G = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                boost::property<boost::edge_weight_t, int>>;
void paths(G const &g, std::vector<std::vector<int>> &d) {
#pragma omp parallel for schedule(dynamic)
  for (int s = 0; s < (int)d.size(); s++)
    boost::dijkstra_shortest_paths(g, s, boost::distance_map(d[s].data()));
}
void parse(std::vector<std::string> const &t, std::vector<std::vector<double>> &v) {
#pragma omp parallel for
  for (int i = 0; i < (int)t.size(); i++) {
    auto b = t[i].begin();
    boost::spirit::qi::phrase_parse(b, t[i].end(), boost::spirit::qi::double_ % ',', boost::spirit::qi::space, v[i]);
  }
}

struct E {
  int id;
  double w;
};
using M = boost::multi_index_container<
    E, boost::multi_index::indexed_by<
           boost::multi_index::ordered_unique<boost::multi_index::member<E, int, &E::id>>,
           boost::multi_index::ordered_non_unique<boost::multi_index::member<E, double, &E::w>>>>;
void fill(std::vector<M> &m, int n) {
#pragma omp parallel for
  for (int i = 0; i < (int)m.size(); i++)
    for (int k = 0; k < n; k++)
      m[i].insert({k * 7 % n, 1.0 / k});
}

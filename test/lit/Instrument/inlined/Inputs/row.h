static inline double at(const double *row, const int *place, int i) { return row[place[i]]; }

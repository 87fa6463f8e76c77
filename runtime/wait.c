#include "wait.h"

#include <time.h>

bool pmert_wait_until(bool (*is_so)(void *what), void *what) {
  static const struct timespec a_moment = {0, 1000000};
  enum { MOMENTS = 1000 };
  for (int waited = 0; !is_so(what); waited++) {
    if (waited == MOMENTS)
      return false;
    nanosleep(&a_moment, NULL);
  }
  return true;
}

#define _GNU_SOURCE /* sigtimedwait */
#include "guest.h"

#include <errno.h>
#include <sys/auxv.h>
#include <time.h>

bool pmert_is_privileged(void) { return getauxval(AT_SECURE) != 0; }

static void list_held(sigset_t *held) {
  sigemptyset(held);
  sigaddset(held, SIGPIPE);
  sigaddset(held, SIGXFSZ);
}

void pmert_hold_signals(sigset_t *before) {
  int saved = errno;
  sigset_t held;
  list_held(&held);
  pthread_sigmask(SIG_BLOCK, &held, before);
  errno = saved;
}

void pmert_release_signals(const sigset_t *before, bool failed) {
  static const struct timespec at_once = {0, 0};
  int saved = errno;
  sigset_t held;
  list_held(&held);
  while (failed && sigtimedwait(&held, NULL, &at_once) > 0)
    ;
  pthread_sigmask(SIG_SETMASK, before, NULL);
  errno = saved;
}

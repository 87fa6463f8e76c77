#define _GNU_SOURCE /* sigaction, in any mode of the language */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool redirect(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return file >= 0 && dup2(file, STDOUT_FILENO) >= 0 && dup2(file, STDERR_FILENO) >= 0;
}

static void become(char *const *arguments, const process_place *place) {
  signal(SIGINT, SIG_DFL);
  signal(SIGQUIT, SIG_DFL);
  if (place->output && !redirect(place->output))
    _exit(PROCESS_NOT_RUN);
  if (place->directory && chdir(place->directory)) {
    fprintf(stderr, "%s: %s\n", place->directory, strerror(errno));
    _exit(PROCESS_NOT_RUN);
  }
  execvp(arguments[0], arguments);
  fprintf(stderr, "pmecache: error: cannot run %s: %s\n", arguments[0], strerror(errno));
  _exit(PROCESS_NOT_RUN);
}

pid_t process_start(char *const *arguments, const process_place *place) {
  fflush(NULL); /* else what waits in buffers is printed twice */
  pid_t child = fork();
  if (child == 0)
    become(arguments, place);
  return child;
}

int process_status(int waited) { return WIFEXITED(waited) ? WEXITSTATUS(waited) : 128 + WTERMSIG(waited); }

int process_run(char *const *arguments, const process_place *place) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, before_int, before_quit;
  int waited = 0;
  sigaction(SIGINT, &ignored, &before_int);
  sigaction(SIGQUIT, &ignored, &before_quit);
  pid_t child = process_start(arguments, place), ended = -1;
  while (child > 0 && (ended = waitpid(child, &waited, 0)) < 0 && errno == EINTR)
    ;
  sigaction(SIGINT, &before_int, NULL);
  sigaction(SIGQUIT, &before_quit, NULL);
  return ended > 0 ? process_status(waited) : PROCESS_NOT_RUN;
}

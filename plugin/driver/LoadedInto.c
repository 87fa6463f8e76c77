/* Which program has loaded the plugin. One of another LLVM is told so in a line, before anything of LLVM is touched: the
 * constructor runs before those of the options, and the symbols of LLVM that such a program lacks are weak
 * (plugin/weaken-undefined). There is nothing to go on with: calls would go into code that means something else. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Of programs that do not tell their version (before LLVM 16, or linked so that the function is not there): the one came
 * with LLVM 19, the other got another name after LLVM 20. */
static const char *const known_symbols[] = {
    "_ZN4llvm9DbgMarker14EmptyDbgMarkerE",
#if PMECACHE_LLVM_MAJOR >= 21
    "_ZTVN4llvm21SimpleCaptureAnalysisE",
#else
    "_ZTVN4llvm17SimpleCaptureInfoE",
#endif
};

/* The major version of the program's LLVM; 0: it does not tell. */
static unsigned loaded_major(void) {
  typedef void version_function(unsigned *, unsigned *, unsigned *);
  version_function *version;
  void *found = dlsym(RTLD_DEFAULT, "LLVMGetVersion");
  unsigned major = 0, minor, patch;
  memcpy(&version, &found, sizeof version);
  if (found)
    version(&major, &minor, &patch);
  return major;
}

static bool has_known_symbols(void) {
  for (size_t i = 0; i < sizeof known_symbols / sizeof *known_symbols; i++)
    if (!dlsym(RTLD_DEFAULT, known_symbols[i]))
      return false;
  return true;
}

__attribute__((constructor(101))) static void check_program(void) {
  unsigned major = loaded_major();
  char loader[32] = "has another one";
  if (major == PMECACHE_LLVM_MAJOR || (major == 0 && has_known_symbols()))
    return;
  if (major)
    snprintf(loader, sizeof loader, "has LLVM %u", major);
  fprintf(stderr,
          "pmecache: error: this plugin is for LLVM %d, and the compiler that loads it %s: use clang-%d, which "
          "`pmecache cc` finds\n",
          PMECACHE_LLVM_MAJOR, loader, PMECACHE_LLVM_MAJOR);
  _exit(1);
}

/* interpreter MODULE: is not linked with MPI, loads the module, which is, and calls its
 * reduce(). */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* module = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  int (*reduce)(void) = NULL;
  if (module) *(void**)&reduce = dlsym(module, "reduce");
  if (!reduce) {
    fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  return reduce();
}

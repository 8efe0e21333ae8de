/* closing STAYING CLOSED: is not linked with MPI, and loads two modules. The first module, linked
 * with MPI, initialises and finalises it; the second one, linked with Allfold, reduces in between
 * and is closed. */
#include <dlfcn.h>
#include <stdio.h>

static void* opened(const char* file) {
  void* module = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (module == NULL) fprintf(stderr, "%s\n", dlerror());
  return module;
}

static int call(void* module, const char* name) {
  int (*function)(void) = NULL;
  *(void**)&function = dlsym(module, name);
  return function == NULL ? 2 : function();
}

int main(int argc, char** argv) {
  void* staying = argc > 2 ? opened(argv[1]) : NULL;
  void* closed = argc > 2 ? opened(argv[2]) : NULL;
  if (staying == NULL || closed == NULL) return 2;
  int wrong = call(staying, "begin");
  wrong += call(closed, "reduce_once");
  dlclose(closed);
  wrong += call(staying, "end");
  return wrong;
}

# Recipe for Spack (https://spack.io): see packaging/README.md. The tarball comes from packaging/tarball.sh, and is looked
# for in the folder in which spack is started.
import os

from spack.package import *


class Allfold(CMakePackage):
    """Allfold replaces MPI_Allreduce, MPI_Reduce and MPI_Reduce_scatter in MPI programs,
    through MPI's profiling interface: allfold run -- mpirun -n 8 ./program"""

    homepage = "see README.md in the sources"
    url = "file://{0}/allfold-0.1.0.tar.gz".format(os.getcwd())

    license("BSD-3-Clause")

    version("0.1.0")

    variant("command", default=True, description="Build the command allfold")
    variant("static_runtime", default=True, description="Link the C++ library statically")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.18:", type="build")
    depends_on("mpi")

    conflicts("%gcc@:10", msg="Allfold needs GCC 11 or newer")
    conflicts("%clang@:13", msg="Allfold needs Clang 14 or newer")
    conflicts("platform=darwin", msg="Allfold needs Linux")

    def cmake_args(self):
        return [
            self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc),
            self.define("CMAKE_UNITY_BUILD", True),
            self.define("ALLFOLD_SYSTEM_LIBRARIES", "no"),
            self.define("ALLFOLD_STATIC_RUNTIME", "auto" if "+static_runtime" in self.spec else "no"),
            self.define_from_variant("ALLFOLD_COMMAND", "command"),
        ]

    def setup_run_environment(self, env):
        env.set("ALLFOLD_ROOT", self.prefix)

    def test_preloaded(self):
        """a program that is not linked with Allfold gets its reductions from it"""
        with open("reduce.c", "w") as source:
            source.write(
                "#include <mpi.h>\n"
                "int main(int argc, char** argv) {\n"
                "  int mine = 1, sum = 0, ranks;\n"
                "  MPI_Init(&argc, &argv);\n"
                "  MPI_Comm_size(MPI_COMM_WORLD, &ranks);\n"
                "  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);\n"
                "  MPI_Finalize();\n"
                "  return sum == ranks ? 0 : 1;\n"
                "}\n"
            )
        Executable(self.spec["mpi"].mpicc)("-o", "reduce", "reduce.c")
        library = find_libraries("liballfold", root=self.prefix, recursive=True, shared=True)
        launcher = Executable(os.path.join(self.spec["mpi"].prefix.bin, "mpiexec"))
        output = launcher(
            "-n", "2", "./reduce",
            env={**os.environ, "LD_PRELOAD": library[0], "ALLFOLD_STATS": "1"},
            output=str.split, error=str.split,
        )  # fmt: skip
        assert "allreduce" in output

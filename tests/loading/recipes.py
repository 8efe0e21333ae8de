#!/usr/bin/env python3
"""recipes.py SOURCE PREFIX CMAKE MPICC MPIRUN: the recipes for Spack and EasyBuild, without these tools.

The code of the Spack recipe runs with stand-ins for what Spack gives it, on the installation in PREFIX: the options that
it passes to CMake are those of this project, and its own test runs a program that is served. What the EasyBuild recipe
expects of an installation is there. Nothing is built.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types

source, prefix, cmake, mpicc, mpirun = sys.argv[1:]
recipes = os.path.join(source, "packaging")


def fail(message):
    sys.exit(f"FAILED: {message}")


def run(words, **more):
    print("+", *words, flush=True)
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100, **more
    )
    if done.returncode != 0:
        fail(f"exit status {done.returncode}:\n{done.stdout}")
    return done.stdout


def expect_options(recipe, options, folder):
    """CMake takes the options, and knows all of them."""
    said = run([cmake, "-S", source, "-B", folder, *options])
    if "not used by the project" in said:
        fail(f"{recipe}: an option that CMake does not know:\n{said}")


def version_of_project():
    with open(os.path.join(source, "CMakeLists.txt")) as file:
        return re.search(r"^project\(Allfold VERSION ([0-9.]+)", file.read(), re.M).group(1)


class Executable:
    def __init__(self, file):
        self.file = file

    def __call__(self, *arguments, env=None, output=None, error=None):
        return run([self.file, *arguments], env=env)


def find_libraries(name, root, shared=True, recursive=False):
    ending = ".so" if shared else ".a"
    return [
        os.path.join(folder, file)
        for folder, _, files in os.walk(root)
        for file in files
        if file == name + ending
    ]


class Spec(dict):
    """The package with its variants, and what it depends on."""

    def __init__(self, variants, **dependencies):
        super().__init__(dependencies)
        self.variants = variants

    def __contains__(self, text):
        return self.variants[text.lstrip("+~")] == text.startswith("+")


class CMakePackage:
    def __init__(self, spec, prefix):
        self.spec, self.prefix = spec, prefix

    @staticmethod
    def define(name, value):
        kind = "BOOL" if isinstance(value, bool) else "STRING"
        return f"-D{name}:{kind}={('ON' if value else 'OFF') if kind == 'BOOL' else value}"

    def define_from_variant(self, name, variant):
        return self.define(name, self.spec.variants[variant])


class Environment(dict):
    def set(self, name, value):
        self[name] = value


def run_spack(folder):
    said = {}

    def directive(name):
        return lambda *words, **more: said.setdefault(name, []).append((words, more))

    stand_in = types.ModuleType("spack.package")
    names = ("license", "version", "variant", "depends_on", "conflicts")
    stand_in.__dict__.update({name: directive(name) for name in names})
    stand_in.__dict__.update(
        CMakePackage=CMakePackage, Executable=Executable, find_libraries=find_libraries
    )
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": stand_in})
    recipe = {}
    with open(os.path.join(recipes, "spack/package.py")) as file:
        exec(compile(file.read(), file.name, "exec"), recipe)
    if said["version"][0][0] != (version_of_project(),):
        fail(f"package.py: version {said['version']}")
    if ("mpi",) not in [words for words, _ in said["depends_on"]]:
        fail("package.py: no MPI library")

    # The launcher has the name mpiexec in the prefix of the MPI library.
    binaries = os.path.join(folder, "bin")
    os.mkdir(binaries)
    with open(os.path.join(binaries, "mpiexec"), "w") as file:
        file.write(f'#!/bin/sh\nexec {mpirun} "$@"\n')
    os.chmod(file.name, 0o755)
    mpi = types.SimpleNamespace(mpicc=mpicc, prefix=types.SimpleNamespace(bin=binaries))
    variants = {words[0]: more["default"] for words, more in said["variant"]}
    for name, changes in (("default", False), ("other", True)):
        chosen = {variant: default != changes for variant, default in variants.items()}
        package = recipe["Allfold"](Spec(chosen, mpi=mpi), prefix)
        expect_options("package.py", package.cmake_args(), os.path.join(folder, name))
    package = recipe["Allfold"](Spec(variants, mpi=mpi), prefix)
    environment = Environment()
    package.setup_run_environment(environment)
    if environment != {"ALLFOLD_ROOT": prefix}:
        fail(f"package.py: the environment {environment}")
    os.chdir(folder)
    package.test_preloaded()


def run_easybuild(folder):
    version = version_of_project()
    (name,) = os.listdir(os.path.join(recipes, "easybuild"))
    recipe = {"SHLIB_EXT": "so"}
    with open(os.path.join(recipes, "easybuild", name)) as file:
        exec(compile(file.read(), file.name, "exec"), recipe)
    toolchain = recipe["toolchain"]
    if recipe["version"] != version or name != "{}-{}-{name}-{version}.eb".format(
        recipe["name"], version, **toolchain
    ):
        fail(f"{name}: the name of the file, or the version, is another one")
    if [each % recipe for each in recipe["sources"]] != [f"allfold-{version}.tar.gz"]:
        fail(f"{name}: other sources: {recipe['sources']}")
    options = recipe["configopts"].replace("=mpicc", f"={mpicc}").split()
    expect_options(name, options, os.path.join(folder, "easybuild"))
    paths = recipe["sanity_check_paths"]
    for kind, exists in (("files", os.path.isfile), ("dirs", os.path.isdir)):
        for path in paths[kind]:
            if not exists(os.path.join(prefix, path)):
                fail(f"{name}: not in the installation: {path}")
    environment = {**os.environ, "PATH": f"{prefix}/bin:{os.environ['PATH']}"}
    for command in recipe["sanity_check_commands"]:
        run(["sh", "-c", command], env=environment)


folder = tempfile.mkdtemp()
try:
    run_spack(folder)
    run_easybuild(folder)
finally:
    os.chdir("/")
    shutil.rmtree(folder)

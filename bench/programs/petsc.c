/* Solves the Poisson equation on a square by PETSc's conjugate gradients with the Jacobi
 * preconditioner, which take three Allreduces of 8 B per iteration. PETSc's options are accepted, for
 * example -ksp_type pipecg.
 *
 *   mpirun -n 4 petsc [-points N]     on N x N points; default: 300 */
#include <petscksp.h>

/* The five-point matrix of n x n points. */
static PetscErrorCode make_matrix(PetscInt n, Mat* matrix) {
  const PetscInt neighbours = 5;
  PetscInt first = 0;
  PetscInt end = 0;
  PetscFunctionBeginUser;
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n * n, n * n, neighbours,
                         NULL, neighbours, NULL, matrix));
  PetscCall(MatGetOwnershipRange(*matrix, &first, &end));
  for (PetscInt at = first; at < end; ++at) {
    const PetscInt row = at / n;
    const PetscInt column = at % n;
    /* PETSc ignores entries in column -1. */
    const PetscInt columns[] = {at, row > 0 ? at - n : -1, row < n - 1 ? at + n : -1,
                                column > 0 ? at - 1 : -1, column < n - 1 ? at + 1 : -1};
    const PetscScalar values[] = {4, -1, -1, -1, -1};
    PetscCall(MatSetValues(*matrix, 1, &at, neighbours, columns, values, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(*matrix, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*matrix, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

/* Solves for a solution whose values are all 1. Prints the number of iterations and the error. */
static PetscErrorCode solve(Mat matrix) {
  const PetscReal tolerance = 1e-10;
  Vec solution = NULL;
  Vec right_side = NULL;
  KSP solver = NULL;
  PC preconditioner = NULL;
  PetscInt iterations = 0;
  PetscReal error = 0;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(matrix, &solution, &right_side));
  PetscCall(VecSet(solution, 1));
  PetscCall(MatMult(matrix, solution, right_side));
  PetscCall(VecSet(solution, 0));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &solver));
  PetscCall(KSPSetOperators(solver, matrix, matrix));
  PetscCall(KSPSetType(solver, KSPCG));
  PetscCall(KSPGetPC(solver, &preconditioner));
  PetscCall(PCSetType(preconditioner, PCJACOBI));
  PetscCall(KSPSetTolerances(solver, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(solver));
  PetscCall(KSPSolve(solver, right_side, solution));
  PetscCall(KSPGetIterationNumber(solver, &iterations));
  PetscCall(VecShift(solution, -1));
  PetscCall(VecNorm(solution, NORM_INFINITY, &error));
  PetscCall(
      PetscPrintf(PETSC_COMM_WORLD, "iterations %d\nerror %.1e\n", (int)iterations, (double)error));
  PetscCall(KSPDestroy(&solver));
  PetscCall(VecDestroy(&right_side));
  PetscCall(VecDestroy(&solution));
  PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
  PetscInt points = 300;
  Mat matrix = NULL;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-points", &points, NULL));
  PetscCall(make_matrix(points, &matrix));
  PetscCall(solve(matrix));
  PetscCall(MatDestroy(&matrix));
  PetscCall(PetscFinalize());
  return 0;
}

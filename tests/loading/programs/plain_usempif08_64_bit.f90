! A program whose counts have 64 bits: MPI 4.0's mpi_f08 has procedures of the same names for them.
program plain_usempif08_64_bit
  use mpi_f08
  implicit none
  integer(MPI_COUNT_KIND), parameter :: n = 1000
  integer :: rank, ranks, root, i, wrong, wrong_anywhere
  double precision :: mine(n), sums(n), all

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  root = ranks - 1
  all = ranks * (ranks + 1) / 2

  mine = [((rank + 1) * dble(i), i = 1, int(n))]
  call MPI_Allreduce(mine, sums, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  wrong = count(sums /= [(all * i, i = 1, int(n))])

  sums = -1
  call MPI_Reduce(mine, sums, n, MPI_DOUBLE_PRECISION, MPI_SUM, root, MPI_COMM_WORLD)
  if (rank == root) then
    wrong = wrong + count(sums /= [(all * i, i = 1, int(n))])
  else
    wrong = wrong + count(sums /= -1)
  end if

  call MPI_Allreduce(MPI_IN_PLACE, mine, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  wrong = wrong + count(mine /= [(all * i, i = 1, int(n))])

  call MPI_Reduce(wrong, wrong_anywhere, 1_MPI_COUNT_KIND, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(a, i0)', 'allreduce 2 reduce 2 wrong ', wrong_anywhere
  call MPI_Finalize()
end program plain_usempif08_64_bit

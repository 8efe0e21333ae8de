program plain_usempif08
  use mpi_f08
  implicit none
  type(MPI_Comm) :: copy
  include 'reductions.inc'
end program plain_usempif08

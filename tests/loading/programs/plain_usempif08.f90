program plain_usempif08
  use mpi_f08
  implicit none
  include 'reductions.inc'
end program plain_usempif08

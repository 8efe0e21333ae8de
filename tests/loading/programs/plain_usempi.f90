program plain_usempi
  use mpi
  implicit none
  integer :: copy
  include 'reductions.inc'
end program plain_usempi

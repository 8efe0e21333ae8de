program plain_usempi
  use mpi
  implicit none
  include 'reductions.inc'
end program plain_usempi

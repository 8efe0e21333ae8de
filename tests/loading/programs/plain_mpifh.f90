program plain_mpifh
  implicit none
  include 'mpif.h'
  integer :: copy
  include 'reductions.inc'
end program plain_mpifh

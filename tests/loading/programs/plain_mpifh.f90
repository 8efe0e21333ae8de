program plain_mpifh
  implicit none
  include 'mpif.h'
  include 'reductions.inc'
end program plain_mpifh

! k-means clustering of generated points, distributed over the ranks, and a histogram of the points'
! distances from the centre of their cluster.
!
! In every iteration, in-place Allreduces sum the coordinates of each cluster's points (double
! precision), the number of points (integer), and the number of points that changed cluster. Another
! one finds each cluster's farthest point (pairs with MAXLOC), which becomes the new centre of an
! empty cluster. The histogram is reduced to rank 0. A point depends on its number only, not on the
! number of ranks.
program kmeans
  use mpi
  use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
  implicit none

  integer, parameter :: dimensions = 16, clusters = 64, bins = 20000, iterations_at_most = 100
  real(real64), parameter :: bin_width = 2.5e-4_real64

  integer :: ierror, rank, ranks, iteration, changed, reductions
  integer(int64) :: points, first, mine
  real(real64) :: first_seconds, reduction_seconds, start, seconds(3), slowest(3)
  ! When this rank entered and left consecutive reductions, in seconds of the machine's clock. All
  ! ranks on one machine share this clock. The first visit is to the first reduction.
  real(real64) :: visit(2, iterations_at_most + 2)
  integer :: visits
  real(real64), allocatable :: point(:, :), distance(:)
  integer, allocatable :: cluster(:)
  real(real64) :: centre(dimensions, clusters), total(dimensions, clusters)
  real(real64) :: farthest(2, clusters), inertia
  integer :: members(clusters)
  integer, allocatable :: histogram(:)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  points = points_asked_for(200000_int64)
  first = points * rank / ranks
  mine = points * (rank + 1) / ranks - first
  allocate (point(dimensions, mine), distance(mine), cluster(mine))
  call generate_points()
  if (rank == 0) centre = point(:, 1:clusters)
  call MPI_Bcast(centre, size(centre), MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)

  visits = 0
  reductions = 0
  cluster = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  start = now()
  do iteration = 1, iterations_at_most
    call assign_points()
    call reduce_clusters()
    call move_centres()
    if (changed == 0) exit
  end do
  iteration = min(iteration, iterations_at_most)
  call count_distances()
  seconds(1) = now() - start
  call sum_up_visits()
  seconds(2:) = [reduction_seconds, first_seconds]
  call MPI_Reduce(seconds, slowest, 3, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) call print_answers()
  call MPI_Finalize(ierror)

contains

  function now() result(seconds)
    real(real64) :: seconds
    integer(int64) :: count, rate

    call system_clock(count, rate)
    seconds = real(count, real64) / rate
  end function

  subroutine leave(came)
    real(real64), intent(in) :: came

    visits = visits + 1
    visit(:, visits) = [came, now()]
  end subroutine

  ! On rank 0: the time of the reductions without waiting for late ranks. Each visit takes from the
  ! entry of the last rank until the last rank has left.
  subroutine sum_up_visits()
    real(real64), allocatable :: all(:, :, :)
    real(real64) :: took(visits)

    allocate (all(2, visits, merge(ranks, 0, rank == 0)))
    call MPI_Gather(visit, 2 * visits, MPI_DOUBLE_PRECISION, all, 2 * visits, &
                    MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
    first_seconds = 0
    reduction_seconds = 0
    if (rank /= 0) return
    took = maxval(all(2, :, :), 2) - maxval(all(1, :, :), 2)
    first_seconds = took(1)
    reduction_seconds = sum(took(2:))
  end subroutine

  function points_asked_for(otherwise) result(number)
    integer(int64), intent(in) :: otherwise
    integer(int64) :: number
    character(len=32) :: argument
    integer :: status

    number = otherwise
    if (command_argument_count() == 0) return
    call get_command_argument(1, argument)
    read (argument, *, iostat=status) number
    if (status == 0 .and. number >= clusters * int(ranks, int64) .and. number < 2_int64**31) return
    write (error_unit, '(a,i0,a)') 'usage: kmeans [POINTS], at least ', clusters, ' on each rank'
    call MPI_Abort(MPI_COMM_WORLD, 2, ierror)
  end function

  ! The next random number of a stream, in (0, 1), from the minimal standard generator.
  function next_random(state) result(random)
    integer(int64), intent(inout) :: state
    real(real64) :: random

    state = mod(48271_int64 * state, 2147483647_int64)
    random = state / 2147483647.0_real64
  end function

  ! The clouds overlap somewhat, so that it takes tens of iterations to separate them.
  subroutine generate_points()
    integer(int64) :: i, state, cloud_state
    integer :: j, skipped
    real(real64) :: random

    do i = 1, mine
      state = first + i
      do skipped = 1, 4
        random = next_random(state)
      end do
      cloud_state = 1299709 * (1 + int(clusters * random, int64))
      do j = 1, dimensions
        random = next_random(state) + next_random(state) + next_random(state)
        point(j, i) = random + 2 * next_random(cloud_state)
      end do
    end do
  end subroutine

  subroutine assign_points()
    integer(int64) :: i
    integer :: k, nearest
    real(real64) :: square, least

    changed = 0
    inertia = 0
    do i = 1, mine
      least = huge(least)
      nearest = 0
      do k = 1, clusters
        square = sum((point(:, i) - centre(:, k))**2)
        if (square < least) then
          least = square
          nearest = k
        end if
      end do
      if (nearest /= cluster(i)) changed = changed + 1
      cluster(i) = nearest
      distance(i) = sqrt(least)
      inertia = inertia + least
    end do
  end subroutine

  subroutine reduce_clusters()
    integer(int64) :: i
    integer :: k
    real(real64) :: came

    total = 0
    members = 0
    farthest = -1
    do i = 1, mine
      k = cluster(i)
      total(:, k) = total(:, k) + point(:, i)
      members(k) = members(k) + 1
      if (distance(i) > farthest(1, k)) farthest(:, k) = [distance(i), real(first + i, real64)]
    end do
    ! The first call sets up the library's state for all calls. It must not wait for late ranks.
    if (reductions == 0) call MPI_Barrier(MPI_COMM_WORLD, ierror)
    came = now()
    call MPI_Allreduce(MPI_IN_PLACE, total, size(total), MPI_DOUBLE_PRECISION, MPI_SUM, &
                       MPI_COMM_WORLD, ierror)
    if (reductions == 0) then
      call leave(came)
      came = now()
    end if
    call MPI_Allreduce(MPI_IN_PLACE, members, size(members), MPI_INTEGER, MPI_SUM, &
                       MPI_COMM_WORLD, ierror)
    call MPI_Allreduce(MPI_IN_PLACE, changed, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    call MPI_Allreduce(MPI_IN_PLACE, inertia, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                       MPI_COMM_WORLD, ierror)
    call MPI_Allreduce(MPI_IN_PLACE, farthest, clusters, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, &
                       MPI_COMM_WORLD, ierror)
    call leave(came)
    reductions = reductions + 5
  end subroutine

  ! An empty cluster restarts at the point farthest from its centre. The rank of that point sends
  ! it.
  subroutine move_centres()
    integer :: k, owner
    integer(int64) :: number

    do k = 1, clusters
      if (members(k) > 0) then
        centre(:, k) = total(:, k) / members(k)
        cycle
      end if
      number = int(farthest(2, maxloc(farthest(1, :), 1)), int64)
      owner = int((number * ranks - 1) / points)
      if (owner == rank) centre(:, k) = point(:, number - first)
      call MPI_Bcast(centre(:, k), dimensions, MPI_DOUBLE_PRECISION, owner, MPI_COMM_WORLD, ierror)
      farthest(1, maxloc(farthest(1, :), 1)) = -1
    end do
  end subroutine

  subroutine count_distances()
    integer, allocatable :: own(:)
    integer(int64) :: i
    integer :: bin
    real(real64) :: came

    allocate (own(bins), histogram(bins), source=0)
    do i = 1, mine
      bin = min(bins, 1 + int(distance(i) / bin_width))
      own(bin) = own(bin) + 1
    end do
    came = now()
    call MPI_Reduce(own, histogram, bins, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
    call leave(came)
    reductions = reductions + 1
  end subroutine

  subroutine print_answers()
    integer :: i

    print '(a,i0)', 'points ', points
    print '(a,i0)', 'iterations ', iteration
    print '(a,es23.16)', 'inertia ', inertia
    print '(a,es23.16)', 'centres ', sum(centre)
    print '(a,*(1x,i0))', 'members', members
    print '(a,*(1x,i0))', 'farthest', int(farthest(2, :), int64)
    print '(a,*(1x,i0))', 'histogram', (sum(histogram(i:i + bins / 20 - 1)), i=1, bins, bins / 20)
    print '(a,i0)', 'histogram_moment ', sum([(int(i, int64) * histogram(i), i=1, bins)])
    print '(a,i0)', 'reductions ', reductions
    print '(a,f0.6)', 'first_reduction_seconds ', slowest(3)
    print '(a,f0.6)', 'reduction_seconds ', slowest(2)
    print '(a,f0.6)', 'solve_seconds ', slowest(1)
  end subroutine

end program

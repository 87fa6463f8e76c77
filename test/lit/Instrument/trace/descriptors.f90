! Reading the descriptor of an array whose shape is assumed is no access of the source: the loop has its index, what that
! points to, and the result.
!
! REQUIRES: flang
! RUN: %flang -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=irregular %s %runtime -o %t.exe
! RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck --check-prefix=OUTPUT %s
! RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
!
! OUTPUT: 500500
program main
  implicit none
  integer :: i, order(1000)
  integer, allocatable :: from(:), to(:)
  allocate (from(1000), to(1000))
  do i = 1, 1000
    order(i) = mod(i*7, 1000) + 1
    from(i) = i
  end do
  call gather(order, from, to)
  print '(i0)', sum(to)
contains
  subroutine gather(order, from, to)
    integer, intent(in) :: order(:), from(:)
    integer, intent(out) :: to(:)
    integer :: i
    ! CHECK: parallel loop i at [[#@LINE+1]]:{{[0-9]+}}: entered 1 times, 1000 iterations, 3000 accesses
    !$omp parallel do
    do i = 1, size(order)
      to(i) = from(order(i))
    end do
  end subroutine
end program

! REQUIRES: flang
! Ghost cells: subscripts begin at 0 or below, which a function that gets no more than the descriptor does not know. It
! takes 1, so that what it calls the array's beginning is the element (1, 1): where `allocate` stands says how far that is
! into the block, and where the block is.
! RUN: %recover_fortran -O2 && %check_all
module fields
  implicit none
  real(8), allocatable :: plain(:,:), ghost(:,:), wide(:,:)
contains
  subroutine kernel(n, m) bind(c)
    integer, value :: n, m
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, m
      do i = 1, n
        plain(i, j) = ghost(i - 1, j) + wide(i, j - 1)
      end do
    end do
  end subroutine
end module
program main
  use fields
  implicit none
  allocate(plain(20, 30), ghost(0:21, 0:31), wide(-1:20, -2:33))
  ghost = 1
  wide = 2
  call kernel(20, 30)
  print *, plain(3, 3)
end program
! CHECK-DAG: array plain element 8 {{.*}}allocated 4800 at 0{{$}}
! 8 + 22 * 8 bytes of 5632 behind 4816
! CHECK-DAG: array ghost element 8 {{.*}}allocated 5448 at 5000{{$}}
! 2 * 8 + 3 * 22 * 8 bytes of 6336 behind 10464
! CHECK-DAG: array wide element 8 {{.*}}allocated 5792 at 11008{{$}}

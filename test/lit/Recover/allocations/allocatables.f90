! Arrays that the main program allocates, and those of a module: their descriptors lead to the blocks.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check_all
! RUN: %recover_fortran -O2 && %check_all
module fields
  real(8), allocatable :: t(:)
contains
  subroutine kernel(n, a, b) bind(c)
    integer, value :: n
    real(8) :: a(n), b(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      a(i) = a(i) + b(i) * t(i)
    end do
  end subroutine
end module

program main
  use fields
  real(8), allocatable :: a(:), b(:)
  integer :: n
  n = 700
  allocate(b(n), a(n + 1))
  allocate(t(n))
  a = 1
  b = 2
  t = 3
  call kernel(n, a, b)
  print *, a(3)
end program
! CHECK-DAG: array b element 8 {{.*}}allocated 5600 at 0{{$}}
! CHECK-DAG: array a element 8 {{.*}}allocated 5608 at 5616{{$}}
! CHECK-DAG: array t element 8 {{.*}}allocated 5600 at 11232{{$}}

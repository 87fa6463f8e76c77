! A taskloop of Fortran.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O2 && %check
subroutine kernel(n, x) bind(c)
  integer :: n, i
  real(8) :: x(n)
  !$omp parallel
  !$omp single
  !$omp taskloop num_tasks(8)
  do i = 1, n
    x(i) = i
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
end subroutine
! CHECK: loop i = 1 .. n parallel schedule dynamic ((n - 1) / 8 + 1) tasks
! CHECK-NEXT:   write x @ 8*i - 8 at
! CHECK-NEXT: end

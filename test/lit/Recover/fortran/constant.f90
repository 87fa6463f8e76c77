! Constant shapes, column by column, collapsed: the first index is the inner one.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O1 && %check
! RUN: %recover_fortran -O2 && %check
! RUN: %recover_fortran -O3 && %check

subroutine kernel() bind(c)
  real(4), save :: x(100, 50)
  integer :: i, j
  !$omp parallel do collapse(2)
  do i = 1, 50
    do j = 1, 100
      x(j, i) = 1
    end do
  end do
end subroutine

! CHECK: array x element 4 extents 50 100
! CHECK-NEXT: loop i = 1 .. 50 parallel schedule static collapse 2 at
! CHECK-NEXT:   loop j = 1 .. 100 at
! CHECK-NEXT:     write x @ 400*i + 4*j - 404 at
! CHECK-NEXT:   end
! CHECK-NEXT: end
! CHECK-NOT: {{.}}

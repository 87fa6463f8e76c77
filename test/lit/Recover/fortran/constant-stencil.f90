! A stencil of constant size in a module.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O1 && %check
! RUN: %recover_fortran -O2 && %check
! RUN: %recover_fortran -O3 && %check

module field
  real(8) :: x(64, 32), y(64, 32)
contains
  subroutine kernel() bind(c)
    integer :: i, j
    !$omp parallel do schedule(static, 4)
    do i = 2, 31
      do j = 2, 63
        y(j, i) = x(j, i - 1) + x(j - 1, i) + x(j, i + 1)
      end do
    end do
  end subroutine
end module

! CHECK: loop i = 2 .. 31 parallel schedule static 4 at
! CHECK-NEXT:   loop j = 2 .. 63 at
! CHECK-NEXT:     read x @ 512*i + 8*j - 1032 at
! CHECK-NEXT:     read x @ 512*i + 8*j - 528 at
! CHECK-NEXT:     read x @ 512*i + 8*j - 8 at
! CHECK-NEXT:     write y @ 512*i + 8*j - 520 at
! CHECK-NEXT:   end
! CHECK-NEXT: end
! CHECK-NOT: {{.}}

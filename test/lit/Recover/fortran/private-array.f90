! flang allocates the array of a private clause: every thread has its own, and it is called as in the source.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O1 && %check
! RUN: %recover_fortran -O2 && %check
! RUN: %recover_fortran -O3 && %check

subroutine kernel(x) bind(c)
  real(8) :: x(100, 50), buffer(100)
  integer :: i, j
  !$omp parallel do private(buffer)
  do j = 1, 50
    do i = 1, 100
      buffer(i) = x(i, j)
    end do
    do i = 2, 100
      x(i, j) = buffer(i - 1)
    end do
  end do
end subroutine

! CHECK: array x element 8
! CHECK-NEXT: array buffer element 8 heap private
! CHECK-NEXT: loop j = 1 .. 50 parallel schedule static at
! CHECK-NEXT:   loop i = 1 .. 100 at
! CHECK-NEXT:     read x @ 800*j + 8*i - 808 at
! CHECK-NEXT:     write buffer @ 8*i - 8 at
! CHECK-NEXT:   end
! CHECK-NEXT:   loop i = 2 .. 100 at
! CHECK-NEXT:     read buffer @ 8*i - 16 at
! CHECK-NEXT:     write x @ 800*j + 8*i - 808 at
! CHECK-NEXT:   end
! CHECK-NEXT: end
! CHECK-NOT: {{.}}

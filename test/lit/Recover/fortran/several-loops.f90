! Several worksharing loops of one region, in a loop that every thread runs: each has its own variable, though flang puts
! the bodies behind all of the loops.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O1 && %check
! RUN: %recover_fortran -O2 && %check
! RUN: %recover_fortran -O3 && %check

subroutine kernel(x, y) bind(c)
  real(8) :: x(100, 50), y(100, 50)
  integer :: i, j, t
  !$omp parallel private(t)
  do t = 1, 9
    !$omp do
    do j = 2, 49
      do i = 1, 100
        y(i, j) = x(i, j - 1) + x(i, j + 1)
      end do
    end do
    !$omp end do nowait
    !$omp do schedule(dynamic, 4)
    do i = 100, 1, -2
      y(i, 50) = x(i, 50)
    end do
    !$omp do schedule(static, 8)
    do j = 1, 50
      do i = 1, 100
        x(i, j) = y(i, j)
      end do
    end do
  end do
  !$omp end parallel
end subroutine

! CHECK: region at
! CHECK-NEXT:   loop t = 1 .. 9 at
! CHECK-NEXT:     loop j = 2 .. 49 parallel schedule static nowait at
! CHECK-NEXT:       loop i = 1 .. 100 at
! CHECK-NEXT:         read x @ 800*j + 8*i - 1608 at
! CHECK-NEXT:         read x @ 800*j + 8*i - 8 at
! CHECK-NEXT:         write y @ 800*j + 8*i - 808 at
! CHECK-NEXT:       end
! CHECK-NEXT:     end
! CHECK-NEXT:     loop i = 100 .. 2 step -2 parallel schedule dynamic 4 at
! CHECK-NEXT:       read x @ 8*i + 39192 at
! CHECK-NEXT:       write y @ 8*i + 39192 at
! CHECK-NEXT:     end
! CHECK-NEXT:     loop j = 1 .. 50 parallel schedule static 8 at
! CHECK-NEXT:       loop i = 1 .. 100 at
! CHECK-NEXT:         read y @ 800*j + 8*i - 808 at
! CHECK-NEXT:         write x @ 800*j + 8*i - 808 at
! CHECK-NEXT:       end
! CHECK-NEXT:     end
! CHECK-NEXT:   end
! CHECK-NEXT: end
! CHECK-NOT: {{.}}

! Calls that are lent the counter of a DO loop that goes on leave it alone, as the language demands; calls behind the
! loop may set it.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O1 -g1 -fopenmp %load %s -c -o %t.o
! RUN: cat %t/lent_.pme | %FileCheck %s
! RUN: cat %t/found_.pme | %FileCheck %s --check-prefix=BEHIND
! RUN: cat %t/left_.pme | %FileCheck %s --check-prefix=BEHIND
subroutine lent(n, m, x, v)
  implicit none
  integer :: n, m, i, j
  real(8) :: x(n), v(m,n)
  !$omp parallel do private(j)
  do i = 1, n
    call prepare(i, v(1,i))
    x(i) = 0
    do j = 1, m
      call weight(j, i)
      x(i) = x(i) + v(j,i)
    end do
  end do
end subroutine

subroutine found(n, m, x, v)
  implicit none
  integer :: n, m, i, j
  real(8) :: x(n), v(m,n)
  !$omp parallel do private(j)
  do i = 1, n
    do j = 1, 8
      x(i) = x(i) + v(j,i)
    end do
    call find(j, x(i))
    v(j,i) = 0
  end do
end subroutine

subroutine left(n, m, x, v)
  implicit none
  integer :: n, m, i, j
  real(8) :: x(n), v(m,n)
  !$omp parallel do private(j)
  do i = 1, n
    do j = 1, m
      if (v(j,i) > 0) exit
    end do
    call find(j, x(i))
    v(j,i) = 0
  end do
end subroutine
! CHECK-NOT: scattered
! CHECK: loop i = 1 .. n parallel
! CHECK: write x @ 8*i - 8
! CHECK: read v @ 8*m*i
! CHECK-NOT: scattered
! BEHIND: write v scattered

! A Fourier transform in Fortran: `2**l` is a shift, and the loop that counts the rounds reads its end again each time.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %flang -O2 -g -fopenmp %load %s -c -o %t.o
! RUN: cat %t/*transform*.pme | %FileCheck %s
integer function rounds_of(n)
  implicit none
  integer, intent(in) :: n
  integer :: reached
  if (n == 1) then
    rounds_of = 0
    return
  end if
  rounds_of = 1
  reached = 2
  do while (reached < n)
    reached = 2 * reached
    rounds_of = rounds_of + 1
  end do
end function

! CHECK: loop row = 1 .. 64 parallel
! CHECK-NOT: scattered
! CHECK: loop i = 0 .. 7
! CHECK: loop i = 0 .. 3
! CHECK-NEXT: loop k = 0 .. 1
! CHECK: loop i = 0 .. 1
! CHECK-NEXT: loop k{{.*}} = 0 .. 3
! CHECK: loop k{{.*}} = 0 .. 7
! CHECK-NOT: scattered
subroutine transform(from, to, n)
  implicit none
  integer, intent(in) :: n
  real(8) :: from(0:15, 64), to(0:15, 64)
  integer, external :: rounds_of
  integer :: rounds, row, l, i, k, length, groups
  rounds = rounds_of(n)
  !$omp parallel do private(l, i, k, length, groups)
  do row = 1, 64
    do l = 1, rounds
      length = 2**(l - 1)
      groups = 2**(rounds - l)
      do i = 0, groups - 1
        do k = 0, length - 1
          to(2*i*length + k, row) = from(i*length + k, row) + from(i*length + k + 8, row)
          to((2*i + 1)*length + k, row) = from(i*length + k, row) - from(i*length + k + 8, row)
        end do
      end do
    end do
  end do
end subroutine

program main
  implicit none
  real(8) :: from(0:15, 64), to(0:15, 64)
  from = 1
  call transform(from, to, 16)
  print *, to(1, 1)
end program

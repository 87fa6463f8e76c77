! Rows and planes of 1 - 2 : n + 2, of which no loop goes over n: their lengths, max(0, n + 4), are n + 4 without a
! maximum, and rows that are touched by their number are as many as the size.
! REQUIRES: flang
! RUN: %recover_fortran -O2 -g && %check_all
! RUN: %flang -O2 -g -fopenmp %load_options -Rpass=cache %s -c -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
subroutine kernel(nx, nz, state) bind(c)
  implicit none
  integer, value :: nx, nz
  real(8) :: state(1 - 2:nx + 2, 1 - 2:nz + 2, 4)
  integer :: i, l
  !$omp parallel do
  do l = 1, 4
    do i = -1, nx + 2
      state(i, 0, l) = state(i, 1, l)
      state(i, nz + 1, l) = state(i, nz, l)
    end do
  end do
end subroutine

! CHECK-NOT: max(
! CHECK: write state @ {{.*}}8*nx*nz
! REMARK: parallel loop 'l' for every n = nx = nz: L3
! REMARK-NOT: taken

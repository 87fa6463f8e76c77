! With line tables alone there are no types: how long an element is say the accesses, so that strides are those of an
! array without gaps, as with -g.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -gline-tables-only -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s
! RUN: env %corei7 %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s
! What is noted on accesses on the way is in no output.
! RUN: %flang -O2 -g -fopenmp -emit-llvm %s -c -o %t.plain.bc
! RUN: env %corei7 %flang -O2 -g -fopenmp -emit-llvm %load %s -c -o %t.bc -Rpass=cache 2>/dev/null
! RUN: cmp %t.plain.bc %t.bc
subroutine scale(x, y, w)
  real(8), intent(in), contiguous :: x(:, :)
  real(8), intent(inout) :: y(:, :)
  real(8), intent(in) :: w(:)
  integer :: i, j
! CHECK: parallel loop 'j' for every n = size(x,2) = size(x,1) = size(y,1): L3{{.*}} 0.25 n^2 misses
  !$omp parallel do
  do j = 1, size(x, 2)
    do i = 1, size(x, 1)
      y(i, j) = w(i) * x(i, j)
    end do
  end do
end subroutine

subroutine move(p)
  type point
    real(8) :: x, v, m
  end type
  type(point) :: p(:)
  integer :: i
! CHECK: parallel loop 'i' for every n = size(p,1): L3{{.*}} 0.375 n misses
  !$omp parallel do
  do i = 1, size(p)
    p(i)%x = p(i)%x + p(i)%v
  end do
end subroutine

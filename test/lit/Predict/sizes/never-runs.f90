! What a condition leaves out whatever the sizes are is not executed: it asked for them.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load -Rpass=cache -Rpass-missed=cache -c -o /dev/null %s 2>&1 | %FileCheck %s
subroutine either(n, how, a, b)
  integer :: n, how, j
  real(8) :: a(n), b(n)
  !$omp parallel
  if (how > 0) then
    !$omp do
    do j = 1, n
      a(j) = a(j) * b(j)
    end do
  else
    !$omp do
    do j = 1, n
      a(j) = b(j)
    end do
  end if
  !$omp end parallel
end subroutine
subroutine caller(n, a, b)
  integer :: n
  real(8) :: a(n), b(n)
  call either(n, 1, a, b)
end subroutine

! CHECK-DAG: :9:{{.*}} parallel loop 'j' for every n:
! CHECK-DAG: :14:{{.*}} parallel loop 'j' ({{.*}}): not executed; for how = 1

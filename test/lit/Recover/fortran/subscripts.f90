! Elements are called as Fortran counts them, from 1 on and column by column, and can be given so; calls of external
! subroutines have no underscore behind their names.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s
! RUN: env %corei7 PMECACHE_PARAMS='g(2,3)=1000,method(6)=1000' %flang -O2 -g -fopenmp %load %s -c -o %t.o -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=GIVEN
!
! CHECK: remark: parallel loop 'i' for every n = g(2,3) = method(6): {{.*}}; not counted: what calls touch of outside, Fortran's {{.*}}; at one size: PMECACHE_PARAMS='g(2,3)=1000,method(6)=1000' [
! GIVEN: remark: parallel loop 'i' (4 threads, static): {{.*}}; for g(2,3) = 1000, method(6) = 1000 [
subroutine sweep(method, a, g)
  implicit none
  integer :: method(7), g(3,4)
  double precision :: a(*)
  character(len=20) :: line
  integer :: i
  !$omp parallel do num_threads(4) private(line)
  do i = 1, method(6) + g(2,3)
    a(i) = 1
    call outside(i)
    call get_environment_variable("A", line)
  end do
end subroutine

! flang gives every module the same name: documents of two sources are told apart, with line tables and without.
! REQUIRES: flang
! RUN: rm -rf %t && mkdir %t && sed s/first/second/ %s >%t/other.f90
! RUN: env PMECACHE_JSON=%t/plain/ %flang -O2 -fopenmp -fpass-plugin=%plugin -c -o %t/a.o %s
! RUN: env PMECACHE_JSON=%t/plain/ %flang -O2 -fopenmp -fpass-plugin=%plugin -c -o %t/a.o %t/other.f90
! RUN: ls %t/plain | %FileCheck %s --check-prefix=PLAIN
! RUN: env PMECACHE_JSON=%t/lines/ %flang -O2 -g -fopenmp -fpass-plugin=%plugin -c -o %t/a.o %s
! RUN: env PMECACHE_JSON=%t/lines/ %flang -O2 -g -fopenmp -fpass-plugin=%plugin -c -o %t/a.o %t/other.f90
! RUN: ls %t/lines | %FileCheck %s --check-prefix=LINES

subroutine first(n, x)
  integer :: n
  real(8) :: x(n)
  !$omp parallel do
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine

! PLAIN: FIRModule-first_.json
! PLAIN: FIRModule-second_.json
! LINES-DAG: json-units.f90.json
! LINES-DAG: other.f90.json

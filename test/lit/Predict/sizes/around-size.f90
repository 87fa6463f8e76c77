! How far loops go beyond a size on both of its sides is a border, and no size. Blocks of four rows, in an array whose
! rows are as long as a size and a border, are no window that is moved over it.
! REQUIRES: flang
! RUN: env %corei7 %flang -O2 -g -fopenmp %load -Rpass=cache -Rpass-missed=cache -c -o /dev/null %s 2>&1 | %FileCheck %s

subroutine deep(x_min, x_max, y_min, y_max, depth, halo, a, b)
  integer :: x_min, x_max, y_min, y_max, depth, halo, j, k
  real(8), dimension(x_min - halo:x_max + halo, y_min - halo:y_max + halo) :: a, b
  !$omp parallel do
  do k = y_min - depth, y_max + depth
    do j = x_min - depth, x_max + depth
      b(j, k) = a(j, k)
    end do
  end do
end subroutine

subroutine blocks(x_max, y_max, halo, a)
  integer :: x_max, y_max, halo, j, k, block, last
  real(8) :: a(1 - halo:x_max + halo, 1 - halo:y_max + halo)
  !$omp parallel do private(j, k, last)
  do block = 1, y_max, 4
    last = min(block + 3, y_max)
    do j = 1, x_max
      do k = last - 1, block, -1
        a(j, k) = a(j, k) - a(j, k + 1)
      end do
    end do
  end do
end subroutine

! CHECK-DAG: :9:{{.*}} parallel loop 'k' for every n = y_max = x_max: L3{{.*}} 0.25 n^2 misses{{.*}}depth=2
! CHECK-DAG: :20:{{.*}} parallel loop 'block' for every n = y_max = x_max:

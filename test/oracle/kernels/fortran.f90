! Fortran: arguments by reference, columns first, bounds of its own.
! oracle stencil_: n=20,m=30
! oracle matmul_fixed_:
! oracle triangle_: n=17
! oracle line_buffers_: n=11,m=13
! oracle loops_of_region_: n=21,m=13
! oracle _QMfieldsPadvance: "size(now,1)"=19,"size(next,1)"=19
subroutine stencil(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: b(n, m)
  integer :: i, j
  !$omp parallel do schedule(static,4) private(i)
  do j = 2, m - 1
    do i = 2, n - 1
      b(i, j) = a(i - 1, j) + a(i + 1, j) &
        + a(i, j - 1) + a(i, j + 1)
    end do
  end do
end subroutine

subroutine matmul_fixed(a, b, c)
  real(8), intent(in) :: a(12, 10), b(10, 14)
  real(8), intent(inout) :: c(12, 14)
  integer :: i, j, k
  !$omp parallel do private(i, k)
  do j = 1, 14
    do k = 1, 10
      do i = 1, 12
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine

subroutine triangle(n, a)
  integer, intent(in) :: n
  real(4), intent(inout) :: a(0:n, 0:n)
  integer :: i, j
  !$omp parallel do private(i) schedule(dynamic)
  do j = 0, n
    do i = n, j, -2
      a(i, j) = a(j, i) + 1
    end do
  end do
end subroutine

subroutine line_buffers(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m)
  real(8) :: up(30), down(30)
  integer :: i, j
  !$omp parallel do private(up, down)
  do j = 1, m
    do i = 1, n
      up(i) = a(i, j)
      down(i) = 2 * a(i, j)
    end do
    do i = 2, n
      a(i, j) = up(i - 1) - down(i)
    end do
  end do
end subroutine

subroutine loops_of_region(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(n, m)
  integer :: i, j, t
  !$omp parallel private(t)
  do t = 1, 3
    !$omp do
    do j = 1, m
      do i = 1, n
        b(i, j) = a(i, j)
      end do
    end do
    !$omp end do nowait
    !$omp do schedule(static, 2)
    do i = n, 1, -2
      a(i, m) = i
    end do
    !$omp do
    do j = 2, m - 1
      do i = 1, n
        a(i, j) = b(i, j - 1) + b(i, j + 1)
      end do
    end do
  end do
  !$omp end parallel
end subroutine

! A block that each thread has a copy of, and a variable of `simd`, which stays in memory.
subroutine blocks_of_threads(n, m, a)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m)
  real(8) :: right, middle, left
  common /lines/ right(40), middle(40), left(40)
  !$omp threadprivate(/lines/)
  integer :: i, j
  !$omp parallel private(i)
  !$omp do
  do j = 1, m
    !$omp simd
    do i = 1, n
      right(i) = a(i, j)
      left(i) = right(i) + i
    end do
    do i = 1, n
      middle(i) = left(i)
      a(i, j) = right(i) * middle(i)
    end do
  end do
  !$omp end parallel
end subroutine

! Arrays of a module, whose bases and extents stand in descriptors: these are no accesses of the source.
module fields
  implicit none
  real(8), allocatable :: now(:,:), next(:,:)
contains
  subroutine advance(n, m)
    integer, intent(in) :: n, m
    integer :: i, j
    !$omp parallel do private(i) schedule(static, 2)
    do j = 2, m - 1
      do i = 2, n - 1
        next(i, j) = now(i - 1, j) + now(i + 1, j) + now(i, j - 1) + now(i, j + 1)
      end do
    end do
  end subroutine
end module

program main
  use fields
  real(8) :: x(20, 30), y(20, 30), c(12, 14)
  real(4) :: t(18, 18)
  real(8) :: lines(11, 13), p(21, 13), q(21, 13)
  x = 1
  y = 2
  c = 0
  t = 0
  call stencil(20, 30, x, y)
  call matmul_fixed(x, y, c)
  call triangle(17, t)
  lines = 1
  call line_buffers(11, 13, lines)
  p = 1
  q = 2
  call loops_of_region(21, 13, p, q)
  call blocks_of_threads(21, 13, p)
  allocate(now(19, 23), next(19, 23))
  now = 1
  call advance(19, 23)
  print *, y(3, 3), c(1, 1), t(1, 1)
end program

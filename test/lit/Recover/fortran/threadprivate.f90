! A threadprivate array of a module, and a block that is: every thread has its own, at no place that others know.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O1 && %check
! RUN: %recover_fortran -O2 && %check

module work
  real(8) :: flux(5, 64)
  real(8) :: x(5, 64, 100)
  real(8) :: right(64), middle(64), left(64)
  common /lines/ right, middle, left
  !$omp threadprivate(flux, /lines/)
end module

subroutine kernel() bind(c)
  use work
  real(8) :: row(64)
  common /rows/ row
  !$omp threadprivate(/rows/)
  integer :: i, k
  !$omp parallel do
  do k = 1, 100
    do i = 1, 64
      flux(1, i) = x(1, i, k)
      row(i) = x(2, i, k)
      right(i) = x(4, i, k)
      left(i) = right(i)
    end do
    do i = 2, 64
      x(3, i, k) = flux(1, i - 1) + row(i - 1)
    end do
  end do
end subroutine

! CHECK-DAG: array x element 8 extents 100 64 5 {{.*}}
! CHECK-DAG: array flux element 8 extents 64 5 align {{[0-9]+}} private
! CHECK-DAG: array row element {{[18]}} extents {{512|64}} {{.*}}private
! flang tells of one variable of such a block: what else is in it has the name of the block.
! CHECK-DAG: array lines element 1 extents 1024 {{.*}}private
! CHECK-DAG: array left element 8 extents 64 {{.*}}private
! CHECK: loop k = 1 .. 100 parallel
! CHECK: write lines @ 8*i - 8 size 8

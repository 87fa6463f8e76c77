! A threadprivate allocatable array: each thread has its own, also where another file has the module, whose descriptor does not
! tell it from a pointer's. A threadprivate pointer of this file leads to memory that may be everybody's.
! REQUIRES: flang
! RUN: %recover_fortran -O0 && %check
! RUN: %recover_fortran -O2 && %check

module work
  real(8), allocatable, save :: row(:)
  real(8), pointer, save :: shared(:) => null()
  !$omp threadprivate(row, shared)
end module

subroutine kernel(n, x) bind(c)
  use work
  integer, value :: n
  real(8) :: x(n, n)
  integer :: i, k
  !$omp parallel do private(i)
  do k = 1, n
    do i = 2, n
      row(i) = row(i - 1) + x(i, k)
    end do
    do i = 1, n
      x(i, k) = row(i) + shared(i)
    end do
  end do
end subroutine

! CHECK-DAG: array row element 8{{.*}} private
! CHECK-DAG: array shared element 8{{( heap likely)?}}{{$}}

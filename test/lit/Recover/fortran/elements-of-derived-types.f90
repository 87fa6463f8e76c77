! REQUIRES: flang
! Allocatable arrays of derived types: numbers of an element are called as its components, in arrays of arrays as well.
! A descriptor at the very start of an element is one, and so is that of what a pointer points to.
! RUN: %recover_fortran -O2 && %FileCheck %s --input-file=%t/tiles_.pme && \
! RUN:   %FileCheck %s --check-prefix=POINTER --input-file=%t/pointed_.pme
module chunks_of_a_grid
  type field_t
    real(8), allocatable :: a(:,:)
    integer :: lo, hi, width
  end type
  type tile_t
    type(field_t) :: field
  end type
  type chunk_t
    integer :: task
    type(tile_t), allocatable :: tiles(:)
  end type
  type(chunk_t), allocatable :: chunks(:)
  type(field_t), allocatable :: fields(:)
  type(field_t), pointer :: whole
end module

subroutine tiles(c, t)
  use chunks_of_a_grid
  integer, intent(in) :: c, t
  integer :: i, j
  !$omp parallel do
  do j = fields(c)%lo, fields(c)%hi
    do i = 1, chunks(c)%tiles(t)%field%width
      fields(c)%a(i, j) = 1.0
    end do
  end do
end subroutine

subroutine pointed()
  use chunks_of_a_grid
  integer :: i, j
  !$omp parallel do
  do j = 1, whole%hi
    do i = 1, whole%width
      whole%a(i, j) = 1.0
    end do
  end do
end subroutine

! CHECK: function tiles_
! CHECK-NOT: lbound
! CHECK-DAG: param "fields[]%lo"
! CHECK-DAG: param "fields[]%hi"
! CHECK-DAG: param "chunks[]%tiles[]%field%width"
! CHECK-DAG: param "size(fields[]%a,1)"
! CHECK: loop j = {{.*}} parallel
! CHECK: write "fields[]%a" @ {{.*}}8*"size(fields[]%a,1)"*j

! POINTER: function pointed_
! POINTER-DAG: param "whole%hi"
! POINTER-DAG: param "size(whole%a,1)"

!mod$ v1 sum:dde10699fbffa6cd
module m
type::grid
integer(4)::nx
integer(4)::ny
real(8)::dx
real(8),allocatable::u(:,:)
real(8),allocatable::v(:,:)
end type
contains
subroutine step(g,nt)
type(grid),intent(inout)::g
integer(4),intent(in)::nt
end
subroutine fill(a,n,prof)
integer(4),intent(in)::n
real(8),intent(inout)::a(1_8:int(n,kind=8))
real(8),intent(inout)::prof(:)
end
end

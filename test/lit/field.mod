!mod$ v1 sum:f96a74e8584f9562
module field
real(8)::x(1_8:64_8,1_8:32_8)
real(8)::y(1_8:64_8,1_8:32_8)
contains
subroutine kernel() bind(c)
end
end

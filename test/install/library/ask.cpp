// The same program in C++: headers and names must do there, too.
#include "ask.c"

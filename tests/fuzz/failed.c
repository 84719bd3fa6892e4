#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void
fuzz_failed(const char *truth, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, truth);
	abort();
}

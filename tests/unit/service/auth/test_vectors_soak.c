/* labels: soak */
/* As above, with a million mutants. */
#define MUTANTS 1000000
#include "test_vectors_mutants.c"

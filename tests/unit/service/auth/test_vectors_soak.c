/* labels: soak */
/* The same test as test_vectors_mutants.c with a million mutants. */
#define MUTANTS 1000000
#include "test_vectors_mutants.c"

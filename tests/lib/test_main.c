/* main() of each test program that has none of its own. */
#include "lib/test.h"

int
main(void)
{
	return run_all_tests(NULL, NULL);
}

/* labels: soak */
/*
 * Ctrl-Z and fg two hundred times: each one is handled, at whatever moment it comes.
 */
#include "lib/jobs.h"
#include "lib/test.h"

TEST(two_hundred_suspensions_are_all_handled)
{
	auto_pty *p = jobs_start();
	jobs_repeat(p, 200);
}

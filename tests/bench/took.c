/*
 * took COMMAND [ARGUMENT]... - runs the command and discards its output; prints the time it took in
 * milliseconds and its peak memory in KiB.
 */
#include "bench/driver.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int
main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	double began = now_ms();
	pid_t pid = argc > 1 ? fork() : -1;
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
		dup2(null, STDOUT_FILENO);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		return 2;
	printf("%.0f %ld\n", now_ms() - began, usage.ru_maxrss);
	return status == 0 ? 0 : 1;
}

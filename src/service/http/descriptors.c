#include "service/http/descriptors.h"

#include "base/log.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/resource.h>

/* OWN: descriptors for the store's connections, epoll and events of each thread, and the log.
 * LEAST: minimum number of connections. */
enum { OWN_DESCRIPTORS = 100, CONNECTIONS_MIN = 20 };

static unsigned
count_open(void)
{
	unsigned n = 0;
	DIR *dir = opendir("/proc/self/fd");
	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

bool
descriptors_for(unsigned wanted, unsigned *connections, struct err *err)
{
	struct rlimit limit;
	unsigned used = count_open() + OWN_DESCRIPTORS;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return err_set(err, ERR_IO, "the limit of open files: %s", strerror(errno));
	if (limit.rlim_cur < used + wanted) {
		limit.rlim_cur = limit.rlim_max < used + wanted ? limit.rlim_max : used + wanted;
		setrlimit(RLIMIT_NOFILE, &limit);
		getrlimit(RLIMIT_NOFILE, &limit);
	}
	if (limit.rlim_cur < used + CONNECTIONS_MIN)
		return err_set(err, ERR_IO,
		    "only %llu files may be open at a time, and the service needs %u at least: "
		    "raise the limit (ulimit -n %u)",
		    (unsigned long long)limit.rlim_cur, used + CONNECTIONS_MIN, used + wanted);
	*connections = limit.rlim_cur < used + wanted ? (unsigned)limit.rlim_cur - used : wanted;
	if (*connections < wanted)
		log_event(LOG_WARN, "few descriptors", LOG_NUMBER("limit", limit.rlim_cur),
		    LOG_NUMBER("connections", *connections), LOG_NUMBER("wanted", wanted));
	return true;
}

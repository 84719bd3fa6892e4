/* labels: slow */
/* The service ends a connection whose body arrives too slowly. */
#include "base/clock.h"
#include "lib/api.h"
#include "lib/test.h"

#include <sys/socket.h>
#include <unistd.h>

/* Five seconds are allowed; announcing only a thousand bytes does not extend that. */
TEST(a_slow_body_ends_its_connection)
{
	static const char request[] = "PUT /api/svc/catalogs/1/bulk-update HTTP/1.1\r\nHost: x\r\n"
				      "Content-Type: application/json\r\n"
				      "Content-Length: 1000\r\n\r\n{";
	struct api *a = *state;
	int64_t before = clock_ticks();
	char byte;
	int fd = http_connect(service_port(a->service));
	assert_true(fd >= 0);
	assert_true(send(fd, request, sizeof(request) - 1, MSG_NOSIGNAL) > 0);
	assert_int_equal(recv(fd, &byte, 1, 0), 0);
	close(fd);
	int64_t took = clock_ticks() - before;
	assert_true(took >= 5000 && took < 20000);
	assert_int_equal(api_get(a, "/journeys"), 200);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}

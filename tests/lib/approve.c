#include "lib/approve.h"
#include "lib/test.h"

#include "lib/service.h"

#include <stdio.h>
#include <string.h>

enum { CODE_CHARS = 9 };

static bool
is_device_code(const char *text)
{
	for (int i = 0; i < CODE_CHARS; i++)
		if (i == 4 ? text[i] != '-' : text[i] < 'A' || text[i] > 'Z')
			return false;
	return true;
}

bool
approve_read_code(struct pty *p, char code[10])
{
	int rows, cols;
	pty_size(p, &rows, &cols);
	for (int y = rows - 1; y >= 0; y--) {
		const char *row = pty_row(p, y);
		for (size_t i = 0; i + CODE_CHARS <= strlen(row); i++) {
			if (!is_device_code(row + i))
				continue;
			snprintf(code, 10, "%s", row + i);
			return true;
		}
	}
	return false;
}

static bool
has_code(struct pty *p, void *code)
{
	return approve_read_code(p, code);
}

/* A hidden form value that only the page contains, so that another site cannot submit the
 * decision. */
static void
read_proof(struct buf *out, int port, const char *code)
{
	static const char mark[] = "name=\"proof\" value=\"";
	CLEANUP(http_free) struct http_answer page = { 0 };
	auto_buf target = { 0 };
	buf_addf(&target, "/oauth2/device?user_code=%s", code);
	assert_true(http_call(port, "GET", buf_z(&target), NULL, NULL, STR_NONE, &page));
	size_t at = str_find(buf_str(&page.body), str_of(mark));
	if (at != SIZE_MAX) {
		struct str rest = str_sub(buf_str(&page.body), at + strlen(mark), page.body.n);
		buf_adds(out, str_sub(rest, 0, str_find_char(rest, '"')));
	}
}

int
approve_code(int port, const char *code, const char *decision)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	auto_buf proof = { 0 }, form = { 0 };
	read_proof(&proof, port, code);
	buf_addf(&form, "user_code=%s&decision=%s&proof=%s", code, decision, buf_z(&proof));
	assert_true(http_call(port, "POST", "/oauth2/device", NULL,
	    "Content-Type: application/x-www-form-urlencoded\r\n", buf_str(&form), &answer));
	int status = answer.status;
	return status;
}

void
approve_code_shown(struct pty *p, int port, const char *decision)
{
	char code[10];
	assert_true(pty_wait_until(p, has_code, code, "a code to be typed"));
	assert_int_equal(approve_code(port, code, decision), 200);
}

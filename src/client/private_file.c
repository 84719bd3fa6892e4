#include "client/private_file.h"

#include "base/regular_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 65536 };

bool
is_token_text(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] <= 32 || text.p[i] >= 127)
			return false;
	return text.n > 0;
}

bool
private_file_read(struct buf *out, const char *path, struct err *err)
{
	int fd = regular_file_open(path, O_RDONLY, REGULAR_FILE_SECRET, err);
	if (fd < 0) {
		err->kind = ERR_AUTH;
		return false;
	}
	bool ok = regular_file_read(out, fd, FILE_SIZE_MAX);
	close(fd);
	if (!ok)
		return err_set(err, ERR_AUTH, "%s cannot be read", path);
	struct str text = str_trim(buf_str(out));
	if (text.n)
		memmove(out->p, text.p, text.n);
	out->n = text.n;
	if (text.n == 0)
		return err_set(err, ERR_AUTH, "%s is empty", path);
	return (is_token_text(buf_str(out)) && out->n <= FILE_SIZE_MAX) ||
	    err_set(err, ERR_AUTH, "%s contains more than one token", path);
}

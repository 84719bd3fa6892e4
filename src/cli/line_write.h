/*
 * line_write.h - one write over a line, waited for.
 */
#ifndef CLI_LINE_WRITE_H
#define CLI_LINE_WRITE_H

#include "cli/line.h"

struct written {
	enum client_outcome outcome;
	struct err err;  /* why it is not done */
	int status;      /* of HTTP; 0 when there was none */
	struct buf body; /* of the answer */
	char request_id[64];
};

/* Comes back when it is settled, or known not to be. written_free() afterwards. */
void line_write(struct line *l, const struct client_write *w, struct written *out);
void written_free(struct written *w);
/* Lets ms pass on the line's loop. */
void line_pause(struct line *l, int64_t ms);

#endif

/*
 * recording.h - the file of a saved session: the responses that a client received, so that a
 * console can run on them without a service.
 *
 * JSON lines. The first is the head. A response is a line {"method","target","status","requestId",
 * "code","body"}: `target` is the path with its query, without the host; a failed read has no body.
 * A line {"script"} is keys, in the words of a script. No header and no text of an error is
 * written. The caller masks people and leaves out lines with a token. A recorder owns its file, a
 * recording its texts. Single-threaded.
 */
#ifndef CLIENT_RECORDING_H
#define CLIENT_RECORDING_H

#include "base/err.h"
#include "wire/names.h"

enum { RECORDING_BYTES_MAX = 64 << 20 }; /* of a file */

struct recorded_response {
	const char *method;
	struct str target;
	int http_status;             /* 0: no response came */
	struct str request_id, code; /* may be empty */
	struct str body;             /* JSON; STR_NONE: no valid one */
};

/* ---- recorder.c: writing ---- */

struct recorder;
/* Creates the file, with mode 0600; an existing one is an error. `now` is the session's time. */
struct recorder *recorder_open(
    const char *path, int64_t now, const struct wire_names *names, struct err *err);
void recorder_free(struct recorder *r);
/* Append a line. If the file cannot be written, or would get too long, it ends with the line
 * before, and nothing is written any more. */
void recorder_add_response(struct recorder *r, const struct recorded_response *x);
void recorder_add_script(struct recorder *r, struct str line);
/* The reason why the recorder has stopped; NULL: it has not. */
const struct err *recorder_error(const struct recorder *r);
/* Calls `stopped` when it stops, at once if it has; NULL: none. */
void recorder_watch(struct recorder *r, void (*stopped)(void *ctx), void *ctx);

/* ---- recording.c: reading ---- */

struct recording;
/* Reads the whole file. Returns NULL and sets err (ERR_CONFIG) to the number of the wrong line, or
 * (ERR_IO, ERR_NOT_FOUND) if it cannot be read. */
struct recording *recording_open(const char *path, struct err *err);
void recording_free(struct recording *r);
/* The time when the session began. */
int64_t recording_time(const struct recording *r);
/* The names of endpoints and parameters in its targets; valid until recording_free(). */
const struct wire_names *recording_names(const struct recording *r);
/* The next response to a request: each is used once, the last one for all later requests. Times in
 * the target may differ, since the clock of the recorded session ran. NULL if there is none. */
const struct recorded_response *recording_next(
    struct recording *r, const char *method, struct str target);

#endif

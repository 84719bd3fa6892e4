/*
 * tour_notes.h - the speaker notes of the running tour, in the private state file `tour`: the
 * console writes them, `backroom tour follow` on another terminal reads them.
 *
 * The console holds a lock on the file, so that the notes of a console that was killed are not
 * taken for a running tour. The reader sleeps until the file changes (inotify).
 */
#ifndef APP_TOUR_NOTES_H
#define APP_TOUR_NOTES_H

#include "base/buf.h"
#include "base/err.h"

struct tour_notes {
	int lock_fd; /* the file last written; -1: none */
};

/* Replaces the notes. */
bool tour_notes_write(struct tour_notes *n, struct str text, struct err *err);
/* Removes the notes: the tour has ended. */
void tour_notes_end(struct tour_notes *n);

struct tour_reader {
	int watch_fd;
};

bool tour_reader_open(struct tour_reader *r, struct err *err);
/* Appends the notes of the running tour. Returns false if no tour is running. */
bool tour_reader_read(struct buf *out);
/* Sleeps until the notes may have changed. */
bool tour_reader_wait(struct tour_reader *r, struct err *err);
void tour_reader_close(struct tour_reader *r);

#endif

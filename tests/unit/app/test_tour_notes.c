/* The notes of a tour, written by its console and read by another process. */
#include "app/tour_notes.h"
#include "lib/test.h"

#include <pthread.h>
#include <stdatomic.h>

enum { NOTES_COUNT = 3000 };

struct presenter {
	struct tour_notes notes;
	atomic_bool is_done;
	bool is_written;
};

static void *
write_many_notes(void *ctx)
{
	struct presenter *p = ctx;
	struct err err;
	p->is_written = true;
	for (int i = 0; i < NOTES_COUNT; i++)
		p->is_written = tour_notes_write(&p->notes, STR("step"), &err) && p->is_written;
	atomic_store(&p->is_done, true);
	return NULL;
}

/* A file that is replaced between its opening and the look at its lock is not the tour's end. */
TEST(replaced_notes_do_not_end_the_tour)
{
	struct presenter p = { .notes = { .lock_fd = -1 } };
	struct err err;
	pthread_t thread;
	size_t ended = 0;
	assert_true(tour_notes_write(&p.notes, STR("first"), &err));
	assert_int_equal(pthread_create(&thread, NULL, write_many_notes, &p), 0);
	while (!atomic_load(&p.is_done)) {
		auto_buf text = { 0 };
		ended += !tour_reader_read(&text) || !text.n;
	}
	pthread_join(thread, NULL);
	assert_true(p.is_written);
	assert_int_equal(ended, 0);
	tour_notes_end(&p.notes);
	auto_buf text = { 0 };
	assert_false(tour_reader_read(&text));
}

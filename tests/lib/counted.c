#include "lib/counted.h"

#include <stdatomic.h>

static atomic_size_t times, bytes;

#ifdef BACKROOM_SANITIZED
/* gcc has no header that declares this. */
int __sanitizer_install_malloc_and_free_hooks(
    void (*allocated)(const volatile void *p, size_t n), void (*released)(const volatile void *p));

static void
note_allocation(const volatile void *p, size_t n)
{
	(void)p;
	atomic_fetch_add(&times, 1);
	atomic_fetch_add(&bytes, n);
}

static void
note_release(const volatile void *p)
{
	(void)p;
}

bool
counted_is_available(void)
{
	static atomic_bool asked, can;
	if (!atomic_exchange(&asked, true))
		atomic_store(
		    &can, __sanitizer_install_malloc_and_free_hooks(note_allocation, note_release));
	return atomic_load(&can);
}
#else
bool
counted_is_available(void)
{
	return false;
}
#endif

void
counted_begin(void)
{
	atomic_store(&times, 0);
	atomic_store(&bytes, 0);
}

size_t
counted_allocations(void)
{
	return atomic_load(&times);
}

size_t
counted_bytes(void)
{
	return atomic_load(&bytes);
}

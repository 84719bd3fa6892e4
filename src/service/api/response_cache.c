#include "service/api/response_cache.h"

#include "base/mem.h"
#include "store/records.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { COUNT_CACHE_SLOTS = 512 };

struct count_cache_slot {
	bool used;
	unsigned char key[DIGEST_SIZE];
	uint64_t count;
};

struct count_cache {
	pthread_mutex_t lock;
	struct count_cache_slot slots[COUNT_CACHE_SLOTS];
};

struct count_cache *
count_cache_new(void)
{
	struct count_cache *h = x_new(struct count_cache);
	pthread_mutex_init(&h->lock, NULL);
	return h;
}

void
count_cache_free(struct count_cache *h)
{
	if (!h)
		return;
	pthread_mutex_destroy(&h->lock);
	x_free(h);
}

static struct count_cache_slot *
find_count_slot(struct count_cache *h, const unsigned char key[DIGEST_SIZE])
{
	return &h->slots[(key[0] << 8 | key[1]) % COUNT_CACHE_SLOTS];
}

bool
count_cache_find(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t *count)
{
	pthread_mutex_lock(&h->lock);
	const struct count_cache_slot *slot = find_count_slot(h, key);
	bool found = slot->used && memcmp(slot->key, key, DIGEST_SIZE) == 0;
	if (found)
		*count = slot->count;
	pthread_mutex_unlock(&h->lock);
	return found;
}

void
count_cache_put(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t count)
{
	pthread_mutex_lock(&h->lock);
	struct count_cache_slot *slot = find_count_slot(h, key);
	slot->used = true;
	memcpy(slot->key, key, DIGEST_SIZE);
	slot->count = count;
	pthread_mutex_unlock(&h->lock);
}

/* SHARE: one response may use at most this fraction (1/SHARE) of the cache. */
enum { RESPONSE_CACHE_SLOTS = 1024, SEEN_HASHES_MAX = 4096, MAX_RESPONSE_FRACTION = 4 };

struct cached_response {
	struct cached_response *next;          /* next entry in the same hash slot */
	struct cached_response *newer, *older; /* list in the order of last use */
	uint64_t hash;
	const struct route *route;
	char list_commit[STORE_COMMIT_ID_SIZE];
	bool gzipped;
	struct response head;      /* everything except the body */
	struct shared_bytes *body; /* NULL: only a 304 was stored */
	size_t target_n, held_bytes;
	char target[];
};

struct response_cache {
	pthread_mutex_t lock;
	struct cached_response *slots[RESPONSE_CACHE_SLOTS];
	struct cached_response *newest, *oldest;
	size_t held_bytes, max_bytes;
	uint64_t seen_once_hashes[SEEN_HASHES_MAX]; /* hashes of responses that were made once */
};

struct response_cache *
response_cache_new(size_t bytes)
{
	struct response_cache *m = x_new(struct response_cache);
	pthread_mutex_init(&m->lock, NULL);
	m->max_bytes = bytes;
	return m;
}

/* ---- entries and their lists; call with the lock held ---- */

static uint64_t
hash_key(const struct response_cache_key *key)
{
	uint64_t h = UINT64_C(14695981039346656037) + key->gzipped;
	for (size_t i = 0; i < key->target.n; i++)
		h = (h ^ (unsigned char)key->target.p[i]) * UINT64_C(1099511628211);
	return h ^ h >> 32;
}

static struct cached_response **
find_entry_place(struct response_cache *m, const struct response_cache_key *key, uint64_t hash)
{
	struct cached_response **at = &m->slots[hash % RESPONSE_CACHE_SLOTS];
	while (*at &&
	    ((*at)->hash != hash || (*at)->gzipped != key->gzipped ||
		!str_eq(str_from((*at)->target, (*at)->target_n), key->target)))
		at = &(*at)->next;
	return at;
}

static void
unlink_from_order(struct response_cache *m, struct cached_response *a)
{
	*(a->newer ? &a->newer->older : &m->newest) = a->older;
	*(a->older ? &a->older->newer : &m->oldest) = a->newer;
}

static void
link_as_newest(struct response_cache *m, struct cached_response *a)
{
	a->newer = NULL;
	a->older = m->newest;
	*(m->newest ? &m->newest->newer : &m->oldest) = a;
	m->newest = a;
}

static void
drop_entry(struct response_cache *m, struct cached_response **place)
{
	struct cached_response *a = *place;
	*place = a->next;
	unlink_from_order(m, a);
	m->held_bytes -= a->held_bytes;
	response_free(&a->head);
	shared_bytes_unref(a->body);
	x_free(a);
}

static void
drop_oldest_entry(struct response_cache *m)
{
	const struct cached_response *a = m->oldest;
	const struct response_cache_key key = { str_from(a->target, a->target_n), a->gzipped };
	drop_entry(m, find_entry_place(m, &key, a->hash));
}

static void
copy_head(struct response *to, const struct response *from)
{
	to->status = 200;
	to->content_type = from->content_type;
	to->cache_control = from->cache_control;
	to->operation = from->operation;
	to->gzipped = from->gzipped;
	for (size_t i = 0; i < from->headers_n; i++)
		response_add_header(to, from->headers[i].name, from->headers[i].value);
}

static struct cached_response *
new_cached_response(const struct response_cache_key *key, uint64_t hash, const struct response *rs)
{
	struct cached_response *a = x_alloc(sizeof(*a) + key->target.n);
	memcpy(a->target, key->target.p, key->target.n);
	a->target_n = key->target.n;
	a->gzipped = key->gzipped;
	a->hash = hash;
	a->held_bytes = sizeof(*a) + key->target.n + response_body(rs).n;
	copy_head(&a->head, rs);
	return a;
}

/* True if this response was made before; records that it was made now. */
static bool
was_seen(struct response_cache *m, uint64_t hash)
{
	uint64_t *seen = &m->seen_once_hashes[hash % SEEN_HASHES_MAX];
	bool was = *seen == hash;
	*seen = hash;
	return was;
}

void
response_cache_free(struct response_cache *m)
{
	if (!m)
		return;
	while (m->oldest)
		drop_oldest_entry(m);
	pthread_mutex_destroy(&m->lock);
	x_free(m);
}

/* ---- finding and storing ---- */

const struct route *
response_cache_find(struct response_cache *m, const struct response_cache_key *key, char *list)
{
	const struct route *route = NULL;
	if (!m)
		return NULL;
	pthread_mutex_lock(&m->lock);
	const struct cached_response *a = *find_entry_place(m, key, hash_key(key));
	if (a) {
		route = a->route;
		memcpy(list, a->list_commit, STORE_COMMIT_ID_SIZE);
	}
	pthread_mutex_unlock(&m->lock);
	return route;
}

bool
response_cache_get(struct response_cache *m, const struct response_cache_key *key, const char *list,
    struct response *rs)
{
	pthread_mutex_lock(&m->lock);
	struct cached_response *a = *find_entry_place(m, key, hash_key(key));
	bool is_there = a && strcmp(a->list_commit, list) == 0;
	if (is_there) {
		unlink_from_order(m, a);
		link_as_newest(m, a);
		copy_head(rs, &a->head);
		rs->shared_body = a->body ? shared_bytes_ref(a->body) : NULL;
	}
	pthread_mutex_unlock(&m->lock);
	return is_there;
}

/* Takes over the body, which the response then shares. Call with the lock held. */
static void
store_cached_response(struct response_cache *m, struct cached_response **place,
    struct cached_response *a, struct response *rs)
{
	if (*place)
		drop_entry(m, place);
	if (rs->status == 200) {
		buf_shrink(&rs->body);
		rs->shared_body = shared_bytes_new(&rs->body);
		a->body = shared_bytes_ref(rs->shared_body);
	}
	a->next = m->slots[a->hash % RESPONSE_CACHE_SLOTS];
	m->slots[a->hash % RESPONSE_CACHE_SLOTS] = a;
	link_as_newest(m, a);
	m->held_bytes += a->held_bytes;
	while (m->held_bytes > m->max_bytes)
		drop_oldest_entry(m);
}

static bool
is_unchanged_response(
    const struct cached_response *kept, const char *list, const struct response *rs)
{
	return kept && rs->status == 304 && strcmp(kept->list_commit, list) == 0;
}

void
response_cache_put(struct response_cache *m, const struct response_cache_key *key,
    const struct route *route, const char *list, struct response *rs)
{
	uint64_t hash = hash_key(key);
	if (!m || rs->shared_body || rs->body.n > m->max_bytes / MAX_RESPONSE_FRACTION)
		return;
	pthread_mutex_lock(&m->lock);
	struct cached_response **place = find_entry_place(m, key, hash);
	if (!is_unchanged_response(*place, list, rs) && (*place || was_seen(m, hash))) {
		struct cached_response *a = new_cached_response(key, hash, rs);
		a->route = route;
		snprintf(a->list_commit, sizeof(a->list_commit), "%s", list);
		store_cached_response(m, place, a, rs);
	}
	pthread_mutex_unlock(&m->lock);
}

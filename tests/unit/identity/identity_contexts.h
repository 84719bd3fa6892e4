/*
 * identity_contexts.h - the known facts that a test starts with: a journal in memory, and baskets
 * of its own.
 */
#ifndef TESTS_UNIT_APP_IDENTITY_GROUNDS_H
#define TESTS_UNIT_APP_IDENTITY_GROUNDS_H

#include "identity/context.h"
#include "identity/identities.h"
#include "unit/journal/journal_files.h"
#include "unit/list/doc_text.h"

#define ISS "https://login.example/"

struct known {
	struct journal journal;
	struct identities *identities;
	struct identity_context context;
};

/* Starts with nothing known; the current user is the journal's author. */
static inline void
known_open(struct known *k)
{
	struct err err;
	*k = (struct known){ .identities = identities_new() };
	assert_true(journal_open(&k->journal, false, &err));
	k->context = (struct identity_context){
		.journal = &k->journal, .service = SERVICE, .identities = k->identities, .now = AT
	};
}

static inline void
known_close(struct known *k)
{
	journal_close(&k->journal);
	identities_free(k->identities);
}

/* Records a link or unlink with this result. */
static inline void
known_write(struct known *k, bool unlink, const char *owner, const char *iss, const char *sub,
    enum journal_state state)
{
	struct journal_write w = link_of(owner, sub);
	w.is_unlink = unlink;
	w.iss = str_of(iss);
	add(&k->journal, &w, state);
	k->context.account = journal_nth_newest(&k->journal, 0)->who;
}

static inline void
known_link(struct known *k, const char *owner, const char *sub)
{
	known_write(k, false, owner, ISS, sub, JOURNAL_DONE);
}

/* Adds a basket of Mara Ellison, from 10:24 on 20 November 2026 plus `minutes`. */
static inline void
known_basket(struct known *k, int minutes, const char *iss, const char *sub)
{
	auto_buf json = { 0 };
	buf_addf(&json,
	    "{\"id\":\"b-%d\",\"created\":\"2026-11-20T10:%d:00Z\",\"customerDetails\":"
	    "{\"firstName\":\"Mara\",\"lastName\":\"Ellison\"},\"identities\":[{\"iss\":\"%s\","
	    "\"sub\":\"%s\",\"type\":\"external-id\",\"service\":\"svc\"}]}",
	    minutes, 24 + minutes, iss, sub);
	identities_add(k->identities, buf_str(&json), 0);
}

#endif

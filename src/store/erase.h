/*
 * erase.h - erases a person from a store: finds all records, deletes them, and redacts the audit's
 * entries, whose chain stays intact.
 *
 * A person is named by an e-mail address, a basket, an identity or an owner:
 * - an address: its baskets; the identities of these baskets that have no basket of another address,
 *   with their links and their baskets without an address;
 * - an identity: its links and baskets;
 * - an owner: the owner, its links, and the identities that were never linked to another owner,
 * with their baskets;
 * - a basket: this one only.
 */
#ifndef STORE_ERASE_H
#define STORE_ERASE_H

#include "base/arena.h"
#include "base/vec.h"
#include "store/removal.h"

struct erase_identity {
	struct str iss, sub;
};

/* p NULL: not given. The texts must outlive the plan. */
struct erase_person {
	struct str email, basket, owner;
	struct erase_identity identity;
};

struct erase_link {
	struct erase_identity identity;
	struct str owner;
};

struct erase_answer {
	struct store_caller caller;
	struct str key;
};

struct erase_entry {
	unsigned audit_chain;
	int64_t seq;
	unsigned char left[DIGEST_SIZE]; /* chain_hash_redacted() */
};

struct erase_backup {
	int64_t made_at; /* ms */
	struct str file;
};

/* All found records. Texts are in the arena. */
struct erase_plan {
	struct arena arena;
	bool has_owner; /* the owner of erase_person */
	VEC(struct erase_identity) identities;
	VEC(struct str) baskets; /* ids */
	/* Identities of the address that others use, too, and the baskets of others: kept */
	VEC(struct erase_identity) shared;
	VEC(struct str) others;
	VEC(struct erase_link) links;
	VEC(struct erase_answer) answers;
	VEC(struct erase_entry) entries;
	VEC(struct erase_backup) backups; /* copies that may contain the person, oldest first */
	VEC(struct scrub_text) texts; /* texts of this person to look for in the store's bytes */
	bool has_other_texts;         /* some have too few bytes, or several forms in JSON */
};

/* Fills in a plan, which erase_plan_free() frees, also after a failure. */
bool erase_find(
    struct store *s, const struct erase_person *who, struct erase_plan *plan, struct err *err);
/* Also looks for the texts of another plan. */
void erase_plan_add_texts(struct erase_plan *plan, const struct erase_plan *other);
bool erase_plan_is_empty(const struct erase_plan *plan);
void erase_plan_free(struct erase_plan *plan);
/* Erases the plan's records in one transaction, which it records as done by `user`. */
bool erase_run(struct store *s, const struct erase_person *who, const struct erase_plan *plan,
    struct str user, int64_t now, struct err *err);

#endif

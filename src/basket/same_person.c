#include "basket/same_person.h"

#include "model/email.h"

#include <fnmatch.h>

static bool
has_name(const struct same_person *k, struct str iss, struct str sub)
{
	for (size_t i = 0; i < k->n; i++) {
		const struct same_person_name *name = &k->names[i];
		if (name->sub.n != sub.n || !iss.p != !name->iss.p)
			continue;
		if (iss.p ? str_eq(name->sub, sub) && str_eq(name->iss, iss)
			  : email_is_same(name->sub, sub))
			return true;
	}
	return false;
}

static void
add_person_name(struct same_person *k, struct str iss, struct str sub)
{
	if (sub.n && k->n < SAME_PERSON_NAMES_MAX && !has_name(k, iss, sub))
		k->names[k->n++] = (struct same_person_name){ iss, sub };
}

/* A missing issuer counts as an empty one: only e-mails have a NULL issuer. */
static struct str
normalize_issuer(struct str iss)
{
	return iss.p ? iss : STR("");
}

void
same_person_mark_shared(struct basket_row *row, char *const *shared)
{
	struct buf email = { 0 };
	buf_adds(&email, str_trim(row->email));
	for (char *const *p = shared; p && *p && email.n && !row->shares_email; p++)
		row->shares_email = fnmatch(*p, buf_z(&email), FNM_CASEFOLD) == 0;
	buf_free(&email);
}

/* The row's e-mail if it identifies one person, otherwise STR_NONE. */
static struct str
email_of(const struct basket_row *row)
{
	return row->shares_email ? STR_NONE : str_trim(row->email);
}

static void
add_row(struct same_person *k, const struct basket_row *row)
{
	add_person_name(k, STR_NONE, email_of(row));
	add_person_name(k, normalize_issuer(basket_row_origin(row)->iss), row->sub);
	for (size_t i = 0; row->extras && i < row->extras->n; i++)
		add_person_name(k, normalize_issuer(row->extras->v[i].iss), row->extras->v[i].sub);
}

/* Called for every row, so it allocates nothing. */
static bool
is_same_person(const struct same_person *k, const struct basket_row *row)
{
	struct str email = email_of(row);
	if (row->reach == REACH_NONE)
		return false;
	if ((email.n && has_name(k, STR_NONE, email)) ||
	    (row->sub.n && has_name(k, normalize_issuer(basket_row_origin(row)->iss), row->sub)))
		return true;
	for (size_t i = 0; row->extras && i < row->extras->n; i++)
		if (row->extras->v[i].sub.n &&
		    has_name(k, normalize_issuer(row->extras->v[i].iss), row->extras->v[i].sub))
			return true;
	return false;
}

/* Scans until nothing is added: a name from a later row may match an earlier row. */
void
same_person_collect_names(
    struct same_person *k, const struct basket_row *row, const struct basket_row *rows, size_t n)
{
	size_t before;
	*k = (struct same_person){ 0 };
	add_row(k, row);
	if (row->reach == REACH_NONE)
		return;
	do {
		before = k->n;
		k->rows.n = 0;
		for (uint32_t i = 0; i < n; i++) {
			if (&rows[i] != row && !is_same_person(k, &rows[i]))
				continue;
			vec_push(&k->rows, i);
			add_row(k, &rows[i]);
		}
	} while (k->n > before);
}

void
same_person_free(struct same_person *k)
{
	vec_free(&k->rows);
}

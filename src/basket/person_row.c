#include "basket/person_row.h"

#include "base/json_quote.h"
#include "model/identity_check.h"

#include <stddef.h>

void
person_rows_free(struct person_rows *p)
{
	vec_free(&p->list);
	arena_free(&p->text_arena);
}

/* ---- combining baskets ---- */

static void
set_text_if_empty(struct str *have, struct str text)
{
	if (!have->n)
		*have = text;
}

static struct str
make_person_id(struct arena *a, const struct basket_row *row)
{
	struct buf name = { 0 };
	if (row->email.n)
		return row->email;
	identity_name_write(&name, basket_row_origin(row)->iss, row->sub);
	struct str id = arena_move_buf(a, &name);
	buf_free(&name);
	return id;
}

static struct person_row
row_of_person(struct person_rows *out, const struct person *person)
{
	struct person_row row = { .newest = &out->rows[person->newest_row],
		.person_rows = out,
		.first_row = person->first_row,
		.open_count = person->open_count,
		.completed_count = person->completed_count,
		.bought_since = person_bought_since(person, out->rows) };
	for (uint32_t i = person->first_row; i != PERSON_NONE;
	     i = persons_next_row(out->merged_persons, i)) {
		const struct basket_row *basket = &out->rows[i];
		set_text_if_empty(&row.name, basket->name);
		set_text_if_empty(&row.company, basket->company);
		set_text_if_empty(&row.email, basket->email);
		row.reach |= basket->reach;
	}
	row.id = make_person_id(&out->text_arena, &out->rows[person->first_row]);
	return row;
}

void
person_rows_make(struct person_rows *out, const struct persons *fold, const struct basket_row *rows)
{
	out->list.n = 0;
	arena_reset(&out->text_arena);
	out->rows = rows;
	out->merged_persons = fold;
	vec_reserve(&out->list, fold->list.n);
	for (size_t i = 0; i < fold->list.n; i++)
		vec_push(&out->list, row_of_person(out, &fold->list.v[i]));
}

const char *
person_bought_word(const struct person_row *row)
{
	return !row->completed_count ? "" : row->bought_since ? "since" : "before";
}

enum contact_status
person_contact_status(const struct person_row *row)
{
	const struct person_rows *all = row->person_rows;
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i))
		if (all->rows[i].contact_status == CONTACT_UNWANTED)
			return CONTACT_UNWANTED;
	return row->newest->contact_status;
}

/* ---- columns ---- */

/* The last contact that any of the person's baskets knows; 0: none. */
static uint32_t
person_contacted_at_s(const struct person_row *row)
{
	const struct person_rows *all = row->person_rows;
	uint32_t last = 0;
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i))
		if (all->rows[i].contacted_at_s > last)
			last = all->rows[i].contacted_at_s;
	return last;
}

/* The newest basket, with the values combined over all baskets of the person. */
static struct basket_row
as_basket(const struct person_row *row)
{
	struct basket_row all = { .created = WHEN_NONE };
	if (row->newest) {
		all = *row->newest;
		all.contact_status = person_contact_status(row);
		all.own_status = all.contact_status;
		all.completed = false;
		all.maybe_completed = 0; /* BOUGHT is a column of its own */
		all.later_purchase = PURCHASE_NONE;
		all.contacted_at_s = person_contacted_at_s(row);
	}
	all.name = row->name;
	all.company = row->company;
	all.email = row->email;
	all.reach = row->reach;
	return all;
}

void
person_row_write_customer(struct buf *out, const struct person_row *row)
{
	const struct basket_row all = as_basket(row);
	basket_row_write_customer(out, &all);
}

/* Appends a cell as the basket column of that name writes it. */
static void
write_as_basket(struct buf *out, const void *of, const struct cell_context *c, const char *column)
{
	const struct basket_row all = as_basket(of);
	column_find(basket_columns, str_of(column))->write_cell(out, &all, c);
}

static void
write_person_age(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "age");
}

static void
write_person_items(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "items");
}

static void
write_person_total(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "due");
}

static void
write_person_total_part(struct buf *out, const void *of, enum column_part part)
{
	const struct basket_row all = as_basket(of);
	column_find(basket_columns, STR("due"))->write_cell_part(out, &all, part);
}

static void
write_person(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "person");
}

static void
write_person_reach(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "reach");
}

static void
write_person_bought(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	buf_addz(out, person_bought_word(of));
}

static void
write_person_created(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "created");
}

static void
write_person_status(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "status");
}

static void
write_person_contacted(struct buf *out, const void *of, const struct cell_context *c)
{
	write_as_basket(out, of, c, "contacted");
}

/* Compares two persons by a column that baskets have, too. */
static int
compare_as_baskets(const void *a, const void *b, const char *column)
{
	const struct basket_row x = as_basket(a), y = as_basket(b);
	return column_find(basket_columns, str_of(column))->compare(&x, &y);
}

static int
by_age(const void *a, const void *b)
{
	return compare_as_baskets(a, b, "age");
}

static int
by_created(const void *a, const void *b)
{
	return compare_as_baskets(a, b, "created");
}

static int
by_reach(const void *a, const void *b)
{
	return compare_as_baskets(a, b, "reach");
}

static int
by_status(const void *a, const void *b)
{
	return compare_as_baskets(a, b, "status");
}

static int
by_contacted(const void *a, const void *b)
{
	return compare_as_baskets(a, b, "contacted");
}

static int
by_total(const void *a, const void *b)
{
	return compare_as_baskets(a, b, "due");
}

#define TEXT(member) .text_offset = offsetof(struct person_row, member)

const struct column person_columns[] = {
	{ COLUMN("age", "NEWEST", 6, 6, ALWAYS), .alias = "newest",
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_IS_TIME,
	    .write_cell = write_person_age, .compare = by_age },
	{ COLUMN("person", "PERSON", 16, 24, ALWAYS), .alias = "customer",
	    .flags = COLUMN_SHOWN_IF_EMPTY, .write_cell = write_person },
	{ COLUMN("reach", "REACH", 7, 7, ALWAYS), .alias = "who", .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_person_reach, .compare = by_reach },
	{ COLUMN("baskets", "BASKETS", 7, 7, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT,
	    .count_offset = offsetof(struct person_row, open_count) },
	{ COLUMN("bought", "BOUGHT", 6, 6, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_person_bought },
	{ COLUMN("items", "NEWEST ITEMS", 18, 30, ROOM), .write_cell = write_person_items },
	{ COLUMN("due", "EST. DUE", 11, 16, ROOM),
	    .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEEDS_CATALOG | COLUMN_NEVER_CUT |
		COLUMN_ALIGN_POINTS | COLUMN_SHOWN_IF_FILTERED,
	    .write_cell = write_person_total, .compare = by_total,
	    .write_cell_part = write_person_total_part, .part_count = COLUMN_TIME },
	{ COLUMN("contacted", "CONTACTED", 12, 17, ROOM),
	    .flags = COLUMN_NEVER_CUT | COLUMN_SHOWN_IF_FILTERED | COLUMN_IS_TIME,
	    .write_cell = write_person_contacted, .compare = by_contacted },
	{ COLUMN("email", "E-MAIL", 20, 32, ROOM), TEXT(email) },
	{ COLUMN("company", "COMPANY", 12, 22, ROOM), TEXT(company) },
	{ COLUMN("status", "STATUS", 10, 10, ASKED), .alias = "outcome", .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_person_status, .compare = by_status },
	{ COLUMN("created", "CREATED", 12, 17, ASKED), .flags = COLUMN_NEVER_CUT | COLUMN_IS_TIME,
	    .write_cell = write_person_created, .compare = by_created },
	{ .id = NULL },
};

/* ---- filter and order ---- */

/* True for keys that apply to the person as a whole; all others apply to the baskets. */
static bool
is_person_term(const struct row_term *t)
{
	return row_term_has_key(t, "bought") || row_term_has_key(t, "baskets");
}

static bool
match_person(const struct row_term *t, const void *of, struct str json)
{
	const struct person_row *row = of;
	const struct person_rows *all = row->person_rows;
	struct row_term asked = *t;
	bool in_json = str_starts(t->term->key, STR("customFields."));
	(void)json;
	if (is_person_term(t))
		return row_term_matches_column(t, row);
	if (row_term_has_key(t, "status")) {
		const struct basket_row whole = as_basket(row);
		return row_term_match(t, &basket_row_ops, &whole, STR_NONE);
	}
	asked.column = column_find(basket_columns, t->term->key);
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i)) {
		struct str own = in_json && all->get_row_json ? all->get_row_json(all->ctx, i)
							      : STR_NONE;
		if (row_term_match(&asked, &basket_row_ops, &all->rows[i], own))
			return true;
	}
	return false;
}

static bool
check_person_term(const struct row_term *t, struct err *err)
{
	struct str forms = t->folded_value, word = STR_NONE;
	str_next(&forms, '\n', &word);
	if (row_term_has_key(t, "status") && basket_statuses_by_word(word) >= BASKET_COMPLETED)
		return err_set(err, ERR_USAGE,
		    "people have the statuses of their contacts; bought=since finds those who "
		    "bought");
	return is_person_term(t) || basket_row_ops.check_term(t, err);
}

static bool
match_whole_word_of_person(struct str folded)
{
	return basket_row_ops.matches_whole_word(folded);
}

static int
compare_persons(const void *x, const void *y)
{
	const struct person_row *a = x, *b = y;
	if (!a->newest || !b->newest)
		return 0;
	return basket_row_ops.compare(a->newest, b->newest);
}

static bool
text_of_person(const void *of, const struct column *by, struct buf *scratch, struct row_text *text)
{
	const struct basket_row all = as_basket(of);
	return by &&
	    basket_row_ops.get_text(
		&all, column_find(basket_columns, str_of(by->id)), scratch, text);
}

const struct row_ops person_row_ops = {
	.size = sizeof(struct person_row),
	.id_offset = offsetof(struct person_row, id),
	.match_term = match_person,
	.compare = compare_persons,
	.get_text = text_of_person,
	.check_term = check_person_term,
	.matches_whole_word = match_whole_word_of_person,
};

/* ---- JSON ---- */

void
person_add_text(struct buf *texts, struct str text, bool nocase)
{
	struct str rest = buf_str(texts), one;
	if (!text.n)
		return;
	while (rest.n && str_next(&rest, '\0', &one))
		if (nocase ? str_eq_nocase(one, text) : str_eq(one, text))
			return;
	buf_adds(texts, text);
	buf_addc(texts, '\0');
}

/* Appends a list of texts as "name":["one","two"], with the comma. */
static void
write_texts(struct buf *out, const char *name, struct str texts)
{
	struct str one;
	bool first = true;
	buf_addf(out, "\"%s\":[", name);
	while (texts.n && str_next(&texts, '\0', &one)) {
		buf_addz(out, first ? "" : ",");
		json_quote(out, one);
		first = false;
	}
	buf_addz(out, "],");
}

static void
add_identity_once(struct buf *identities, struct str iss, struct str sub)
{
	struct buf one = { 0 };
	if (!sub.n)
		return;
	buf_addz(&one, "{\"iss\":");
	json_quote(&one, iss);
	buf_addz(&one, ",\"sub\":");
	json_quote(&one, sub);
	buf_addc(&one, '}');
	if (str_find(buf_str(identities), buf_str(&one)) == SIZE_MAX)
		buf_addf(identities, "%s%s", identities->n ? "," : "", buf_z(&one));
	buf_free(&one);
}

void
person_row_write(struct buf *out, const struct person_row *row)
{
	const struct person_rows *all = row->person_rows;
	struct buf names = { 0 }, emails = { 0 }, companies = { 0 }, ids = { 0 }, baskets = { 0 };
	for (uint32_t i = row->first_row; i != PERSON_NONE;
	     i = persons_next_row(all->merged_persons, i)) {
		const struct basket_row *b = &all->rows[i];
		person_add_text(&names, b->name, false);
		person_add_text(&emails, b->email, true);
		person_add_text(&companies, b->company, false);
		buf_adds(&baskets, b->id); /* basket ids are unique */
		if (b->id.n)
			buf_addc(&baskets, '\0');
		add_identity_once(&ids, basket_row_origin(b)->iss, b->sub);
		for (size_t k = 0; b->extras && k < b->extras->n; k++)
			add_identity_once(&ids, b->extras->v[k].iss, b->extras->v[k].sub);
	}
	buf_addc(out, '{');
	write_texts(out, "names", buf_str(&names));
	write_texts(out, "emails", buf_str(&emails));
	write_texts(out, "companies", buf_str(&companies));
	buf_addf(out, "\"identities\":[%s],", ids.n ? buf_z(&ids) : "");
	write_texts(out, "baskets", buf_str(&baskets));
	buf_addf(
	    out, "\"open\":%u,\"completed\":%u,\"bought\":", row->open_count, row->completed_count);
	json_quote(out, str_of(person_bought_word(row)));
	buf_addz(out, ",\"newest\":");
	struct buf when = { 0 };
	if (row->newest->created != WHEN_NONE)
		when_write(&when, row->newest->created);
	json_quote(out, buf_str(&when));
	buf_addc(out, '}');
	buf_free(&when);
	buf_free(&names);
	buf_free(&emails);
	buf_free(&companies);
	buf_free(&ids);
	buf_free(&baskets);
}

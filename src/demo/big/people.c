#include "demo/big/people.h"

#include "demo/big/people_names.h"
#include "demo/rng.h"

static const char *const mail_hosts[] = { "example.com", "example.org", "example.net" };
static const char *const company_forms[] = { "%s & Sons", "%s Consulting", "Studio %s",
	"%s Logistics", "%s Partners", "Bureau %s" };

/* Splits "Łukasz|lukasz" into the name and its ASCII form for the e-mail address. */
static void
split_name(const char *entry, struct str *shown, struct str *plain)
{
	struct str text = str_of(entry);
	size_t bar = str_find_char(text, '|');
	*shown = str_sub(text, 0, bar);
	*plain = bar == SIZE_MAX ? text : str_sub(text, bar + 1, text.n);
}

static struct str
copy_lower_case(struct arena *a, struct str s)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != ' ' && s.p[i] != '\'')
			buf_addc(&b, (char)(s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] + 32 : s.p[i]));
	struct str out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void
make_email(struct demo_person *p, struct arena *a, struct rng *r, struct str first, struct str last,
    unsigned number)
{
	first = copy_lower_case(a, first);
	last = copy_lower_case(a, last);
	const char *host = mail_hosts[rng_below(r, 3)];
	if (number >= PEOPLE_MAX)
		p->email = arena_printf(a, "%.*s.%u@%s", STR_ARG(last), number, host);
	else if (p->company.n)
		p->email = arena_printf(a, "%.*s@%.*s.example", STR_ARG(first), STR_ARG(last));
	else if (rng_percent(r, 55))
		p->email = arena_printf(a, "%.*s.%.*s@%s", STR_ARG(first), STR_ARG(last), host);
	else if (rng_percent(r, 50))
		p->email = arena_printf(a, "%.1s%.*s@%s", first.p, STR_ARG(last), host);
	else
		p->email = arena_printf(a, "%.*s%u@%s", STR_ARG(last), 40 + rng_below(r, 60), host);
}

static void
add_hex_sub(struct buf *sub, struct rng *r, const struct demo_person *p)
{
	(void)p;
	buf_addz(sub, "auth|");
	rng_add_hex(r, sub, 24);
}

static void
add_digits_sub(struct buf *sub, struct rng *r, const struct demo_person *p)
{
	(void)p;
	buf_addc(sub, '1');
	for (int i = 0; i < 20; i++)
		buf_addc(sub, (char)('0' + rng_below(r, 10)));
}

static void
add_mail_sub(struct buf *sub, struct rng *r, const struct demo_person *p)
{
	(void)r;
	buf_adds(sub, p->email);
}

static void
add_uuid_sub(struct buf *sub, struct rng *r, const struct demo_person *p)
{
	(void)p;
	rng_add_uuid(r, sub);
}

/* The first two issuers are for everyone, the others for companies. */
static const struct {
	const char *iss;
	void (*add_sub)(struct buf *sub, struct rng *r, const struct demo_person *p);
} issuers[PERSON_ISSUERS] = {
	{ "https://login.northlight.example/", add_hex_sub },
	{ "https://accounts.example.com", add_digits_sub },
	{ "https://sso.acme-corp.example/realms/staff", add_mail_sub },
	{ "https://tenant-7f3.idp.example/v2.0", add_uuid_sub },
};

struct str
person_issuer(unsigned issuer)
{
	return str_of(issuers[issuer].iss);
}

void
person_add_sub(struct buf *sub, struct rng *r, unsigned issuer)
{
	struct buf mail = { 0 };
	buf_addz(&mail, "staff.");
	rng_add_hex(r, &mail, 10);
	buf_addz(&mail, "@acme-corp.example");
	const struct demo_person nobody = { .email = buf_str(&mail) };
	issuers[issuer].add_sub(sub, r, &nobody);
	buf_free(&mail);
}

static void
make_identity(struct demo_person *p, struct arena *a, struct rng *r)
{
	struct buf sub = { 0 };
	unsigned issuer = p->company.n ? 2 + rng_below(r, 2) : rng_below(r, 2);
	issuers[issuer].add_sub(&sub, r, p);
	p->sub = arena_str(a, buf_str(&sub));
	p->iss = str_of(issuers[issuer].iss);
	buf_free(&sub);
}

void
person_make(struct demo_person *p, struct arena *a, unsigned number)
{
	/* Family names are assigned in turn, so that no two people share one; given names are
	 * random. */
	struct rng r = rng_start("person", number);
	const struct people *from = &people_of[(number - 1) % people_of_n];
	unsigned turn = (number - 1) / (unsigned)people_of_n;
	struct str first, last, plain_first, plain_last;
	split_name(
	    from->given_names[(turn * 3 + rng_below(&r, 2)) % PEOPLE_NAMES], &first, &plain_first);
	split_name(from->family_names[turn % PEOPLE_NAMES], &last, &plain_last);
	*p = (struct demo_person){
		.country = from->country, .first_name = first, .last_name = last
	};
	if (rng_percent(&r, 14)) {
		struct buf company = { 0 };
		struct str form = str_of(company_forms[rng_below(&r, 6)]);
		size_t at = str_find(form, STR("%s"));
		buf_adds(&company, str_sub(form, 0, at));
		buf_adds(&company, last);
		buf_adds(&company, str_sub(form, at + 2, form.n));
		p->company = arena_str(a, buf_str(&company));
		buf_free(&company);
	}
	make_email(p, a, &r, plain_first, plain_last, number);
	make_identity(p, a, &r);
}

#include "service/api/device_page.h"

#include "base/digest.h"

enum { TYPED_CODE_SIZE_MAX = 40 };

const char device_page_type[] = "text/html; charset=utf-8";

static const char style[] =
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;"
    "color:#222;background:#fff}h1{font-size:1.4rem}code{font-size:1.2rem;letter-spacing:.1em}"
    "input,button{font:inherit;padding:.4rem .8rem;margin:.3rem .5rem .3rem 0}"
    "button{cursor:pointer}.note{color:#a00}";

static const struct {
	int status;
	const char *title, *text;
} result_pages[] = {
	[DEVICE_PAGE_APPROVED] = { 200, "Approved",
	    "The program is signed in. You can close this page." },
	[DEVICE_PAGE_DENIED] = { 200, "Denied",
	    "You denied the program. You can close this page." },
	[DEVICE_PAGE_UNKNOWN_CODE] = { 404, "Unknown code",
	    "This code is unknown, used or expired. Ask the program for a new one." },
	[DEVICE_PAGE_TOO_MANY_TRIES] = { 429, "Too many wrong codes",
	    "Wait a minute, then try again." },
	[DEVICE_PAGE_UNPROVEN] = { 403, "Not sent from this page",
	    "This decision did not come from the page that shows the code. Nothing was changed. "
	    "Open the page again and decide there." },
	[DEVICE_PAGE_BAD_REQUEST] = { 400, "Approve or Deny was not chosen",
	    "Choose Approve or Deny for a code. Nothing was changed." },
	[DEVICE_PAGE_NOT_LOCAL] = { 403, "Only on the service's own machine",
	    "Programs are approved on the machine that the service runs on. Open this page "
	    "there, as http://localhost with the service's own port and the path /oauth2/device." },
};
_Static_assert(sizeof(result_pages) / sizeof(*result_pages) == DEVICE_PAGES,
    "every page needs a row in this table");

static const struct {
	const char *right_name, *text;
} rights[] = {
	{ "read", "read abandoned baskets, the catalog and the journeys" },
	{ "catalog:write", "change the catalog" },
	{ "identity:admin", "link people's identities to owners, and unlink them" },
};

/* Appends printable ASCII, escaped; other bytes become "?". */
static void
add_escaped(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'')
			buf_addf(out, "&#%d;", c);
		else
			buf_addc(out, c < ' ' || c > '~' ? '?' : c);
	}
}

/* Allows the inline style by its digest, and nothing else. */
static void
add_content_policy(struct response *rs)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf policy = { 0 };
	digest_sha256(STR(style), digest);
	buf_addz(&policy, "default-src 'none'; style-src 'sha256-");
	base64_encode(&policy, str_from((const char *)digest, sizeof(digest)));
	buf_addz(&policy, "'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
	response_add_header(rs, "Content-Security-Policy", buf_z(&policy));
	response_add_header(rs, "X-Frame-Options", "DENY");
	response_add_header(rs, "Referrer-Policy", "no-referrer");
	buf_free(&policy);
}

static void
begin_device_page(struct response *rs, int status, const char *title)
{
	rs->status = status;
	rs->content_type = device_page_type;
	add_content_policy(rs);
	if (status == 429)
		response_add_header(rs, "Retry-After", "60");
	buf_addf(&rs->body,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n"
	    "<title>%s - Backroom</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n",
	    title, style, title);
}

static void
end_device_page(struct response *rs)
{
	buf_addz(&rs->body, "</body>\n</html>\n");
}

void
device_page_write_form(struct response *rs, struct str typed, bool wrong)
{
	begin_device_page(rs, wrong ? 404 : 200, "Allow a program to sign in");
	if (wrong)
		buf_addf(&rs->body, "<p class=\"note\">%s: %s</p>\n",
		    result_pages[DEVICE_PAGE_UNKNOWN_CODE].title,
		    result_pages[DEVICE_PAGE_UNKNOWN_CODE].text);
	buf_addz(&rs->body,
	    "<p>Type the code that the program shows.</p>\n"
	    "<form method=\"get\" action=\"device\">\n"
	    "<input name=\"user_code\" aria-label=\"Code\" autocomplete=\"off\" autofocus "
	    "maxlength=\"40\" value=\"");
	add_escaped(&rs->body, str_sub(typed, 0, TYPED_CODE_SIZE_MAX));
	buf_addz(&rs->body, "\">\n<button>Continue</button>\n</form>\n");
	end_device_page(rs);
}

static void
add_rights(struct buf *out, struct str scope)
{
	struct str word;
	buf_addz(out, "<ul>\n");
	while (str_next(&scope, ' ', &word)) {
		const char *words = NULL;
		for (size_t i = 0; i < sizeof(rights) / sizeof(*rights); i++)
			if (str_eqz(word, rights[i].right_name))
				words = rights[i].text;
		buf_addz(out, "<li>");
		add_escaped(out, words ? str_of(words) : word);
		buf_addz(out, "</li>\n");
	}
	buf_addz(out, "</ul>\n");
}

void
device_page_write_consent(struct response *rs, const struct grants_view *view, struct str user_code)
{
	struct buf *out = &rs->body;
	begin_device_page(rs, 200, "Allow this program to sign in?");
	buf_addz(out, "<p>The program <strong>");
	add_escaped(out, str_of(view->client->name));
	buf_addz(out, "</strong> shows the code <code>");
	add_escaped(out, user_code);
	buf_addz(out, "</code> and wants to:</p>\n");
	add_rights(out, str_of(view->scope));
	buf_addz(out,
	    "<p>Approve only if it is your program, and shows this code.</p>\n"
	    "<form method=\"post\" action=\"device\">\n"
	    "<input type=\"hidden\" name=\"user_code\" value=\"");
	add_escaped(out, user_code);
	buf_addf(out,
	    "\">\n<input type=\"hidden\" name=\"proof\" value=\"%s\">\n"
	    "<button name=\"decision\" value=\"approve\">Approve</button>\n"
	    "<button name=\"decision\" value=\"deny\">Deny</button>\n</form>\n",
	    view->proof);
	end_device_page(rs);
}

void
device_page_write_result(struct response *rs, enum device_page page)
{
	begin_device_page(rs, result_pages[page].status, result_pages[page].title);
	buf_addf(&rs->body, "<p>%s</p>\n", result_pages[page].text);
	end_device_page(rs);
}

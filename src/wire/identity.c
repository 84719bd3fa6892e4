#include "wire/identity.h"

#include "base/json_quote.h"

void
identity_body_write(struct buf *out, struct str iss, struct str sub)
{
	buf_addz(out, "{\"id_token\":{\"iss\":");
	json_quote(out, iss);
	buf_addz(out, ",\"sub\":");
	json_quote(out, sub);
	buf_addz(out, "}}");
}

#include "store/audit_chains.h"

#include "base/digest.h"
#include "store/records.h"

#include <stdio.h>

unsigned
audit_chain_of(struct str about, unsigned audit_chains)
{
	unsigned char hash[DIGEST_SIZE];
	if (about.n == 0)
		return 0;
	digest_sha256(about, hash);
	return hash[0] % audit_chains;
}

void
audit_chain_head_name(char name[AUDIT_CHAIN_NAME_SIZE], unsigned audit_chain)
{
	if (audit_chain == 0)
		snprintf(name, AUDIT_CHAIN_NAME_SIZE, "audit");
	else
		snprintf(name, AUDIT_CHAIN_NAME_SIZE, "audit.%u", audit_chain % 1000);
}

bool
audit_chain_of_head(struct str name, unsigned *audit_chain)
{
	int64_t number = 0;
	if (!str_starts(name, STR("audit")))
		return false;
	struct str rest = str_sub(name, 5, name.n);
	bool is = rest.n == 0 ||
	    (rest.p[0] == '.' && str_to_int64(str_sub(rest, 1, rest.n), &number) && number > 0 &&
		number < STORE_AUDIT_CHAINS);
	*audit_chain = (unsigned)number;
	return is;
}

#include "store/lanes.h"

#include "base/digest.h"
#include "store/records.h"

#include <stdio.h>

unsigned
lane_of(struct str about, unsigned lanes)
{
	unsigned char hash[DIGEST_SIZE];
	if (about.n == 0)
		return 0;
	digest_sha256(about, hash);
	return hash[0] % lanes;
}

void
lane_head_name(char name[LANE_NAME], unsigned lane)
{
	if (lane == 0)
		snprintf(name, LANE_NAME, "audit");
	else
		snprintf(name, LANE_NAME, "audit.%u", lane % 1000);
}

bool
lane_of_head(struct str name, unsigned *lane)
{
	int64_t number = 0;
	if (!str_starts(name, STR("audit")))
		return false;
	struct str rest = str_sub(name, 5, name.n);
	bool is = rest.n == 0 ||
	    (rest.p[0] == '.' && str_to_int64(str_sub(rest, 1, rest.n), &number) && number > 0 &&
		number < STORE_LANES);
	*lane = (unsigned)number;
	return is;
}

#include "demo/situations.h"

#define LOGIN "https://login.northlight.example/"
#define ACCOUNTS "https://accounts.example.com"
#define STAFF "https://sso.acme-corp.example/realms/staff"
#define TENANT "https://tenant-7f3.idp.example/v2.0"

const struct demo_situation demo_situations[SITUATIONS] = {
	{ "O1", "id-01a7d3f05e9b4c62881f7be02d94c6a3",
	    "A purchaser with no external identity: the first link.", 0, LOGIN,
	    "auth|9c1f40b86ad25e73f0d177e2" },
	{ "O2", "id-02c96be814f04d7fa35d20e7918b6f54", "Three identities are linked here already.",
	    3, LOGIN, "auth|2b70e4c9d1853fa6704be2d9" },
	{ "O3", "id-0358e1b97ac64f0d9e27c4d1806fab39",
	    "Linked here: try this identity at O4, and it is refused as in use.", 1, ACCOUNTS,
	    "103358271940662718395" },
	{ "O4", "id-04d20f6c83be4a1597c0e86b3f2d71a8",
	    "Somebody asks for the identity of O3 here: nobody is moved.", 1, ACCOUNTS,
	    "104417720385519026643" },
	{ "O5", "id-054b8e27f1d9436cb0a86d53e97c1f20",
	    "Another subscription than O6: an unlink with O6's token is denied.", 2, STAFF,
	    "staff.o5@acme-corp.example" },
	{ "O6", "id-06f71c9ad8354be2a46f0b95c23e8d17",
	    "Another subscription than O5: an unlink with O5's token is denied.", 1, STAFF,
	    "staff.o6@acme-corp.example" },
	{ "O7", "id-07e3a5906bd84c1f8d72f49b1e06c5da",
	    "This very link exists: linking it again changes nothing.", 1, TENANT,
	    "7d20c3f8-51ab-4e96-9c07-e4b8d1f26a35" },
	{ "O8", "id-089d42fb7ce14605b3e8a17d60f5c92b",
	    "The issuer has a slash at its end here, and nowhere else.", 1, ACCOUNTS "/",
	    "108263394017758204916" },
	{ "O9", "id-09b6f8c3150e4d7aa92e5bd08471e36f",
	    "The only identity of this owner: unlink it, and none is left.", 1, LOGIN,
	    "auth|e95d07b3a2c84f1160d7385b" },
	{ "O10", "id-10c58d71e2a94f3bb6047ef92da8130c",
	    "A subject of 200 characters: shown in part, sent whole.", 1, LOGIN,
	    "auth|a4c123b1612dd272d1371c17149d439536b3216fdaeeb975729fae923d5a4fd12"
	    "aabfe228f219e9cb0eb53f16947ccf25ec84d8dbc74254770f58904dba41ecccc3fc16"
	    "26e53a13043b026c48bbf33feff9243a8f506b40928b5b7a767c76fb008f" },
};

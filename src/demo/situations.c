#include "demo/situations.h"

const struct demo_situation demo_situations[SITUATIONS] = {
	{ "O1", "id-01a7d3f05e9b4c62881f7be02d94c6a3",
	    "A purchaser with no external identity: the first link.", 0 },
	{ "O2", "id-02c96be814f04d7fa35d20e7918b6f54", "Three identities are linked here already.",
	    3 },
	{ "O3", "id-0358e1b97ac64f0d9e27c4d1806fab39",
	    "Linked here: try this identity at O4, and it is refused as in use.", 1 },
	{ "O4", "id-04d20f6c83be4a1597c0e86b3f2d71a8",
	    "Somebody asks for the identity of O3 here: nobody is moved.", 1 },
	{ "O5", "id-054b8e27f1d9436cb0a86d53e97c1f20",
	    "Another subscription than O6: an unlink with O6's token is denied.", 2 },
	{ "O6", "id-06f71c9ad8354be2a46f0b95c23e8d17",
	    "Another subscription than O5: an unlink with O5's token is denied.", 1 },
	{ "O7", "id-07e3a5906bd84c1f8d72f49b1e06c5da",
	    "This very link exists: linking it again changes nothing.", 1 },
	{ "O8", "id-089d42fb7ce14605b3e8a17d60f5c92b",
	    "The issuer has a slash at its end here, and nowhere else.", 1 },
	{ "O9", "id-09b6f8c3150e4d7aa92e5bd08471e36f",
	    "The only identity of this owner: unlink it, and none is left.", 1 },
	{ "O10", "id-10c58d71e2a94f3bb6047ef92da8130c",
	    "A subject of 200 characters: shown in part, sent whole.", 1 },
};

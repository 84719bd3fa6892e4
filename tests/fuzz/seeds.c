/*
 * Writes a libFuzzer program's seeds as files: if $BACKROOM_FUZZ_SEEDS is set, into that folder,
 * then exits.
 */
#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *folder = getenv("BACKROOM_FUZZ_SEEDS");
	(void)argc;
	(void)argv;
	if (!folder)
		return 0;
	for (int i = 0; fuzz_seeds[i]; i++) {
		char path[4096];
		snprintf(path, sizeof(path), "%s/seed-%d", folder, i);
		FILE *f = fopen(path, "we");
		if (!f || fputs(fuzz_seeds[i], f) < 0 || fclose(f) != 0)
			exit(1);
	}
	exit(0);
}

import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const make = (goes: (remove: () => Promise<void>) => void) => {
	const folder = mkdtempSync(join(tmpdir(), 'ufundi-test-'));
	goes(() => rm(folder, { recursive: true, force: true }));
	return folder;
};

/**
 * Makes a temporary folder for a test. Call it in the test or in its `beforeEach`; it is deleted after its `afterEach`.
 */
export const makeTestFolder = () => make(onTestFinished);

/**
 * Makes a temporary folder for the tests of a file or a group. Call it in its body; it is deleted after their
 * `afterAll`.
 */
export const makeGroupFolder = () => make(afterAll);

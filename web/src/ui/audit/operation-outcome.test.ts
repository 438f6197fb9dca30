import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/audit.ts';
import { operationIn } from './operation-outcome.tsx';

it.each([
	['publish', 'Published 3 past papers'],
	['create', 'Created 3 past papers'],
	['undo', 'Took back what was done to 3 past papers'],
])('an operation that did %s is told as %s', (action, words) => {
	const row = {
		item: { kind: 'operation', id: '1', name: null, parents: [] },
		details: { kind: 'pastpapers', action, total: 4, failed: 1 },
	} as unknown as AuditRow;
	expect(operationIn(row)?.words).toBe(words);
});

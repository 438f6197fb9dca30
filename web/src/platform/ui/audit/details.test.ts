import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import { listDetails, readOperation } from './details.ts';

const row = (details: object, kind = 'topic') =>
	({ item: { kind, id: '1', name: null, parents: [] }, details }) as unknown as AuditRow;

it.each([
	[{ topics: 1, pastpapers: 12, deletion: 'x' }, ['Contents: 1 topic and 12 past papers']],
	[{ cause: 'subject_deleted' }, ['Cause: Subject deleted']],
	[
		{ copied_from: { id: '1', name: 'Welding' }, with: 'files' },
		['Copied from: Welding', 'With: files'],
	],
	[{ moved: [{ name: 'A', from: 14, to: 3 }], places: 41 }, ['Moved: A', 'Places: 41']],
	[
		{ last: '2026-09-30T21:00:00.000Z', invited: true },
		['Last: 1 Oct 2026, 00:00', 'Invited: yes'],
	],
	[{ reason: 'Paid twice', operation: '1' }, ['Reason: Paid twice']],
])('lists %j as labels and values', (details, texts) => {
	expect(listDetails(row(details))).toEqual(texts);
});

it.each([
	['publish', 'Published 3 past papers'],
	['create', 'Created 3 past papers'],
	['undo', 'Undid changes to 3 past papers'],
])('summarises the bulk action %s', (action, summary) => {
	const details = { kind: 'pastpapers', action, total: 4, failed: 1 };
	expect(readOperation(row(details, 'operation'))).toMatchObject({
		summary,
		failed: '1 past paper',
	});
	expect(readOperation(row(details))).toBeUndefined();
});

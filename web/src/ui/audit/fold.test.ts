import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/audit.ts';
import { folded } from './fold.ts';

const row = (action: string, time: string, who = 'achieng'): AuditRow => ({
	id: `${action} ${time}`,
	action,
	at: `2026-11-23T${time}:00.000Z`,
	actor: { kind: 'person', id: who, name: who, role: 'admin' },
	item: { kind: 'session', id: null, name: null, parents: [] },
	address: null,
	request_id: null,
	before: null,
	after: null,
	details: null,
});
const lengths = (...rows: AuditRow[]) => folded(rows).map(({ length }) => length);

it('puts sign-ins, sign-outs and imports of one person within an hour together', () => {
	for (const action of ['sign_in', 'sign_out', 'import'])
		expect(lengths(row(action, '12:00'), row(action, '11:30'), row(action, '11:00'))).toEqual([3]);
});

it('keeps every change a row of its own', () => {
	for (const action of ['update', 'delete', 'sign_in_refused', 'export'])
		expect(lengths(row(action, '12:00'), row(action, '11:59'))).toEqual([1, 1]);
});

it('ends a group after an hour, with somebody else, and with anything between', () => {
	expect(lengths(row('sign_in', '12:00'), row('sign_in', '10:59'))).toEqual([1, 1]);
	expect(lengths(row('sign_in', '12:00'), row('sign_in', '11:59', 'otieno'))).toEqual([1, 1]);
	expect(lengths(row('sign_in', '12:00'), row('update', '11:59'), row('sign_in', '11:58'))).toEqual(
		[1, 1, 1],
	);
});

const of = (action: string, time: string, operation: string, kind = 'topic') => ({
	...row(action, time),
	item: { ...row('', '').item, kind },
	details: { operation },
});

it('puts what one operation did under the row about it', () => {
	const about = of('bulk', '12:00', 'a', 'operation');
	const each = [of('update', '11:59', 'a'), of('update', '10:00', 'a'), of('update', '09:00', 'b')];
	expect(lengths(about, ...each)).toEqual([3, 1]);
});

it('puts what an import made under the row about it, and no other import', () => {
	const about = (time: string, id: string) => of('import', time, id, 'catalogue');
	const made = [of('create', '11:59', 'a', 'course'), of('upload', '11:59', 'a', 'file')];
	expect(lengths(about('12:00', 'a'), ...made, row('create', '11:58'))).toEqual([3, 1]);
	expect(lengths(about('12:00', 'a'), about('11:59', 'b'), row('import', '11:58'))).toEqual([
		1, 1, 1,
	]);
});

it('loses no row and keeps their order', () => {
	const rows = [row('sign_in', '12:00'), row('sign_in', '11:59'), row('update', '11:00')];
	expect(folded(rows).flat()).toEqual(rows);
	expect(folded([])).toEqual([]);
});

import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ORG, sendStatement } from '../../../../server/features/reconciliation/fixtures/desk.ts';
import type { Movement } from '../../../../server/mpesa/fixtures/statements.ts';
import { csvOf, orgRows } from '../../../../server/mpesa/fixtures/statements.ts';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();

const MINUTE = 60_000;
const DAY = Date.parse('2026-07-05T00:00:00+03:00');
/** The minutes in which M-Pesa delivered something: every ten, but between 15:30 and 16:10. */
const delivered = Array.from({ length: 144 }, (_, n) => n * 10 + 9).filter(
	(minute) => minute < 15 * 60 + 30 || minute > 16 * 60 + 8,
);

const hint = async (receipt: string) => {
	cleanup();
	await openConsole(`/admin/transactions?search=${receipt}`);
	return (await screen.findByText(/^The receipt is of/)).textContent;
};

/** A statement of some hours of that day. */
const take = (hours: [number, number], movements: Movement[]) => {
	const [from = 0, to = 0] = hours.map((hour) => DAY + hour * 60 * MINUTE);
	const content = csvOf(orgRows({ opening: 0, from, to, movements }));
	return sendStatement(wire.site, ORG, content, '', wire.site.headers);
};

it('a receipt that no payment has tells its day, the silence on it, and what statements say', async () => {
	await wire.site.database.write((trx) =>
		trx
			.insertInto('mpesa_messages')
			.values(
				delivered.map((minute) => ({
					at: new Date(DAY + minute * MINUTE).toISOString(),
					kind: 'c2b' as const,
					key: null,
					peer: null,
					trusted: 1,
					http_status: null,
					body: Buffer.from('{}'),
				})),
			)
			.execute(),
	);
	expect(await hint('UG51ABCD5E')).toContain(
		'The receipt is of 5 July 2026; nothing came from M-Pesa between 15:30 and 16:09.',
	);
	await screen.findByText('No statement of that day is imported yet.');

	await take([0, 12], []);
	await hint('UG51ABCD5E');
	await screen.findByText(/^A statement covers part of that day/);

	const at = DAY + 15 * 60 * MINUTE + 40 * MINUTE;
	await take([0, 24], [{ receipt: 'UG51ABCD5E', at, paidIn: 1500 }]);
	await hint('UG51ABCD5F');
	await screen.findByText(/^A statement of that day is imported, and/);
	expect(screen.queryByRole('link', { name: 'Show it at the desk' })).toBeNull();
	await hint('UG51ABCD5E');
	await screen.findByText(/^A statement has it: KSh 1,500 at 15:40/);
	expect(screen.getByRole('link', { name: 'Show it at the desk' }).getAttribute('href')).toMatch(
		/^\/admin\/reconciliation\?.*2026-07.*UG51ABCD5E/,
	);
	// A day of which nothing came at all, and one in the future.
	expect(await hint('UG41ABCD5E')).toContain('nothing came from M-Pesa on that day.');
	expect(await hint('ZG51ABCD5E')).toContain('which is in the future');
});

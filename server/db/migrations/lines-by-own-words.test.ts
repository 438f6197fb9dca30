import { expect, it } from 'vitest';
import { engines, makePostgresDatabase } from '../../test-app.ts';
import { folderOfTest } from '../../test-folder.ts';
import { STEPS } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import type { Steps } from './step.ts';

const BEFORE: Steps = { '0001-initial': STEPS['0001-initial'] as Steps[string] };
const AT = '2026-10-05T06:00:00.000Z';
const LATER = '2026-10-06T06:00:00.000Z';
const FROM = 'from 25471****222 - ALI **** OMAR';

type Line = [id: string, statement: string, kind: string, cents: number, details: string];

/** Lines as the release before kept them: `cents` below 0 went out. */
const lines: (Line | [...Line, linked: string])[] = [
	['a1', 's1', 'reversal', 70_100, `Pay Bill ${FROM} Acc. REVERSAL FEE`],
	// The same movement in the other template, counted again.
	['a2', 's2', 'payment', 70_100, 'Pay Bill'],
	['b1', 's1', 'sweep', 90_000, `Pay Bill ${FROM} Acc. my account to his account`],
	[
		'c1',
		's1',
		'reversal',
		-500,
		'Pay Bill Reversal from 25470****111 - JACQUELINE WANJA',
		'JACQUELINE',
	],
	['d1', 's1', 'reversal', -600, `Pay Bill Reversal of UJ12AB34CD ${FROM}`, 'UJ12AB34CD'],
	['e1', 's1', 'other', -700, 'Utility Account to Organization Settlement'],
	['f1', 's1', 'charge', -800, 'Business Payment to Customer to 254722000111 - CHARGE LTD'],
	['g1', 's1', 'charge', -2_300, 'Pay Bill Charge'],
	['h1', 's1', 'withdrawal', -900, 'Agency Withdrawal of funds to Bank'],
	['i1', 's1', 'payment', 1_000, `Pay Bill ${FROM} Acc. A12`],
];

it.each(engines)(
	'lines of the first release get their kinds by M-Pesa’s own words (%s)',
	async (engine) => {
		const dataDir = folderOfTest();
		const url = engine === 'postgres' ? await makePostgresDatabase() : '';
		const open = (steps: Steps) =>
			engine === 'postgres' ? openPostgres(url, { steps }) : openSqlite(dataDir, { steps });
		const old = await open(BEFORE);
		await old.write(async (trx) => {
			for (const [id, brought] of [
				['s1', 9],
				['s2', 1],
			] as const)
				await trx
					.insertInto('statements')
					.values({
						...{ id, at: AT, file_name: id, sha256: id, short_code: '174379' },
						account: id === 's1' ? 'Utility Account' : null,
						...{ covers_from: '2026-10-01T00:00:00.000Z', covers_to: '2026-11-01T00:00:00.000Z' },
						...{
							opening: 0,
							closing: 0,
							lines: 9,
							new_lines: brought,
							actor: 'a',
							actor_name: 'A',
						},
					} as never)
					.execute();
			for (const [n, [id, statement, kind, cents, details, linked]] of lines.entries()) {
				const receipt = `UJ1000000${id[0]?.toUpperCase()}`;
				await trx
					.insertInto('statement_line_rows')
					.values({
						...{ id, statement, line: n + 1, receipt, details, linked_receipt: linked ?? null },
						identity: `${receipt} ${kind} ${Math.max(0, cents)} ${Math.max(0, -cents)} 0`,
						completed_at: id === 'i1' ? LATER : AT,
						kind: kind as 'other',
						...{ paid_in: Math.max(0, cents), withdrawn: Math.max(0, -cents) },
						...{ phone: null, payer_name: null, account_reference: null },
					})
					.execute();
			}
		});
		await old.close();

		const now = await open(STEPS);
		const rows = await now.read.selectFrom('statement_lines').selectAll().orderBy('id').execute();
		expect(rows.map(({ id, kind, linked_receipt }) => [id, kind, linked_receipt])).toEqual([
			['a1', 'payment', null],
			['b1', 'payment', null],
			['c1', 'reversal', null],
			['d1', 'reversal', 'UJ12AB34CD'],
			['e1', 'sweep', null],
			['f1', 'other', null],
			['g1', 'charge', null],
			['h1', 'withdrawal', null],
			['i1', 'payment', null],
		]);
		expect(rows[0]?.identity).toBe('UJ1000000A 70100 0 0');
		const statements = await now.read.selectFrom('statements').selectAll().orderBy('id').execute();
		for (const statement of statements)
			expect(statement).toMatchObject({ first_line_at: AT, last_line_at: LATER });
		for (const table of ['statements', 'statement_line_rows'] as const) {
			const change = now.write((trx) => trx.updateTable(table).set({ id: 'x' }).execute());
			await expect(change).rejects.toThrow('append-only');
			const removal = now.write((trx) => trx.deleteFrom(table).execute());
			await expect(removal).rejects.toThrow('append-only');
		}
		await now.close();
	},
);

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { engines, makePostgresDatabase } from '../../test-app.ts';
import { folderOfTest } from '../../test-folder.ts';
import { STEPS } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import type { Steps } from './step.ts';

it.each(engines)('keeps the stored figures of months, and no others (%s)', async (engine) => {
	const folder = folderOfTest();
	const url = engine === 'postgres' ? await makePostgresDatabase() : '';
	const open = (steps: Steps) =>
		engine === 'postgres' ? openPostgres(url, { steps }) : openSqlite(folder, { steps });
	const old = await open({ '0001-initial': STEPS['0001-initial'] as Steps[string] });
	await sql`insert into payment_counts (scope, bucket, label, n, amount) values
		(0, 0, 'completed', 3, 700), (0, 0, 'failed', 1, 900),
		(1, 24321, 'completed', 2, 300), (1, 24322, 'completed', 1, 400), (1, 24322, 'failed', 1, 900),
		(2, 20700, 'completed', 3, 700), (2, 20701, 'failed', 1, 900), (3, 20701, '1032', 1, 900)`.execute(
		old.single,
	);
	await old.close();
	const upgraded = await open(STEPS);
	const { rows } = await sql`select month, status, n, amount from payment_months
		order by month, status`.execute(upgraded.read);
	await upgraded.close();
	expect(rows).toEqual([
		{ month: 24321, status: 'completed', n: 2, amount: 300 },
		{ month: 24322, status: 'completed', n: 1, amount: 400 },
		{ month: 24322, status: 'failed', n: 1, amount: 900 },
	]);
});

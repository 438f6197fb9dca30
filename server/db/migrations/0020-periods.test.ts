import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { engines, makePostgresDatabase } from '../../test-app.ts';
import { folderOfTest } from '../../test-folder.ts';
import { STEPS } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import type { Steps } from './step.ts';

it.each(engines)('keeps closed months, and opens those in review (%s)', async (engine) => {
	const folder = folderOfTest();
	const url = engine === 'postgres' ? await makePostgresDatabase() : '';
	const open = (steps: Steps) =>
		engine === 'postgres' ? openPostgres(url, { steps }) : openSqlite(folder, { steps });
	const old = await open({ '0001-initial': STEPS['0001-initial'] as Steps[string] });
	const steps: [month: string, n: number, step: string, asked: string | null][] = [
		['2026-07', 1, 'review', null],
		['2026-07', 2, 'close', '2026-07 1'],
		['2026-08', 1, 'close', null],
		['2026-08', 2, 'reopen', null],
		['2026-08', 3, 'review', null],
		['2026-09', 1, 'review', null],
		['2026-10', 1, 'close', null],
		['2026-10', 2, 'reopen', null],
		['2026-10', 3, 'close', null],
	];
	for (const [month, n, step, asked] of steps) {
		const figures = JSON.stringify({ figures: { books: { in: n } }, arrived: [] });
		await sql`insert into period_steps
			(id, month, n, at, step, reason, asked, figures, checksum, actor, actor_name)
			values (${`${month} ${n}`}, ${month}, ${n}, ${`2026-11-0${n}T08:00:00.000Z`}, ${step}, ${`why ${n}`}, ${asked},
				${figures}, 'sum', ${`person ${n}`}, ${`Person ${n}`})`.execute(old.single);
	}
	await sql`insert into period_items (step, id, "of", kind, state)
		values ('2026-07 2', 'line', 'statement', 'payment', 'matched')`.execute(old.single);
	await old.close();
	const upgraded = await open(STEPS);
	const rows = await upgraded.read.selectFrom('periods').selectAll().orderBy('month').execute();
	await upgraded.close();
	const row = (month: string, n: number, state: string, closing = n) => ({
		...{ month, state, at: `2026-11-0${n}T08:00:00.000Z`, reason: `why ${n}` },
		...{ actor: `person ${n}`, actor_name: `Person ${n}`, figures: { books: { in: closing } } },
	});
	expect(rows.map((each) => ({ ...each, figures: JSON.parse(each.figures) }))).toEqual([
		row('2026-07', 2, 'closed'),
		row('2026-08', 2, 'open', 1),
		row('2026-10', 3, 'closed'),
	]);
});

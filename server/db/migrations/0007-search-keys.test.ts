import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makePostgresDatabase } from '../../test-app.ts';
import { folderOfTest } from '../../test-folder.ts';
import { STEPS } from '../migrate.ts';
import { openPostgres } from '../postgres.ts';
import { openSqlite } from '../sqlite.ts';
import type { Steps } from './step.ts';

it.each(['sqlite', 'postgres'] as const)(
	'gives old payments their search keys (%s)',
	async (on) => {
		const folder = folderOfTest();
		const url = on === 'postgres' ? await makePostgresDatabase() : '';
		const open = (steps: Steps) =>
			on === 'postgres' ? openPostgres(url, { steps }) : openSqlite(folder, { steps });
		const old = await open({ '0001-initial': STEPS['0001-initial'] as Steps[string] });
		const at = '2026-10-01T09:00:00.000Z';
		for (let n = 1; n <= 1_100; n++)
			await sql`insert into payments (seq, id, origin, status, amount, phone, account_reference, payer_name, updated_at)
			values (${n}, ${`p${n}`}, 'c2b', 'completed', 100, '254712345678', ${`UF ${n}`}, 'JOSÉ ALI', ${at})`.execute(
				old.single,
			);
		await sql`insert into payment_assignments (payment_id, account_reference, at, reason, actor, actor_name)
		values ('p1100', 'LRN-77', ${at}, 'x', 'person:a', 'A')`.execute(old.single);
		await old.close();
		const upgraded = await open(STEPS);
		const { rows } = await sql<{ id: string; search_key: string; search_shown: string }>`
		select id, search_key, search_shown from payments order by seq desc`.execute(upgraded.read);
		await upgraded.close();
		expect(rows).toHaveLength(1_100);
		for (const { id, search_key, search_shown } of rows) {
			expect(search_key).toContain(` uf${id.slice(1)}`);
			expect(search_key).toContain('254712345678');
			expect(search_shown).not.toContain('12345');
			expect(search_shown).toContain(' jose ali');
		}
		expect(rows[0]?.search_key).toContain(' lrn77');
	},
);

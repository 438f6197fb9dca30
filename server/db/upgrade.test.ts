import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines, makePostgresDatabase } from '../test-app.ts';
import { folderOfTest } from '../test-folder.ts';
import { STEPS } from './migrate.ts';
import type { Steps } from './migrations/step.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The schema of the first release. */
const FIRST = { '0001-initial': STEPS['0001-initial'] } as Steps;

describe.each(engines)('an update of the first release (%s)', (engine) => {
	const place = async () => {
		if (engine === 'sqlite') {
			const dataDir = folderOfTest();
			return (steps?: Steps) => openSqlite(dataDir, steps && { steps });
		}
		const url = await makePostgresDatabase();
		return (steps?: Steps) => openPostgres(url, steps && { steps });
	};

	it('keeps the audit trail, append-only and without its chains', async () => {
		const open = await place();
		const old = await open(FIRST);
		const insert = (seq: number) => sql`insert into audit_log
			(id, chain, seq, at, action, actor, actor_name, item_kind, item_id, after, hash)
			values (${`id ${seq}`}, 'chain', ${seq}, '2026-01-02T03:04:05.000Z', 'update', 'person:1', 'Jane',
				'course', 'c1', '{"price":1}', 'hash')`;
		await old.write(async (trx) => {
			for (const seq of [1, 2, 3]) await insert(seq).execute(trx);
			await sql`insert into settings (name, value) values ('audit_anchored_at', '"x"')`.execute(
				trx,
			);
		});
		await old.close();
		const { read, write, close } = await open();
		try {
			const rows = await read.selectFrom('audit_log').selectAll().orderBy('id').execute();
			expect(rows).toHaveLength(3);
			expect(rows[2]).toEqual({
				id: 'id 3',
				at: '2026-01-02T03:04:05.000Z',
				action: 'update',
				actor: 'person:1',
				actor_name: 'Jane',
				actor_role: null,
				address: null,
				request_id: null,
				item_kind: 'course',
				item_id: 'c1',
				item_name: null,
				parents: null,
				before: null,
				after: '{"price":1}',
				details: null,
			});
			expect(await read.selectFrom('settings').selectAll().execute()).toEqual([]);
			for (const statement of [
				'delete from audit_log',
				`update audit_log set actor_name = 'Joe'`,
			]) {
				const changed = write((trx) => sql.raw(statement).execute(trx));
				await expect(changed, statement).rejects.toThrow('append-only');
			}
		} finally {
			await close();
		}
	});

	it('keeps the read texts of files, without fingerprints', async () => {
		const open = await place();
		const old = await open(FIRST);
		await old.write(async (trx) => {
			await sql`insert into insides
				(sha256, ext, state, tries, asked_at, pages, text, title, codes, words, looks)
				values ('a', 'pdf', 'read', 1, '2026-01-02T03:04:05.000Z', 2, 'text', 'Pipes', '[]', 'w', 'l')`.execute(
				trx,
			);
			await sql`insert into inside_pages (sha256, page, text) values ('a', 1, 'Pipes')`.execute(
				trx,
			);
		});
		await old.close();
		const { read, close } = await open();
		try {
			const [row] = await read.selectFrom('insides').selectAll().execute();
			expect(row).toMatchObject({ sha256: 'a', state: 'read', pages: 2, title: 'Pipes' });
			expect(row).not.toHaveProperty('words');
			expect(row).not.toHaveProperty('looks');
			expect(row).not.toHaveProperty('tries');
			const pages = await read.selectFrom('inside_pages').select('text').execute();
			expect(pages).toEqual([{ text: 'Pipes' }]);
		} finally {
			await close();
		}
	});
});

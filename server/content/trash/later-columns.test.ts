import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../open-database.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { STEPS } from '../../platform/db/migrate.ts';
import type { Steps } from '../../platform/db/migrations/step.ts';
import { engines, makePostgresDatabase } from '../../testing/app.ts';
import { makeTestFolder } from '../../testing/folder.ts';
import { contentStores } from '../kinds/store.ts';
import { restoreDeletion } from '../resources/restore.ts';

const LATER: Steps = {
	...STEPS,
	'9001-seasons': () => ({
		up: async (db) => {
			await sql`alter table courses add column season text not null default 'long rains'`.execute(
				db,
			);
		},
	}),
};

it.each(engines)('restores rows with columns of a later migration (%s)', async (engine) => {
	const dataDir = makeTestFolder();
	const databaseUrl = engine === 'postgres' ? await makePostgresDatabase() : undefined;
	const place = { dataDir, databaseUrl };
	const context = SYSTEM_CONTEXT;
	const before = await openDatabase(place);
	const { id, deletion } = await before.write(async (trx) => {
		const store = contentStores.courses(trx);
		const course = { name: 'Masonry', order_num: 1, category_id: 'cat_artisan' } as const;
		const { id } = await store.create({}, course, context);
		return { id, deletion: await store.remove({ courseId: id }, context) };
	});
	await before.close();
	const after = await openDatabase(place, { steps: LATER });
	await after.write((trx) => restoreDeletion(trx, contentStores, deletion, context));
	const rows = await after.read.selectFrom('courses').selectAll().where('id', '=', id).execute();
	expect(rows).toMatchObject([{ name: 'Masonry', season: 'long rains', version: 2 }]);
	await after.close();
});

import { expect, it } from 'vitest';
import { recordAudit } from '../../audit/audit-log.ts';
import { openDatabase } from '../../open-database.ts';
import { makePostgresDatabase } from '../../test-app.ts';
import { auditActorsOf } from './list.ts';

it('who did something stands in the same order whatever the locale of the database', async () => {
	const url = await makePostgresDatabase(
		`template template0 locale_provider icu icu_locale 'en-US'`,
	);
	const database = await openDatabase({ dataDir: '', databaseUrl: url });
	for (const name of ['zuhura', 'Äpfel', '-dash', 'Baraka', 'achieng'])
		await database.write(async (trx) =>
			recordAudit(
				trx,
				{ actor: { kind: 'person', id: name, name }, requestId: null, address: null },
				{ action: 'sign_in', item: { kind: 'session', id: null, name: null } },
			),
		);
	const names = (await auditActorsOf(database.read)).map(({ name }) => name);
	expect(names).toEqual(['-dash', 'achieng', 'Baraka', 'zuhura', 'Äpfel']);
	await database.close();
});

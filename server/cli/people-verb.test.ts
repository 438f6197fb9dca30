import { expect, it } from 'vitest';
import { lockDataDir } from '../db/data-lock.ts';
import { joinWithSecondFactor, postAuth } from '../features/sign-in/fixtures/accounts.ts';
import { onEveryEngine } from '../test-app.ts';
import { runUfundi } from './fixtures/run.ts';

const NEW_PASSWORD = 'a plane iron, ground and honed';

onEveryEngine('ufundi people, next to a server,', (site) => {
	const ufundi = (...args: string[]) => {
		const { dataDir, databaseUrl = '' } = site();
		return runUfundi(['people', ...args], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
	};
	const rows = () =>
		site()
			.database.read.selectFrom('audit_log')
			.select(['actor', 'actor_name', 'item_id', 'before', 'after', 'details'])
			.where('actor', '=', 'system:operator')
			.orderBy('id')
			.execute();

	it('restores access for a locked-out administrator, and records it', async () => {
		// The server locks the folder; the app of these tests does not.
		const unlock = lockDataDir(site().dataDir);
		try {
			const { id, email, cookie } = await joinWithSecondFactor(site(), 'admin');
			const made = await ufundi('reset-link', '--email', ` ${email.toUpperCase()} `);
			expect(made).toMatchObject({ code: 0, err: '' });
			const token = /\/reset#([\w-]{43})\n/.exec(made.out)?.[1];
			const use = () => site().anyone('POST', '/links/use', { token, password: NEW_PASSWORD });
			expect((await use()).status).toBe(200);
			expect((await use()).status).toBe(400);
			const signIn = () => postAuth(site(), 'sign-in/email', { email, password: NEW_PASSWORD });
			expect((await signIn()).body).toMatchObject({ twoFactorRedirect: true });

			expect(await ufundi('forget-second-factor', '--email', email)).toMatchObject({
				code: 0,
				out: expect.stringContaining('without a second factor'),
			});
			expect((await signIn()).body).toMatchObject({ user: { email } });
			expect((await site().anyone('GET', '/account', undefined, { cookie })).status).toBe(401);
			const written = { actor_name: 'Operator at the command line', item_id: id };
			expect(await rows()).toMatchObject([
				{ ...written, details: '{"link":"reset"}' },
				{ ...written, before: '{"second_factor":true}', after: '{"second_factor":false}' },
			]);
		} finally {
			unlock();
		}
	});
});

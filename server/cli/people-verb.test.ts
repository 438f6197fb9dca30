import { describe, expect, it } from 'vitest';
import { lockDataDir } from '../platform/db/data-lock.ts';
import { joinWithSecondFactor, postAuth } from '../platform/sign-in/fixtures/accounts.ts';
import { onEveryEngine, TEST_SECRET } from '../testing/app.ts';
import { runHere } from './fixtures/run.ts';

const NEW_PASSWORD = 'a plane iron, ground and honed';

onEveryEngine('next to a server', (site) => {
	const ufundi = (...args: string[]) => {
		const { dataDir, databaseUrl = '' } = site();
		return runHere(['people', ...args], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
	};
	const rows = () =>
		site()
			.database.read.selectFrom('audit_log')
			.select(['actor', 'actor_name', 'item_id', 'before', 'after', 'details'])
			.where('actor', '=', 'system:operator')
			.where('item_kind', '=', 'person')
			.orderBy('id')
			.execute();

	it('ufundi people restores access for a locked-out administrator, and records it', async () => {
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

	describe('ufundi keys', () => {
		const create = (...args: string[]) => {
			const { dataDir, databaseUrl = '' } = site();
			const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET: TEST_SECRET };
			return runHere(['keys', 'create', ...args], settings);
		};

		it('creates a key for an administrator, and records it', async () => {
			const { email } = await joinWithSecondFactor(site(), 'admin');
			const about = ['--name', 'Nightly import', '--role', 'editor'];
			const made = await create('--email', email, ...about, '--days', '30');
			expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^ufundi_[\w-]{43}\n$/) });
			const headers = { authorization: `Bearer ${made.out.trim()}` };
			expect((await site().anyone('GET', '/courses', undefined, headers)).status).toBe(200);
			const [recorded] = await site()
				.database.read.selectFrom('audit_log')
				.select(['actor', 'action', 'after'])
				.where('item_kind', '=', 'key')
				.execute();
			expect(recorded).toMatchObject({ actor: 'system:operator', action: 'create' });
			expect(recorded?.after).toContain('"role":"editor"');
			const viewer = await joinWithSecondFactor(site(), 'viewer');
			expect(await create('--email', viewer.email, ...about)).toMatchObject({
				code: 2,
				err: expect.stringContaining('is no administrator'),
			});
			expect(await create('--email', email, '--name', 'x', '--role', 'boss')).toMatchObject({
				code: 2,
				err: expect.stringContaining('Role'),
			});
		});
	});
});

import { expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { joinWithSecondFactor, PASSWORD, postAuth, signInHalfway } from './fixtures/accounts.ts';

onEveryEngine('recovery codes', (site) => {
	const use = async (email: string, code: unknown, cookie?: string) => {
		const body = { code };
		const waiting = cookie ?? (await signInHalfway(site(), email));
		return (await postAuth(site(), 'two-factor/verify-backup-code', body, waiting)).status;
	};
	const storedOf = async (id: string) => {
		const row = await site()
			.database.read.selectFrom('second_factors')
			.select('backup_codes')
			.where('person_id', '=', id)
			.executeTakeFirstOrThrow();
		return row.backup_codes;
	};

	it('work once each, also of eight requests at once', async () => {
		const { id, email, backupCodes } = await joinWithSecondFactor(site(), 'viewer');
		expect(new Set(backupCodes).size).toBe(10);
		for (const code of backupCodes) expect(code).toMatch(/^([A-Z2-9]{6}-){3}[A-Z2-9]{6}$/);
		const cookies = await Promise.all(
			Array.from({ length: 4 }, () => signInHalfway(site(), email)),
		);
		const [first, second = ''] = backupCodes;
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, n) => use(email, first, cookies[n % 4])),
		);
		expect(answers.filter((status) => status === 200)).toHaveLength(1);
		expect(await use(email, first)).toBe(401);
		expect(await use(email, ` ${second.toLowerCase()} `)).toBe(200);
		expect(JSON.parse(await storedOf(id))).toHaveLength(8);
	});

	it('are stored as hashes, which do not sign in', async () => {
		const { id, email, backupCodes } = await joinWithSecondFactor(site(), 'viewer');
		const storedCodes = await storedOf(id);
		const [hash = ''] = JSON.parse(storedCodes) as string[];
		const waiting = await signInHalfway(site(), email);
		for (const guess of [hash, hash.slice(7), null, { $ne: '' }])
			expect(await use(email, guess, waiting)).toBe(401);
		expect(await use(email, backupCodes[0], waiting)).toBe(200);
		for (const set of [storedCodes, await storedOf(id)]) {
			for (const one of JSON.parse(set)) expect(one).toMatch(/^sha256:[\w-]{43}$/);
			for (const code of backupCodes) expect(set).not.toContain(code);
		}
	});

	it('are replaced with the password, which revokes the older ones', async () => {
		const { email, backupCodes, cookie } = await joinWithSecondFactor(site(), 'viewer');
		const body = { password: PASSWORD };
		const made = await postAuth(site(), 'two-factor/generate-backup-codes', body, cookie);
		const waiting = await signInHalfway(site(), email);
		expect(await use(email, backupCodes[0], waiting)).toBe(401);
		expect(await use(email, made.body.backupCodes[0], waiting)).toBe(200);
	});
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openPostgres } from './platform/db/postgres.ts';
import { describeProblem, makeDatabaseError, makeListenError } from './problems.ts';
import { makePostgresDatabase } from './testing/app.ts';

it('an unusable address to listen on is reported with its setting', async () => {
	const server = createServer().listen({ host: '203.0.113.9', port: 0 });
	const [error] = await once(server, 'error').catch((failed) => [failed]);
	expect(makeListenError(error).message).toBe('HOST 203.0.113.9 is no address of this machine.');
	const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES', port: 80 });
	expect(makeListenError(refused).message).toMatch(/^PORT 80 may not be used by this user; .*\.$/);
});

it('a role that may not create tables gets the missing grant', async () => {
	const url = await makePostgresDatabase();
	const owner = new pg.Client(url);
	await owner.connect();
	const name = new URL(url).pathname.slice(1);
	const weak = new URL(url);
	weak.username = `weak_${name}`;
	weak.password = 'x';
	const problem = () =>
		openPostgres(weak.href).then(
			async (database) => void (await database.close()),
			(error) => makeDatabaseError(error, weak.href).message,
		);
	try {
		await owner.query(`create role ${weak.username} login password 'x'`);
		expect(await problem()).toMatch(/^DATABASE_URL: .*"grant create on schema public"/);
		await owner.query(`grant all on schema public to ${weak.username}`);
		expect(await problem()).toBeUndefined();
	} finally {
		await owner.end();
	}
});

it('a pooler, a full disk and a bug are distinguished', () => {
	const pooler = Object.assign(new Error('unsupported startup parameter: statement_timeout'), {
		severity: 'FATAL',
		code: '08P01',
	});
	expect(makeDatabaseError(pooler, 'postgres://x/y').message).toMatch(
		/^DATABASE_URL leads to a pooler such as pgbouncer, .*\.$/,
	);
	const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
	for (const error of [full, new Error('It failed', { cause: full })])
		expect(describeProblem(error)).toMatch(/^There is no room left on the disk: .*\.$/);
	expect(describeProblem(new TypeError('x is not a function'))).toBeUndefined();
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../testing/app.ts';
import { classifyError, toDaySql, toInstantSql } from './engine.ts';

const withCode = (code: unknown) => Object.assign(new Error('no'), { code });

onEveryEngine('an instant in SQL', (site) => {
	it('belongs to the day of East Africa Time, which begins at 21:00 UTC', async () => {
		const { read } = site().database;
		const readDay = async (instant: string) => {
			const at = toInstantSql(read, sql.lit(Date.parse(instant)));
			const { rows } = await sql<{ day: string }>`select ${toDaySql(read, at, 3)} as day`.execute(
				read,
			);
			return rows[0]?.day;
		};
		expect(await readDay('2026-10-31T20:59:59.999Z')).toBe('2026-10-31');
		expect(await readDay('2026-10-31T21:00:00.000Z')).toBe('2026-11-01');
	});
});

describe('an error of a database', () => {
	it.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100'])('%s is storage_full', (code) => {
		expect(classifyError(withCode(code))).toBe('storage_full');
	});

	it.each([
		...['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', 'SQLITE_IOERR_FSYNC'],
		...['SQLITE_READONLY', 'SQLITE_CANTOPEN', '08006', '53300', '57014', '57P01', '40001', '40P01'],
		...['55P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'],
	])('%s is unavailable', (code) => {
		expect(classifyError(withCode(code))).toBe('unavailable');
	});

	it.each([
		'Connection terminated unexpectedly',
		'Connection terminated due to connection timeout',
		'timeout exceeded when trying to connect',
		'Client has encountered a connection error and is not queryable',
	])('%j is unavailable, although it has no code', (message) => {
		expect(classifyError(new Error(message))).toBe('unavailable');
	});

	it('is undefined for a programming error', () => {
		for (const code of ['23503', '42P01', '22021', 'SQLITE_CONSTRAINT', 'SQLITE_ERROR', 'ENOENT'])
			expect(classifyError(withCode(code))).toBeUndefined();
		for (const odd of [null, undefined, 'text', 7, new Error('no'), withCode(7)])
			expect(classifyError(odd)).toBeUndefined();
	});
});

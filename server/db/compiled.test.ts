import { expect, it } from 'vitest';
import { folderOfTest } from '../test-folder.ts';
import { runCompiled } from './compiled.ts';
import { openSqlite } from './sqlite.ts';

it('a query that is compiled once refuses values that are not those of its text, and takes others in their order', async () => {
	const dataDir = folderOfTest();
	const database = await openSqlite(dataDir);
	const between = (name: string, values: readonly [string, string], given: readonly unknown[]) =>
		runCompiled<{ name: string }>(database.read, name, given, () =>
			database.read
				.selectFrom('kysely_migration' as never)
				.select('name' as never)
				.where('name' as never, '>', values[0] as never)
				.where('name' as never, '<', values[1] as never),
		);
	await expect(between('a', ['0001', '0002'], ['0002', '0001'])).rejects.toThrow('other values');
	await expect(between('a', ['0001', '0002'], ['0001'])).rejects.toThrow('other values');
	expect(await between('a', ['0001', '0002'], ['0001', '0002'])).toEqual([
		{ name: '0001-initial' },
	]);
	expect(await between('a', ['unused', 'unused'], ['0090', '0091'])).toEqual([]);
	expect(await between('a', ['unused', 'unused'], ['0003', '0001'])).toEqual([]);
	await database.close();
});

import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onSomeEngines } from '../../testing/app.ts';
import { openProcessor } from './processor.ts';

onSomeEngines('the processor of deliveries', (site) => {
	/** Starts a processor that counts its statements. */
	const start = (schema?: string) => {
		const { database } = site();
		const count = { statements: 0, failures: 0 };
		const counted = database.read.withPlugin({
			transformQuery: ({ node }) => {
				count.statements++;
				return node;
			},
			transformResult: async ({ result }) => result,
		});
		const read = schema === undefined ? counted : counted.withSchema(schema);
		const onError = () => {
			count.failures++;
		};
		const processor = openProcessor({ ...database, read }, { shortCodes: [] }, Date.now, onError);
		processor.kick();
		return { count, close: processor.close };
	};

	it('waits half a second between attempts while the database fails', async () => {
		const begun = performance.now();
		const { count, close } = start('missing');
		await expect.poll(() => count.failures).toBeGreaterThan(1);
		await close();
		expect(count.statements).toBe(count.failures);
		expect(count.failures).toBeLessThan(2 + (performance.now() - begun) / 500);
	});

	it('reads the schema once after a newer version has updated the database', async () => {
		const newer = { name: '9999-newer', timestamp: '' };
		await site()
			.database.single.insertInto('kysely_migration' as never)
			.values(newer as never)
			.execute();
		const { count, close } = start();
		await wait(300);
		await close();
		expect(count).toEqual({ statements: 1, failures: 0 });
	});
});

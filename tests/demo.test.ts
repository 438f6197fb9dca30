import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFreePort } from './postgres.ts';
import { plainEnvironment, startProcess } from './process.ts';

it('the demo uses its own database, whatever the shell has set', async () => {
	const demo = await startProcess({
		command: [process.execPath, join(import.meta.dirname, '../scripts/demo.ts')],
		ready: /Ufundi is ready/,
		env: {
			...plainEnvironment(),
			PORT: `${await findFreePort()}`,
			DATABASE_URL: 'postgres://ufundi:x@127.0.0.1:1/real',
			SECRET: '8c1f5e2d9b7a40361e4c7d2f5a8b903164dc',
		},
	});
	expect(await demo.stop()).toBe(0);
});

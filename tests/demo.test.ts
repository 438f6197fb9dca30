import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findFreePort } from './postgres.ts';
import { plainEnvironment, startProcess } from './process.ts';

it('the demo uses its own database, whatever the shell has set, and serves the page for learners', async () => {
	const demo = await startProcess({
		command: [process.execPath, join(import.meta.dirname, '../scripts/demo.ts')],
		ready: /Ufundi is ready/,
		env: {
			...plainEnvironment(),
			PORT: `${await findFreePort()}`,
			LEARNER_PORT: '0',
			DATABASE_URL: 'postgres://ufundi:x@127.0.0.1:1/real',
			SECRET: '8c1f5e2d9b7a40361e4c7d2f5a8b903164dc',
		},
	});
	const [address = ''] =
		/http:\S+$/m.exec(demo.log().split('The page for learners is at')[1] ?? '') ?? [];
	const page = await (await fetch(address)).text();
	const [, api] = /name="api" content="([^"]+)"/.exec(page) ?? [];
	const catalogue = await (await fetch(`${api}/api/v1/catalogue`)).json();
	expect(catalogue.data).toMatchObject({
		paybill: '174379',
		plans: [{ months: 1, amount: 600 }, {}, {}, {}],
	});
	expect(catalogue.data.courses.length).toBeGreaterThan(5);
	expect(await demo.stop()).toBe(0);
});

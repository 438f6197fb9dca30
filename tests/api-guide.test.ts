import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTestFolder } from '../server/testing/folder.ts';
import { WITH_ADMIN } from './e2e/people.ts';
import { runGuide } from './guides.ts';
import { startServer } from './process.ts';

it('docs/api.md leads from a key to a first change, with the statuses that it states', async () => {
	const folder = makeTestFolder();
	const env = { DATA_DIR: join(folder, 'data'), ...WITH_ADMIN };
	const server = await startServer(env);
	try {
		const guide = await runGuide('docs/api.md', { url: server.url, folder, env });
		expect(guide.statuses).toEqual(guide.stated);
		expect(guide.output).toContain('You may not do this. It needs the permission people:manage.');
		expect(guide.output).toContain('"price":1000');
	} finally {
		await server.kill();
	}
});

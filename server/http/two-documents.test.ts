import { expect, it } from 'vitest';
import { makeTestApp } from '../test-app.ts';

/** A schema that is made and named anew for each app is described otherwise from the second on. */
it('describes the API of two apps of one process alike', async () => {
	const apps = [await makeTestApp('sqlite'), await makeTestApp('sqlite')];
	const [one, other] = await Promise.all(apps.map((app) => app.call('GET', '/openapi.json')));
	expect(one?.status).toBe(200);
	expect(other?.body).toEqual(one?.body);
	for (const app of apps) await app.close();
});

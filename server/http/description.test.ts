import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { makeTestApp } from '../test-app.ts';

const readDescription = async () => {
	const app = await makeTestApp('sqlite');
	const { status, body } = await app.call('GET', '/openapi.json');
	expect(status).toBe(200);
	await app.close();
	return body;
};

// Schemas that are registered twice in one process would change the second description.
it('describes the API of two apps in one process identically', async () => {
	expect(await readDescription()).toEqual(await readDescription());
});

it('passes the recommended rules of redocly lint', async () => {
	const problems = await lintFromString({
		source: JSON.stringify(await readDescription()),
		absoluteRef: 'openapi.json',
		config: await createConfig({ extends: ['recommended'] }),
	});
	const messages = problems.map(
		({ severity, ruleId, message, location }) =>
			`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
	);
	expect(messages).toEqual([]);
});

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { makeTestApp } from '../test-app.ts';

const describedBy = async () => {
	const app = await makeTestApp('sqlite');
	const { status, body } = await app.call('GET', '/openapi.json');
	expect(status).toBe(200);
	await app.close();
	return body;
};

/** A schema that is made and named anew for each app is described otherwise from the second on. */
it('describes the API of two apps of one process alike', async () => {
	expect(await describedBy()).toEqual(await describedBy());
});

it('leaves nothing to say for the recommended rules of redocly lint', async () => {
	const problems = await lintFromString({
		source: JSON.stringify(await describedBy()),
		absoluteRef: 'openapi.json',
		config: await createConfig({ extends: ['recommended'] }),
	});
	const said = problems.map(
		({ severity, ruleId, message, location }) =>
			`${severity} ${ruleId}: ${message} (${location[0]?.pointer})`,
	);
	expect(said).toEqual([]);
});

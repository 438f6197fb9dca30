import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { makeTestApp } from '../test-app.ts';

it('the description of the API is without a finding of the recommended rules of Redocly', async () => {
	const site = await makeTestApp('sqlite');
	try {
		const { body } = await site.call('GET', '/openapi.json');
		const config = await createConfig({ extends: ['recommended'] });
		const source = JSON.stringify(body);
		const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
		expect(
			problems.map(
				({ severity, ruleId, message, location: [at] }) =>
					`${severity} ${ruleId}: ${message} (${at?.pointer})`,
			),
		).toEqual([]);
	} finally {
		await site.close();
	}
});

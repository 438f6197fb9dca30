import { expect, it } from 'vitest';
import { makeTestAppWith } from '../test-app.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const idsOf = async (trustProxy: string[] | false, ...given: string[]) => {
	const site = await makeTestAppWith('sqlite', { config: { trustProxy } });
	try {
		const answers = await Promise.all(
			given.map((id) => site.inject({ url: '/healthz', headers: { 'x-request-id': id } })),
		);
		return answers.map(({ headers }) => headers['x-request-id']);
	} finally {
		await site.close();
	}
};

it('a request is called what a trusted proxy calls it', async () => {
	const id = '4bf92f3577b34da6a3ce929d0e0e4736';
	expect(await idsOf(['127.0.0.0/8'], id)).toEqual([id]);
	for (const trustProxy of [false, ['10.0.0.0/8']] as const)
		expect(await idsOf(trustProxy as string[] | false, id)).toEqual([expect.stringMatching(UUID)]);
});

it('a request is not called by what is no id', async () => {
	const odd = ['short', 'a b c d e f g', `${'x'.repeat(129)}`, '{"level":60,"msg":"x"}'];
	for (const id of await idsOf(['127.0.0.1'], ...odd)) expect(id).toMatch(UUID);
});

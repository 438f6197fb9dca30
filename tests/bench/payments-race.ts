import { signIn } from '../signed-in.ts';
import { type Child, start } from './child.ts';
import type { Figure } from './figures.ts';
import { race } from './race.ts';

/** What a desk has open all day, beside a bare server on the same file: by session, and by key. */
export const raced = async (server: Child, dir: string, words: string): Promise<Figure[]> => {
	// A session that has just begun: a key wants a password that was given lately.
	const made = await fetch(`${server.url}/api/keys`, {
		method: 'POST',
		headers: { ...(await signIn(server.url)), 'content-type': 'application/json' },
		body: JSON.stringify({ name: 'The bench', role: 'finance', days: 1 }),
	});
	const { data } = (await made.json()) as { data: { secret: string } };
	const byKey = { ...server, headers: { authorization: `Bearer ${data.secret}` } };
	const floor = await start('tests/bench/floor.ts', dir);
	const paths = ['/api/transactions?limit=10'];
	const figures: Figure[] = [];
	for (const [who, asked] of Object.entries({ session: server, key: byKey }))
		figures.push(
			await race(
				asked,
				floor,
				{ name: `${words}: ten with their total, by ${who}`, method: 'GET', paths, target: 0.3 },
				{ rounds: 5, seconds: 2 },
			),
		);
	await floor.stop();
	return figures;
};

import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { csvOf, orgRows } from '../../server/mpesa/fixtures/statements.ts';
import { folderOfTest } from '../../server/test-folder.ts';
import { signIn } from '../signed-in.ts';
import { attempt, insist, read, sendFile } from './calls.ts';
import { expectSound } from './invariants.ts';
import { AT_LENGTH, SOME_ENGINES } from './length.ts';
import { makePlace } from './places.ts';
import { startServer } from './server.ts';

const KILLS = AT_LENGTH ? 10 : 1;
const LINES = AT_LENGTH ? 100_000 : 6_000;
const DAY = 86_400_000;
/** 1 October 2026 in Nairobi. */
const START = Date.UTC(2026, 8, 30, 21);

const file = csvOf(
	orgRows({
		opening: 0,
		from: START,
		to: START + 31 * DAY,
		movements: Array.from({ length: LINES }, (_, n) => ({
			receipt: `UJ1${n.toString(36).toUpperCase().padStart(7, '0')}`,
			at: START + Math.floor((n * 31 * DAY) / LINES / 1000) * 1000,
			paidIn: 10,
		})),
	}),
);

const sendTo = (url: string, headers: Record<string, string>, key: string = randomUUID()) => {
	const more = { ...headers, 'idempotency-key': key };
	const call = sendFile('ORG_174379_Utility Account_x.csv', file, more);
	return attempt(`${url}/api/statements`, call);
};

/** How many statements and lines there are. */
const kept = async (url: string, headers: Record<string, string>) => {
	const asked = ['/statements', '/reconciliation/lines?month=2026-10'];
	const answers = await Promise.all(asked.map((path) => read(`${url}/api${path}`, headers)));
	return answers.map((answer) => (answer.known ? (answer.body.data.total as number) : -1));
};

it.each(SOME_ENGINES)(
	'killed while it keeps the lines of a statement, all of them are there or none (%s)',
	{ timeout: AT_LENGTH ? 1_800_000 : 240_000 },
	async (engine) => {
		const place = await makePlace(engine);
		let server = await startServer(place.dataDir, place.settings);
		try {
			let headers = await signIn(server.url);
			for (let kill = 1; kill <= KILLS; kill++) {
				const key = randomUUID();
				let isOver = false;
				const sending = sendTo(server.url, headers, key).finally(() => {
					isOver = true;
				});
				// Killed once it says that it keeps them; a quick one may be done by then.
				await insist(
					() => attempt(`${server.url}/api/statements/progress/${key}`, { headers }),
					(told) => isOver || (told.known && told.body.data?.step === 'keeping'),
				);
				await server.kill();
				await sending;
				server = await startServer(place.dataDir, place.settings);
				headers = await signIn(server.url);
				const [statements, lines] = await kept(server.url, headers);
				expect(lines).toBe(statements === 0 ? 0 : LINES);
			}
			const again = await insist(
				() => sendTo(server.url, headers),
				({ known }) => known,
			);
			expect([200, 201]).toContain(again.status);
			expect((await sendTo(server.url, headers)).status).toBe(200);
			expect(await kept(server.url, headers)).toEqual([1, LINES]);
			await server.stop();
			await expectSound(place);
		} finally {
			await server.kill();
			await place.remove();
		}
	},
);

it('taken in by two servers at once, a statement is kept once', { timeout: 240_000 }, async () => {
	const place = await makePlace('postgres');
	const other = folderOfTest();
	const folders = [place.dataDir, other];
	const servers = await Promise.all(folders.map((folder) => startServer(folder, place.settings)));
	try {
		const [one, two] = servers.map(({ url }) => url) as [string, string];
		const headers = await signIn(one);
		// The second may be told to wait for the first, and to try again.
		const sent = await Promise.all(
			[one, two].map((url) =>
				insist(
					() => sendTo(url, headers),
					({ known }) => known,
				),
			),
		);
		expect(sent.map(({ status }) => status).sort()).toEqual([200, 201]);
		expect(await kept(two, headers)).toEqual([1, LINES]);
	} finally {
		await Promise.all(servers.map((server) => server.kill()));
		await place.remove();
	}
});

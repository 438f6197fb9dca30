import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from './postgres.ts';
import { plainEnvironment, type RunningProcess, startProcess } from './process.ts';

const ROOT = join(import.meta.dirname, '..');

let demo: RunningProcess;
let api: string;
let example: string;
beforeAll(async () => {
	const port = await findFreePort();
	demo = await startProcess({
		command: [process.execPath, join(ROOT, 'scripts/demo.ts')],
		ready: /Ufundi is ready/,
		env: {
			...plainEnvironment(),
			PORT: `${port}`,
			LEARNER_PORT: '0',
			DATABASE_URL: 'postgres://ufundi:x@127.0.0.1:1/real',
			SECRET: '8c1f5e2d9b7a40361e4c7d2f5a8b903164dc',
		},
	});
	api = `http://127.0.0.1:${port}`;
	example = /The page for learners is at (http:\S+)/.exec(demo.log())?.[1] ?? '';
});
afterAll(() => demo.kill());

/** Returns the code blocks of a language in docs/learners.md. */
const readBlocks = (language: string) =>
	[
		...readFileSync(join(ROOT, 'docs/learners.md'), 'utf8').matchAll(
			new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'),
		),
	].map(([, code = '']) => code);

it('every command of docs/learners.md works, up to an open premium paper', async () => {
	expect(await (await fetch(example)).text()).toContain(`name="api" content="${api}"`);
	expect(readBlocks('sh')).toEqual(['npm run demo\n']);
	const code = readBlocks('js')
		.join('\n')
		.replaceAll('http://127.0.0.1:4000', api)
		.replaceAll('http://127.0.0.1:4001', example);
	const AsyncFunction = (async () => {}).constructor as new (
		code: string,
	) => () => Promise<Record<string, never>>;
	const seen = await new AsyncFunction(
		`${code}\nreturn { paybill, free, content, locked, asked, access, opened, second, claimed, reported, account };`,
	)();
	const { free, content, access, ...answers } = seen as Record<string, never> & {
		free: { file: { sha256: string } };
		content: ArrayBuffer;
	};
	const digest = createHash('sha256').update(Buffer.from(content)).digest('hex');
	expect(digest).toBe(free.file.sha256);
	expect(answers).toMatchObject({
		paybill: '174379',
		locked: { status: 402, code: 'payment_required' },
		asked: { status: 202 },
		opened: { status: 200, data: { type: 'application/pdf' } },
		second: { status: 201, data: { account: answers.account } },
		claimed: { status: 200, data: { open: true } },
		reported: { status: 202, data: null },
	});
	expect(access).toMatchObject({ open: true, request: { words: 'Paid.' } });
});

it('the demo uses its own database, whatever the shell has set', async () => {
	expect(await demo.stop()).toBe(0);
});

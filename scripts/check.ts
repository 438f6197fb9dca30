import { globSync } from 'node:fs';
import { type Outcome, root, run } from './run.ts';

/**
 * Everything about the sources that can be told without running them: types, lint and format,
 * import rules, unused code, documents, styles. Says nothing about what is in order.
 */
interface Part {
	name: string;
	command: string;
	/** Looks into what it wrote, where success alone does not say enough. */
	verify?: (output: string) => string | undefined;
}

const SOURCES = ['server', 'shared', 'web/src', 'tests', 'tools', 'scripts'];

/** Without its parser dependency-cruiser reads nothing and finds nothing wrong with it. */
const sawEverything = (output: string) => {
	const seen = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
	const there = globSync(
		SOURCES.map((folder) => `${folder}/**/*.{ts,tsx}`),
		{ cwd: root },
	).length;
	return seen < there ? `dependency-cruiser read ${seen} files of at least ${there}.` : undefined;
};

const parts: Part[] = [
	// Two cores are busy with the other parts, and each checker works out anew what it shares with another.
	{ name: 'types', command: 'tsc --checkers 1' },
	{ name: 'unused code', command: 'knip --cache --cache-location node_modules/.cache/knip' },
	{
		name: 'import rules',
		command: `depcruise ${SOURCES.join(' ')} --output-type err`,
		verify: sawEverything,
	},
	{ name: 'lint and format', command: 'biome check --error-on-warnings --max-diagnostics=50' },
	{ name: 'documents', command: 'node scripts/check-documents.ts' },
	{ name: 'nouns', command: 'node scripts/check-nouns.ts' },
	{ name: 'styles', command: 'node scripts/check-styles.ts' },
];

const judge = ({ verify }: Part, { ok, output }: Outcome) => {
	if (!ok) return output.trim() || 'It failed without a word.';
	return verify?.(output);
};

// TypeScript's collector of garbage by itself takes a quarter of its processor time; this takes 150 MB more.
process.env.GOGC ??= '400';
const started = performance.now();
const results = await Promise.all(
	parts.map(async (part) => {
		const outcome = await run(part.command, { minutes: 15, keep: true });
		return { ...part, problem: judge(part, outcome) };
	}),
);
const failed = results.filter(({ problem }) => problem !== undefined);
for (const { name, command, problem } of failed) {
	console.log(`\n✗ ${name} (${command})\n${problem}`);
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
	failed.length === 0
		? `✓ check: ${parts.map(({ name }) => name).join(', ')} (${seconds} s)`
		: `\n✗ check: ${failed.map(({ name }) => name).join(', ')} (${seconds} s)`,
);
process.exit(failed.length === 0 ? 0 : 1);

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/**
 * What a screen asks the API first, by its address. Only what every role may read stands here: a refusal
 * would be logged as one.
 */
const QUESTIONS: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		['courses', 'subjects', 'topics', 'examsets', 'pastpapers'].map((list) => [
			`^/admin/${list}$`,
			`/api/${list}`,
		]),
	),
	'^/admin/courses/new$': '/api/courses/next-order',
};

/** The address of a screen by its route file, as a pattern: 'admin/topics/$topicId' has any id. */
const patternOf = (route: string) =>
	`^/${route
		.split(/[/.]/)
		.filter((part) => part !== 'index' && part !== 'route')
		.map((part) => (part.startsWith('$') ? '[^/]+' : part.replace(/_$/, '')))
		.join('/')}$`;

/** The chunks and sheets of styles that a screen needs. */
const neededBy = (chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle) => {
	const needed = new Set<string>();
	const visit = (name: string) => {
		const found = bundle[name];
		if (found?.type !== 'chunk' || needed.has(name)) return;
		needed.add(name);
		for (const each of found.imports) visit(each);
		for (const sheet of found.viteMetadata?.importedCss ?? []) needed.add(sheet);
	};
	visit(chunk.fileName);
	return needed;
};

/**
 * Writes `first.json` beside the page, for `server/http/page.ts`: which files each screen needs beside
 * those of every page, and what it asks first. The console would ask for them only once it runs: two round trips of
 * 300 ms on the slow line, whose rows are to be there in 8 s cold and 1.5 s warm (docs/decisions/0013). Without its
 * line in `vite.config.ts` a page names nothing.
 */
export const firstFiles = (): Plugin => {
	let dir = '';
	return {
		name: 'first-files',
		apply: 'build',
		configResolved: (config) => {
			dir = resolve(config.root, config.build.outDir);
		},
		writeBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
			const html = readFileSync(join(dir, 'index.html'), 'utf8');
			const always = new Set(
				[...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name),
			);
			const routes = new Map<string, Set<string>>();
			for (const chunk of chunks) {
				for (const id of chunk.moduleIds) {
					const route = /\/src\/routes\/(.+)\.tsx\?tsr-split=component/.exec(id)?.[1];
					if (route) routes.set(route, neededBy(chunk, bundle));
				}
			}
			const files = new Map(
				[...routes].map(([route, needed]) => {
					// What is open over a list stands beside it: 'transactions.$transactionId'.
					const below = routes.get(route.slice(0, route.lastIndexOf('.'))) ?? [];
					const all = new Set([...below, ...needed]);
					return [patternOf(route), [...all].filter((name) => !always.has(name))] as const;
				}),
			);
			if (files.size < 20) this.error(`Only ${files.size} screens were found in the build.`);
			// A word of the route table comes before an id that could be the same.
			const ids = ({ pattern }: { pattern: string }) => pattern.split('[^/]+').length;
			const screens = [...files]
				.map(([pattern, needed]) => ({
					pattern,
					files: needed.map((name) => `/${name}`),
					question: QUESTIONS[pattern],
				}))
				.sort((a, b) => ids(a) - ids(b));
			writeFileSync(join(dir, 'first.json'), JSON.stringify(screens));
		},
	};
};

import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const SCRIPT = 'early.js';
/** Where the script takes what is known of the screens. */
const UNKNOWN = '([], [])';

/** The address of a screen by its route file, as a pattern: 'admin/topics/$topicId' has any id. */
const patternOf = (route: string) =>
	`^/${route
		.split(/[/.]/)
		.filter((part) => part !== 'index' && part !== 'route')
		.map((part) => (part.startsWith('$') ? '[^/]+' : part.replace(/_$/, '')))
		.join('/')}$`;

/** The chunks that a screen needs beside those of every page. */
const neededBy = (chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle) => {
	const needed = new Set<string>();
	const visit = (name: string) => {
		const found = bundle[name];
		if (found?.type !== 'chunk' || needed.has(name)) return;
		needed.add(name);
		for (const each of found.imports) visit(each);
	};
	visit(chunk.fileName);
	return needed;
};

/**
 * Tells `public/early.js` which files each screen needs, and gives it a name by its content, so that a
 * browser that has it asks for it no more: it stands in the way of everything else on the page.
 */
export const earlyScript = (): Plugin => {
	let dir = '';
	return {
		name: 'early-script',
		apply: 'build',
		configResolved: (config) => {
			dir = resolve(config.root, config.build.outDir);
		},
		writeBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
			const page = join(dir, 'index.html');
			const html = readFileSync(page, 'utf8');
			const always = new Set(
				[...html.matchAll(/src="\/(assets\/[^"]+)"/g)].map(([, name]) => name),
			);
			const screens = chunks.flatMap((chunk) => {
				const route = /\/src\/routes\/(.+)\.tsx\?tsr-split=component/.exec(
					chunk.facadeModuleId ?? '',
				)?.[1];
				const needed = [...neededBy(chunk, bundle)].filter((name) => !always.has(name));
				return route ? [{ pattern: patternOf(route), needed }] : [];
			});
			if (screens.length < 20)
				this.error(`Only ${screens.length} screens were found in the build.`);
			// A word of the route table comes before an id that could be the same.
			const ids = ({ pattern }: { pattern: string }) => pattern.split('[^/]+').length;
			screens.sort((a, b) => ids(a) - ids(b));
			const files = [...new Set(screens.flatMap(({ needed }) => needed))];
			const known = screens.map(({ pattern, needed }) => [
				pattern,
				needed.map((name) => files.indexOf(name)),
			]);
			const names = files.map((name) => basename(name));
			const source = readFileSync(join(dir, SCRIPT), 'utf8');
			if (!source.includes(UNKNOWN)) this.error(`${SCRIPT} has no place for the screens.`);
			const text = source
				.replace(UNKNOWN, `(${JSON.stringify(known)}, ${JSON.stringify(names)})`)
				.replace(/^\s*\/\/.*\n/gm, '');
			const name = `assets/early-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`;
			writeFileSync(join(dir, name), text);
			rmSync(join(dir, SCRIPT));
			writeFileSync(page, html.replace(`/${SCRIPT}`, `/${name}`));
		},
	};
};

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './run.ts';

/**
 * Fails when a component takes a class from a CSS module that has no such class, which shows as an
 * element without its style and as nothing else, when no component takes a class that is there, and when two modules
 * have the same name: what a class is called in the browser is made of it. What a module composes has to be there too.
 */
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).map((file) => ({
	file,
	text: read(file),
}));

const classesOf = (styles: string) => {
	const own = styles.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\([^)]*\)/g, '');
	return new Set([...own.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name));
};

/** What the rules of a module compose, of the module itself or of `composed.css`. */
const composedIn = (styles: string, from: 'itself' | 'global') =>
	[...styles.matchAll(/composes: ([^;]*?)( from global)?;/g)]
		.filter(([, , global]) => (from === 'global') === (global !== undefined))
		.flatMap(([, names = '']) => names.split(' '));
const composed = classesOf(read('web/src/composed.css'));

/** What each component takes from each module, by the module's path. */
const taken = sources.flatMap(({ file, text }) =>
	[...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(
		([, name = '', path = '']) => ({
			file,
			styles: join(dirname(file), path),
			uses: [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, use = '']) => use),
			// `classes[state]`: which ones, only the program knows.
			byName: text.includes(`${name}[`),
		}),
	),
);

const modules = globSync('web/src/**/*.module.css', { cwd: root });
const problems = modules.flatMap((styles) => {
	const there = classesOf(read(styles));
	const takers = taken.filter((taker) => relative(styles, taker.styles) === '');
	const used = new Set(
		takers.flatMap(({ uses }) => uses).concat(composedIn(read(styles), 'itself')),
	);
	const missing = takers.flatMap(({ file, uses }) =>
		[...new Set(uses)]
			.filter((use) => !there.has(use))
			.map((use) => `${file} takes the class ${use} of ${basename(styles)}, which has none.`),
	);
	const unused = takers.some(({ byName }) => byName)
		? []
		: [...there]
				.filter((name) => !used.has(name))
				.map((name) => `${styles} has a class ${name} that nothing takes.`);
	const composedOfNothing = composedIn(read(styles), 'global')
		.filter((name) => !composed.has(name))
		.map((name) => `${styles} composes ${name}, which composed.css does not have.`);
	const twins = modules
		.filter((other) => other > styles && basename(other) === basename(styles))
		.map((other) => `${styles} and ${other} have one name, and so would their classes.`);
	return [...missing, ...unused, ...composedOfNothing, ...twins];
});

for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const MANTINE = resolve('node_modules/@mantine');
const ALWAYS = ['baseline', 'default-css-variables', 'global'];

/** `import { A, type B } from 'x'` as ['A'], 'x'; side effects and defaults have no names. */
const importsOf = (code: string) =>
	[...code.matchAll(/(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s*['"]([^'"]+)['"]/g)]
		.filter(([, type]) => type === undefined)
		.map(([, , clause = '', from = '']) => ({
			from,
			names: [...clause.replace(/\btype\s+\w+/g, '').matchAll(/\w+/g)].map(([name]) => name),
		}));

/** Which stylesheets of @mantine/core the sources below `folder` need, by following their imports. */
const usedStyles = (folder: string): Set<string> => {
	const used = new Set(ALWAYS);
	const seen = new Set<string>();
	const indexes = new Map<string, Map<string, string>>();
	const indexOf = (name: string) => {
		const file = join(MANTINE, name, 'esm/index.mjs');
		const index = new Map<string, string>();
		for (const { names, from } of importsOf(readFileSync(file, 'utf8'))) {
			if (!from.startsWith('.')) continue;
			for (const each of names) index.set(each, join(dirname(file), from));
		}
		return index;
	};
	const follow = (file: string, code = readFileSync(file, 'utf8')) => {
		for (const { names, from } of importsOf(code)) {
			const kit = /^@mantine\/(\w+)$/.exec(from)?.[1];
			if (kit && kit !== 'hooks') {
				const index = indexes.get(kit) ?? indexOf(kit);
				indexes.set(kit, index);
				for (const name of names) visit(index.get(name));
			} else if (file.startsWith(MANTINE) && from.startsWith('.')) visit(join(dirname(file), from));
		}
	};
	const visit = (file: string | undefined) => {
		if (file === undefined || seen.has(file)) return;
		seen.add(file);
		if (!file.endsWith('.module.mjs')) follow(file);
		else if (file.startsWith(join(MANTINE, 'core'))) used.add(basename(file, '.module.mjs'));
	};
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
		if (/\.tsx?$/.test(name)) follow(join(folder, name));
	}
	return used;
};

/**
 * Leaves out of Mantine's stylesheet what no component of ours needs: two thirds of it. Only for
 * the build; while developing, everything is there.
 */
export const mantineStyles = (folder: string): Plugin => ({
	name: 'mantine-styles',
	apply: 'build',
	enforce: 'pre',
	load(id) {
		if (id !== join(MANTINE, 'core/styles.css')) return undefined;
		const all = readFileSync(id, 'utf8');
		return (
			[...usedStyles(folder)]
				.map((name) => readFileSync(join(MANTINE, 'core/styles', `${name}.css`), 'utf8').trim())
				// The order of the whole: a Button comes after the UnstyledButton that it is made of.
				.sort((a, b) => all.indexOf(a) - all.indexOf(b))
				.join('\n')
		);
	},
});

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const classesOf = (text: string) => [...text.matchAll(/\bm_[0-9a-f]+\b/g)].map(([name]) => name);

it('has the stylesheet of each part of Mantine that the console is built of, and no other', () => {
	const used = new Set(globSync('web/dist/assets/*.js').flatMap((file) => classesOf(read(file))));
	const wanted = globSync('node_modules/@mantine/core/styles/*.css')
		.filter((file) => !file.endsWith('.layer.css'))
		.filter((file) => classesOf(read(file)).some((name) => used.has(name)))
		.map((file) => basename(file));
	const listed = globSync('web/src/**/*.{css,tsx}').flatMap((file) =>
		[...read(file).matchAll(/@mantine\/core\/styles\/([\w-]+\.css)/g)].map(([, name]) => name),
	);
	const always = ['baseline.css', 'global.css'];
	expect([...new Set(listed)].sort()).toEqual([...always, ...wanted].sort());
});

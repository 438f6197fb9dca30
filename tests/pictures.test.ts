import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashSources, PICTURES, pictures, SOURCES_FILE } from '../scripts/pictures.ts';

const root = join(import.meta.dirname, '..');
const readText = (file: string) => readFileSync(join(root, file), 'utf8');

it('shows each picture in the README, and no other', () => {
	const shown = readText('README.md').matchAll(/\(docs\/pictures\/([\w-]+)\.png\)/g);
	const names = new Set(pictures.map(({ name }) => name));
	const files = readdirSync(join(root, PICTURES)).filter((file) => file.endsWith('.png'));
	expect(new Set([...shown].map(([, name]) => name))).toEqual(names);
	expect(new Set(files.map((file) => file.replace('.png', '')))).toEqual(names);
});

it('has no picture that is older than its screen', () => {
	const taken = JSON.parse(readText(SOURCES_FILE));
	const old = pictures.filter((picture) => taken[picture.name] !== hashSources(picture));
	// `npm run screenshots -- <names>` takes these again.
	expect(old.map(({ name }) => name)).toEqual([]);
});

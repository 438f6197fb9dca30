import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './run.ts';

/**
 * Fails when a document names an npm script, or a file or folder of the project, that does not
 * exist. A name that is only an example is declared with `<!-- made up: instructors -->`: paths
 * with it are not looked for.
 */
const ELSEWHERE = /^(node_modules|dist|data|\.cache|test-results)$/;
const files = globSync('**/*', { cwd: root, exclude: (name) => ELSEWHERE.test(basename(name)) });
const names = new Set(files.map((file) => basename(file)));
const tops = new Set(files.map((file) => file.split('/')[0]));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const missingScripts = (text: string) =>
	[...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)]
		.filter(([, name = '']) => !(name in scripts))
		.map(([words]) => `the script \`${words}\``);

/** What stands in backticks and what links lead to, without their anchors. */
const mentions = (text: string) => {
	const quoted = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\s]+)`/g);
	const linked = text.matchAll(/\]\(([^)\s]+)\)/g);
	return [
		...[...quoted].map(([, path = '']) => ({ path, isLink: false })),
		...[...linked].map(([, path = '']) => ({ path: path.split('#')[0] ?? '', isLink: true })),
	];
};

const isPath = (path: string) => /^\.{0,2}[\w@$-][\w.@$/-]*$/.test(path) || path.startsWith('./');

/** Whether a mention claims that something is there: a link, a path from the top, a source file. */
const claims = ({ path, isLink }: { path: string; isLink: boolean }) => {
	if (path === '' || /^[a-z]+:/i.test(path)) return false;
	if (isLink) return true;
	if (!isPath(path)) return false;
	if (path.includes('/')) return tops.has(path.split('/')[0]);
	return /\.(tsx?|mjs|md)$/.test(path);
};

const exists = (document: string, path: string) =>
	existsSync(join(root, path)) ||
	existsSync(join(root, dirname(document), path)) ||
	(!path.includes('/') && names.has(path));

const problems = files
	.filter((file) => file.endsWith('.md'))
	.flatMap((document) => {
		const text = readFileSync(join(root, document), 'utf8');
		const madeUp = [...text.matchAll(/<!-- made up: (.+?) -->/g)]
			.flatMap(([, words = '']) => words.split(/[ ,]+/))
			.filter((word) => word !== '');
		const missingPaths = mentions(text)
			.filter(claims)
			.filter(({ path }) => !madeUp.some((word) => path.includes(word)))
			.filter(({ path }) => !exists(document, path))
			.map(({ path }) => `\`${path}\``);
		return [...missingScripts(text), ...missingPaths].map(
			(what) => `${document} names ${what}, which does not exist.`,
		);
	});

for (const problem of problems) console.log(problem);
if (problems.length > 0) console.log('Examples are declared: <!-- made up: name -->');
process.exit(problems.length === 0 ? 0 : 1);

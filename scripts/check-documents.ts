import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Fails if a document names an npm script, file or folder that does not exist, if a name in the glossary occurs in no
 * source, if no source names a decision, or if an npm script does not run on Windows. Paths that contain a declared
 * example name are not checked: `<!-- made up: instructors -->`.
 */
const ELSEWHERE = /^(node_modules|dist|data|\.cache|test-results)$/;
const files = globSync('**/*', { cwd: root, exclude: (name) => ELSEWHERE.test(basename(name)) });
const tops = new Set(files.map((file) => file.split('/')[0]));
const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const listMissingScripts = (text: string) =>
	[...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)]
		.filter(([, name = '']) => !(name in scripts))
		.map(([words]) => `the script \`${words}\``);

/** Lists quoted names and link targets without anchors. */
const listMentions = (text: string) => {
	const quoted = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\s]+)`/g);
	const linked = text.matchAll(/\]\(([^)\s]+)\)/g);
	return [
		...[...quoted].map(([, path = '']) => ({ path, isLink: false })),
		...[...linked].map(([, path = '']) => ({ path: path.split('#')[0] ?? '', isLink: true })),
	];
};

const isPath = (path: string) => /^\.{0,2}[\w@$-][\w.@$/-]*$/.test(path) || path.startsWith('./');

/** Returns whether a mention refers to a file that must exist: a link, a path from the root, a source file. */
const isClaim = ({ path, isLink }: { path: string; isLink: boolean }) => {
	if (path === '' || /^[a-z]+:/i.test(path)) return false;
	if (isLink) return true;
	if (!isPath(path)) return false;
	if (/\.(test|spec)\.tsx?$/.test(path)) return true;
	if (path.includes('/')) return tops.has(path.split('/')[0]);
	return /\.(tsx?|mjs|md)$/.test(path);
};

const hasFile = (document: string, path: string) =>
	existsSync(join(root, path)) ||
	existsSync(join(root, dirname(document), path)) ||
	files.some((file) => file.endsWith(`/${path}`));

/** Lists terms of the glossary whose names in the code occur in no source. */
const checkGlossary = (document: string, text: string) => {
	const sources = files
		.filter((file) => /^(server|shared|web\/src)\/.*\.tsx?$/.test(file))
		.map((file) => readFileSync(join(root, file), 'utf8'))
		.join('\n');
	return [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)]
		.filter(([, term = '']) => !/^(term|-+)$/.test(term))
		.flatMap(([, term = '', code = '']) => {
			const names = [...code.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
			if (names.length === 0) return [`${document} has no name in the sources for ${term}.`];
			return names
				.filter((name) => !new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`).test(sources))
				.map((name) => `${document} calls ${term} \`${name}\`, which no source does.`);
		});
};

/** Shell syntax that cmd.exe of Windows lacks: variables before a command, `exec`, `$`, single quotes, `;`, `/tmp`. */
const POSIX_ONLY = /^\w+=|\b(?:exec|export|set|source)\s|[$';`]|(?:^|\s)\/\w/;
const shellProblems = Object.entries<string>(scripts)
	.filter(([, command]) => command.split(/&&|\|\|/).some((each) => POSIX_ONLY.test(each.trim())))
	.map(([name]) => `The script \`${name}\` in package.json uses syntax that cmd.exe lacks.`);

const problems = files
	.filter((file) => file.endsWith('.md'))
	.flatMap((document) => {
		const text = readFileSync(join(root, document), 'utf8');
		const madeUp = [...text.matchAll(/<!-- made up: (.+?) -->/g)]
			.flatMap(([, words = '']) => words.split(/[ ,]+/))
			.filter((word) => word !== '');
		const missingPaths = listMentions(text)
			.filter(isClaim)
			.filter(({ path }) => !madeUp.some((word) => path.includes(word)))
			.filter(({ path }) => !hasFile(document, path))
			.map(({ path }) => `\`${path}\``);
		return [
			...[...listMissingScripts(text), ...missingPaths].map(
				(what) => `${document} names ${what}, which does not exist.`,
			),
			...(document === 'docs/glossary.md' ? checkGlossary(document, text) : []),
		];
	});

/** Lists the decisions that no source names: a decision is cited where a reader would be surprised. */
const listUncited = () => {
	const sources = files
		.filter((file) => /^(server|shared|web|scripts|tests|tools)\/.*\.(tsx?|mjs|css)$/.test(file))
		.map((file) => readFileSync(join(root, file), 'utf8'))
		.join('\n');
	return files
		.map((file) => /^docs\/decisions\/(\d{4})-/.exec(file.replaceAll('\\', '/'))?.[1])
		.filter((number) => number !== undefined && !sources.includes(number))
		.map((number) => `No source names decision ${number}.`);
};

problems.push(...shellProblems, ...listUncited());
const [, newest] = /^## \[(\d.*?)\]/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
if (newest !== version)
	problems.push(`CHANGELOG.md ends with version ${newest}, package.json has ${version}.`);
for (const problem of problems) console.log(problem);
if (problems.length > 0) console.log('Examples are declared: <!-- made up: name -->');
process.exit(problems.length === 0 ? 0 : 1);

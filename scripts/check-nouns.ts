import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/**
 * Fails where a folder of mechanisms names what only features know, in code or in a text, and where
 * something outside server/db/ asks which engine it is. Comments may give examples. `session` and `key` are
 * not looked for: HTTP and databases have their own.
 */
const MECHANISMS = 'server/{api,content,db,files,http,jobs,operations}/**/*.ts';
const NOUNS =
	/course|subject|topic|exam_?set|paper|payment|payer|receipt|m-?pesa|person|people|invit|statistic/i;
/** The one list of the tables of content. */
const LIST = 'server/content/tables.ts';
/** A step of the schema names its tables. */
const STEPS = 'server/db/migrations/';
/** A header of browsers, and a word for human beings. */
const ALLOWED = ['payment=()', 'This is for people, not for keys.'];

const ENGINE = /\bengine\s*[!=]==|\bengineOf\(/;

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*$/gm;
const TESTS = /\.test\.ts$|\/fixtures\/|^server\/test-/;

/** Where the code of these files, without its comments, has what is looked for. */
const found = (pattern: string, what: RegExp, isLeftOut: (file: string) => boolean) =>
	globSync(pattern, { cwd: root })
		.filter((file) => !TESTS.test(file) && !isLeftOut(file))
		.flatMap((file) => {
			const text = readFileSync(join(root, file), 'utf8');
			const code = text.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ''));
			return code.split('\n').flatMap((line, at) => {
				const rest = ALLOWED.reduce((left, words) => left.replace(words, ''), line);
				const word = what.exec(rest)?.[0];
				return word === undefined ? [] : [`${file}:${at + 1} says ${word}`];
			});
		});

const wrong = [
	...found(MECHANISMS, NOUNS, (file) => file === LIST || file.startsWith(STEPS)),
	...found('server/**/*.ts', ENGINE, (file) => file.startsWith('server/db/')),
];
if (wrong.length > 0) {
	console.log(wrong.join('\n'));
	console.log('Mechanisms know no noun, and features no engine: docs/architecture.md.');
	process.exit(1);
}

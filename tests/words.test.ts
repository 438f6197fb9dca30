import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync(['{server,shared}/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
	cwd: root,
}).filter((file) => !/\.test\.tsx?$|\/fixtures\/|\.gen\.ts$/.test(file));
const documents = globSync(['*.md', 'docs/*.md'], { cwd: root });

/** Lists the places where a pattern occurs, without doc comments and `//` comments. */
const findIn = (files: readonly string[], pattern: RegExp) =>
	files.flatMap((file) =>
		readFileSync(join(root, file), 'utf8')
			.split('\n')
			.flatMap((line, index) =>
				/^\s*(\/\*|\*|\/\/)/.test(line) || !pattern.test(line)
					? []
					: [`${file}:${index + 1} ${line.trim()}`],
			),
	);

// docs/words-and-dates.md
it('writes Exam Set and Past Paper with two capitals or none', () => {
	expect(findIn(sources, /\bExam sets?\b|\bPast papers?\b/)).toEqual([]);
});

it('writes M-PESA only in texts to payers', () => {
	const others = sources.filter((file) => !file.endsWith('/payer-message.ts'));
	expect(findIn(others, /M-PESA/)).toEqual([]);
	const texts = documents.filter((file) => !/(words-and-dates|learners)\.md$/.test(file));
	expect(findIn(texts, /M-PESA/)).toEqual([]);
});

it('writes MPesa only where the specification does', () => {
	const SPEC =
		/MPesa (Dashboard|Transactions|payment transactions|Statistics|Trends|transaction data)/g;
	expect(findIn(sources, /MPesa/).filter((line) => /MPesa/.test(line.replace(SPEC, '')))).toEqual(
		[],
	);
});

it('writes KSh and KES', () => {
	expect(findIn(sources, /['"`>\s(](Ksh|Kshs|KSH|Kes)\b[ .]/)).toEqual([]);
});

it('formats dates with the patterns of the console', () => {
	const SPEC =
		/'MMM dd, yyyy'|'MMMM dd, yyyy'|'MMMM? yyyy'|'(EEEE, )?d MMM( yyyy)?'|'yyyy-MM-dd HH:mm:ss'|'d MMM, HH:mm'|'HH:mm(:ss)?'|'yyyy'|dd\/mm\/yyyy/g;
	const formats = findIn(
		sources.filter((file) => file.startsWith('web/')),
		/'[^'{]*(MMM|yyyy|HH:)[^']*'/,
	);
	expect(formats.filter((line) => /MMM|yyyy|HH:/.test(line.replace(SPEC, '')))).toEqual([]);
});

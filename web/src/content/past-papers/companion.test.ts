import { expect, it } from 'vitest';
import { findCompanion } from './companion.ts';

const paper = (id: string, name: string, over: object = {}) => ({
	id,
	name,
	kind: 'paper' as const,
	codes: [] as string[],
	subject_id: null,
	...over,
});
const scheme = (id: string, name: string, over: object = {}) =>
	paper(id, name, { kind: 'marking_scheme', ...over });

const maths = paper('1', 'Paper 3: Mathematics', { codes: ['2521/303', '2602/303'] });

it.each([
	['by a code', maths, [scheme('2', 'Answers', { codes: ['2602/303'] })], '2'],
	['by its name', maths, [scheme('2', 'Paper 3 - Mathematics (Marking Scheme)')], '2'],
	[
		'by a code before a name',
		maths,
		[scheme('2', 'Paper 3 Mathematics MS'), scheme('3', 'X', { codes: ['2521/303'] })],
		'3',
	],
	[
		'nothing with another name',
		maths,
		[scheme('2', 'Paper 4: Communication marking scheme')],
		undefined,
	],
	['nothing by an empty name', paper('1', 'Scheme'), [scheme('2', 'Marking scheme')], undefined],
	[
		'nothing of another subject',
		{ ...maths, subject_id: 's' },
		[scheme('2', 'X', { codes: ['2521/303'], subject_id: 't' })],
		undefined,
	],
	['no second paper', maths, [paper('2', maths.name, { codes: maths.codes })], undefined],
	['the paper of a scheme', scheme('1', 'X', { codes: ['2521/303'] }), [maths], '1'],
	[
		"nothing for the kind 'other'",
		{ ...maths, kind: 'other' as const },
		[scheme('2', maths.name)],
		undefined,
	],
])('companionOf matches %s', (_, one, others, id) => {
	expect(findCompanion(one as never, others as never)?.id).toBe(id);
});

import type { AuditRow } from '#shared/contract/audit.ts';
import { counted, joined } from '../contents-words.ts';
import { inEastAfrica } from '../dates.ts';
import { plainWords } from './field-words.ts';

const causes: Readonly<Record<string, string>> = {
	request: 'We asked the payer to pay.',
	answer: 'M-Pesa answered our request.',
	callback: 'M-Pesa reported on our request.',
	query: 'M-Pesa answered our question.',
	confirmation: 'M-Pesa confirmed the payment.',
	merged: 'A confirmation was found to be about another payment.',
	subject_deleted: 'Its subject was deleted.',
};

/** What is said in full, and so not once more as a name and a value. */
const TOLD = new Set([
	'subjects',
	'topics',
	'examsets',
	'pastpapers',
	'unlinkedPapers',
	'courses',
	'files',
	'cause',
	'count',
	'first',
	'last',
	'message',
	'into',
]);

const TIME = 'hh:mm:ss a';

/** What else there is to say of a row, in sentences. */
export const detailWords = ({ action, details }: AuditRow): string[] => {
	if (!details) return [];
	const number = (name: string) => Number(details[name] ?? 0);
	const things = joined([
		...counted(number('courses'), 'course'),
		...counted(number('subjects'), 'subject'),
		...counted(number('topics'), 'topic'),
		...counted(number('examsets'), 'exam set'),
		...counted(number('pastpapers'), 'past paper'),
		...counted(number('files'), 'file'),
	]);
	const unlinked = counted(number('unlinkedPapers'), 'past paper');
	const { cause, count, first, last } = details;
	const told: string[] = [];
	if (typeof cause === 'string') told.push(causes[cause] ?? `${plainWords(cause)}.`);
	if (things) told.push(action === 'import' ? `${things}.` : `With it went ${things}.`);
	for (const papers of unlinked) told.push(`${papers} no longer about a subject.`);
	if (typeof first === 'string' && typeof last === 'string')
		told.push(
			count === 1
				? 'Once.'
				: `${Number(count).toLocaleString('en')} times, from ${inEastAfrica(first, TIME)} to ${inEastAfrica(last, TIME)}.`,
		);
	else if (typeof count === 'number')
		told.push(`${counted(count, 'entry', 'entries')[0] ?? 'No entries'}.`);
	for (const [name, value] of Object.entries(details))
		if (!TOLD.has(name) && (typeof value === 'string' || typeof value === 'number'))
			told.push(`${plainWords(name)}: ${value}.`);
	return told;
};

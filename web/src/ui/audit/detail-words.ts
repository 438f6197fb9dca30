import type { AuditRow } from '#shared/contract/audit.ts';
import { resources } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';
import { counted, countedResources, joined } from '../counted.ts';
import { DAY, inEastAfrica, TIME as MINUTE } from '../dates/dates.ts';
import { plainWords } from './field-words.ts';

const causes: Readonly<Record<string, string>> = {
	request: 'We asked the payer to pay.',
	answer: 'M-Pesa answered our request.',
	callback: 'M-Pesa reported on our request.',
	query: 'M-Pesa answered our question.',
	confirmation: 'M-Pesa confirmed the payment.',
	merged: 'A confirmation was found to be about another payment.',
	subject_deleted: 'Its subject was deleted.',
	subject_restored: 'Its subject was restored.',
	examset_restored: 'Its exam set was restored.',
	pastpaper_restored: 'It was restored, and its subject before.',
	subject_moved: 'Its subject was moved to another course.',
	subject_moved_back: 'Its subject was moved back.',
	examset_moved: 'Its exam set was moved to another course.',
	examset_moved_back: 'Its exam set was moved back.',
};

/** Sentences for what is written down of people and their ways in: by the detail's name, then its value. */
const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	way: {
		'/sign-in/email': 'Nobody has this address and password.',
		'verify-totp': 'The code of the second factor was not right.',
		'verify-backup-code': 'The recovery code was not right.',
	},
	second_factor: {
		enable: 'The setting up of a second factor was begun.',
		verified: 'The second factor is on.',
		disable: 'The second factor was turned off.',
		'generate-backup-codes': 'New recovery codes were made.',
		'verify-totp': 'With a code of the second factor.',
		'verify-backup-code': 'With a recovery code.',
	},
	link: {
		setup: 'By the link that the server printed.',
		invitation: 'A new invitation link was made.',
		reset: 'A link for a new password was made.',
	},
	link_ended: {
		invitation: 'The invitation link has ended, with the rights of who made it.',
		reset: 'The link for a new password has ended, with the rights of who made it.',
	},
	password: { changed: 'Changed the password.' },
	sessions: { ended: 'Signed out everywhere.' },
	with: { structure: 'Without the files.', files: 'With the files.' },
	by: { ADMIN_EMAIL: 'By the setting ADMIN_EMAIL.' },
};

const sentenceOf = (name: string, value: string) => {
	const known = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
	return known && Object.hasOwn(known, value) ? known[value] : undefined;
};

/** A link that was used is told with what was done by it. */
const byLink = ({ password, link }: Record<string, unknown>) => {
	if (password !== 'set') return undefined;
	return link === 'invitation' ? 'Accepted the invitation.' : 'Chose a new password by a link.';
};

/** What is said in full, and so not once more as a name and a value. */
const TOLD = new Set<string>([
	...Object.values(resources).map(({ word }) => word),
	'unlinkedPapers',
	'files',
	'cause',
	'count',
	'first',
	'last',
	'message',
	'into',
	'operation',
	'deletion',
	'moved_in_all',
	'places',
]);

const TIME = 'hh:mm:ss a';

type Details = NonNullable<AuditRow['details']>;

/** What stands before the things that a row counts; with a deletion they went. */
const before: Readonly<Record<string, string>> = {
	import: '',
	copy: 'With it came ',
	restore: 'With it came ',
};

/** Of what something is a copy. */
const copiedIn = ({ copied_from: source }: Details) => {
	const { name } = (source ?? {}) as { name?: string | null };
	return name ? [`From ${name}.`] : [];
};

/** What an import or a copy made, or what went with a deletion. */
const thingsIn = (action: AuditRow['action'], details: Details) => {
	const number = (name: string) => Number(details[name] ?? 0);
	const things = joined([...countedResources(details), ...counted(number('files'), 'file')]);
	const unlinked = counted(number('unlinkedPapers'), 'past paper');
	return [
		...(things ? [`${before[action] ?? 'With it went '}${things}.`] : []),
		...unlinked.map((papers) => `${papers} no longer about a subject.`),
	];
};

interface Moved {
	name: string;
	from: number;
	to: number;
}

/** How many of the moved are told by name. */
const MOVED_TOLD = 5;

/** What was put elsewhere in a list, from which place to which. */
const movedIn = ({ moved, moved_in_all: all, places }: Details) => {
	if (!Array.isArray(moved)) return [];
	const [first] = moved as Moved[];
	if (first && moved.length === 1)
		return [`From place ${first.from} to ${first.to} of ${grouped(Number(places))}.`];
	const named = (moved as Moved[])
		.slice(0, MOVED_TOLD)
		.map(({ name, from, to }) => `${name} from place ${from} to ${to}`);
	const more = Number(all) - named.length;
	return [
		`${grouped(Number(all))} moved: ${named.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}.`,
	];
};

/** How often, and from when to when. */
const timesIn = ({ count, first, last }: Details) => {
	if (typeof first === 'string' && typeof last === 'string') {
		if (count === 1) return ['Once.'];
		const [from, to] = [inEastAfrica(first, TIME), inEastAfrica(last, TIME)];
		return [`${grouped(Number(count))} times, from ${from} to ${to}.`];
	}
	if (typeof count !== 'number') return [];
	return [`${counted(count, 'entry', 'entries')[0] ?? 'No entries'}.`];
};

/** A moment as the server writes it: 2026-09-30T21:00:00.000Z. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const shown = (value: string | number) =>
	INSTANT.test(String(value)) ? inEastAfrica(String(value), `${DAY} ${MINUTE}`) : value;

const wordsOf = (name: string, value: Details[string]) => {
	const sentence = sentenceOf(name, String(value));
	// Ways that are none of a sign-in ask for the password once more.
	if (name === 'way') return sentence ?? 'The password was not right.';
	if (sentence) return sentence;
	const plain = typeof value === 'string' || typeof value === 'number';
	return plain && !TOLD.has(name) ? `${plainWords(name)}: ${shown(value)}.` : [];
};

/** What else there is to say of a row, in sentences. */
export const detailWords = ({ action, details }: AuditRow): string[] => {
	if (!details) return [];
	const { cause } = details;
	const used = byLink(details);
	return [
		...(typeof cause === 'string' ? [causes[cause] ?? `${plainWords(cause)}.`] : []),
		...copiedIn(details),
		...thingsIn(action, details),
		...movedIn(details),
		...timesIn(details),
		...(used ? [used] : []),
		...(details.invited === true ? ['By an invitation.'] : []),
		...Object.entries(details)
			.filter(([name]) => !(used && (name === 'password' || name === 'link')))
			.flatMap(([name, value]) => wordsOf(name, value)),
	];
};

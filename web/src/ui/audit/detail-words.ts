import type { AuditRow } from '#shared/contract/audit.ts';
import { resources } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';
import { inEastAfrica } from '../dates.ts';
import { counted, countedResources, joined } from '../deletion-impact-text.ts';
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
]);

const TIME = 'hh:mm:ss a';

type Details = NonNullable<AuditRow['details']>;

/** What an import made, or what went with a deletion. */
const thingsIn = (action: AuditRow['action'], details: Details) => {
	const number = (name: string) => Number(details[name] ?? 0);
	const things = joined([...countedResources(details), ...counted(number('files'), 'file')]);
	const unlinked = counted(number('unlinkedPapers'), 'past paper');
	return [
		...(things ? [action === 'import' ? `${things}.` : `With it went ${things}.`] : []),
		...unlinked.map((papers) => `${papers} no longer about a subject.`),
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

const wordsOf = (name: string, value: Details[string]) => {
	const sentence = sentenceOf(name, String(value));
	// Ways that are none of a sign-in ask for the password once more.
	if (name === 'way') return sentence ?? 'The password was not right.';
	if (sentence) return sentence;
	const plain = typeof value === 'string' || typeof value === 'number';
	return plain && !TOLD.has(name) ? `${plainWords(name)}: ${value}.` : [];
};

/** What else there is to say of a row, in sentences. */
export const detailWords = ({ action, details }: AuditRow): string[] => {
	if (!details) return [];
	const { cause } = details;
	const used = byLink(details);
	return [
		...(typeof cause === 'string' ? [causes[cause] ?? `${plainWords(cause)}.`] : []),
		...thingsIn(action, details),
		...timesIn(details),
		...(used ? [used] : []),
		...(details.invited === true ? ['By an invitation.'] : []),
		...Object.entries(details)
			.filter(([name]) => !(used && (name === 'password' || name === 'link')))
			.flatMap(([name, value]) => wordsOf(name, value)),
	];
};

import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/audit.ts';
import { detailWords } from './detail-words.ts';

it.each([
	['delete', { topics: 1, pastpapers: 12 }, 'With it went 1 topic and 12 past papers.'],
	['delete', { unlinkedPapers: 2 }, '2 past papers no longer about a subject.'],
	['import', { courses: 1, files: 3, topics: 0 }, '1 course and 3 files.'],
	[
		'copy',
		{
			subjects: 2,
			topics: 9,
			copied_from: { kind: 'course', id: '1', name: 'Welding' },
			with: 'files',
		},
		'From Welding. With it came 2 subjects and 9 topics. With the files.',
	],
	[
		'reorder',
		{ moved: [{ id: '1', name: 'A', from: 14, to: 3 }], moved_in_all: 1, places: 41 },
		'From place 14 to 3 of 41.',
	],
	[
		'reorder',
		{
			moved: [1, 2, 3, 4, 5, 6].map((n) => ({ id: `${n}`, name: `T${n}`, from: n, to: n + 9 })),
			moved_in_all: 1_300,
			places: 2_000,
		},
		'1,300 moved: T1 from place 1 to 10, T2 from place 2 to 11, T3 from place 3 to 12, T4 from place 4 to 13, T5 from place 5 to 14 and 1,295 more.',
	],
	['export', { status: 'failed', count: 1200 }, '1,200 entries. Status: failed.'],
	['export', { count: 0 }, 'No entries.'],
	[
		'import',
		{ from: '2026-09-30T21:00:00.000Z', lines: 43 },
		'From: Oct 01, 2026 12:00 AM. Lines: 43.',
	],
	['update', { cause: 'callback', message: 7 }, 'M-Pesa reported on our request.'],
	[
		'refused',
		{ count: 40, first: '2026-11-21T05:00:00.000Z', last: '2026-11-21T05:00:39.000Z' },
		'40 times, from 08:00:00 AM to 08:00:39 AM.',
	],
	['create', null, ''],
	['create', { invited: true }, 'By an invitation.'],
	['update', { password: 'set', link: 'reset' }, 'Chose a new password by a link.'],
	['update', { link: 'reset' }, 'A link for a new password was made.'],
	[
		'update',
		{ link_ended: 'invitation', made_by: 'Otieno' },
		'The invitation link has ended, with the rights of who made it. Made by: Otieno.',
	],
	['update', { second_factor: 'generate-backup-codes' }, 'New recovery codes were made.'],
	['sign_in', { second_factor: 'verify-backup-code' }, 'With a recovery code.'],
	['sign_in_refused', { way: '/sign-in/email' }, 'Nobody has this address and password.'],
	['sign_in_refused', { way: '/two-factor/disable' }, 'The password was not right.'],
	['sign_in_refused', { way: 'constructor' }, 'The password was not right.'],
])('says of %s with %j: %s', (action, details, words) => {
	expect(detailWords({ action, details } as AuditRow).join(' ')).toBe(words);
});

import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/audit.ts';
import { detailWords } from './detail-words.ts';

it.each([
	['delete', { topics: 1, pastpapers: 12 }, 'With it went 1 topic and 12 past papers.'],
	['delete', { unlinkedPapers: 2 }, '2 past papers no longer about a subject.'],
	['import', { courses: 1, files: 3, topics: 0 }, '1 course and 3 files.'],
	['export', { status: 'failed', count: 1200 }, '1,200 entries. Status: failed.'],
	['export', { count: 0 }, 'No entries.'],
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

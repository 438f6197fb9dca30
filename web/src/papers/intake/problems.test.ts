import { expect, it } from 'vitest';
import type { IntakeRow } from '#shared/contract/papers/intake.ts';
import { classifyRow } from './problems.tsx';

const warning = { code: 'no_year', severity: 'warns', text: 'No year', field: null, ref: null };
const row = {
	...{ skipped: false, error: null, problems: [], reading: null, inside: null, paper_id: null },
	file: { type: 'application/pdf' },
} as unknown as IntakeRow;

it.each([
	['reading', { problems: [warning] }],
	['skipped', { problems: [warning], skipped: true }],
	['warns', { problems: [warning], inside: {} }],
	['stops', { problems: [warning], inside: {}, error: 'Refused' }],
	['ready', { inside: {} }],
])('counts a row once, as %s', (state, fields) => {
	expect(classifyRow({ ...row, ...fields } as IntakeRow)).toBe(state);
});

import { expect, it } from 'vitest';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { actsFor } from './acts.ts';

const line = (state: ReconciliationLine['state'], likely: boolean) =>
	({ state, suggestions: [{ likely }] }) as ReconciliationLine;

it('offers what is likely of any line, and decisions where one is needed', () => {
	expect(actsFor(line('reversed', true))).toEqual(['suggested']);
	expect(actsFor(line('reversed', false))).toEqual([]);
	expect(actsFor(line('only_statement', true)).slice(0, 2)).toEqual(['suggested', 'book']);
	expect(actsFor(line('only_books', false))[0]).toBe('attach');
});

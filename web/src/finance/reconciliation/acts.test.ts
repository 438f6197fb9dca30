import { expect, it } from 'vitest';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { listActs, sumDecided } from './acts.ts';

const line = (state: ReconciliationLine['state'], likely: boolean) =>
	({
		...{ state, suggestions: [{ likely }], linked_receipt: null },
		...{ kind: 'payment', paid_in: 1500 },
	}) as ReconciliationLine;

it('returns the likely suggestion of any line, and decisions for open lines', () => {
	expect(listActs(line('reversal_open', true))).toEqual(['suggested', 'attach', 'other']);
	expect(listActs(line('reversal_open', false))).toEqual(['attach', 'other']);
	expect(listActs({ ...line('reversed', false), linked_receipt: 'UK9PAYED01' })).toEqual([]);
	expect(listActs(line('only_statement', true)).slice(0, 2)).toEqual(['suggested', 'book']);
	expect(listActs(line('only_books', false))[0]).toBe('attach');
	expect(listActs(line('paid_out', false))).toEqual(['refund', 'other']);
	const transaction = { status: 'completed' } as ReconciliationLine['transaction'];
	expect(listActs({ ...line('matched', false), transaction })).toEqual(['adjust']);
	const second = { ...line('only_statement', true), second_line: true };
	expect(listActs(second)[0]).toBe('duplicate');
	expect(listActs(second)).not.toContain('book');
	// The server books no payment from these lines.
	for (const odd of [{ paid_in: 0.5 }, { kind: 'reversal' }])
		expect(listActs({ ...line('only_statement', false), ...odd })[0]).toBe('other');
});

it('books lines with cents, and sums the differences that a decision explains', () => {
	expect(listActs({ ...line('only_statement', false), paid_in: 702.25 })[0]).toBe('book');
	const differing = [0.5, 0.49].map((cents) => ({
		...line('amount_differs', false),
		...{ paid_in: 3400 + cents, counts: { in: 3400 + cents, books: 3400 } },
	}));
	expect(sumDecided(differing)).toBe(0.99);
	expect(sumDecided([line('only_statement', false)])).toBe(1500);
});

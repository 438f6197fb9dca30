import { beforeEach, expect, it, vi } from 'vitest';
import { ANY_POSITION, POSITION_COUNTS_MS, READ_AFTER } from '#shared/contract/read-after.ts';

const at = (position: string) => new Headers({ [READ_AFTER]: position.padStart(16, '0') });
const told = (position: string) => ({ [READ_AFTER]: position.padStart(16, '0') });
/** A tab of its own: what it has heard is not what another has, only what both store. */
const openTab = async () => {
	vi.resetModules();
	return import('./read-after.ts');
};

beforeEach(() => localStorage.clear());

it('is where nobody has written anything, to begin with', async () => {
	const { readAfter, hearPosition } = await openTab();
	expect(readAfter()).toEqual({ [READ_AFTER]: ANY_POSITION });
	hearPosition(new Headers());
	hearPosition(at('not hex at all'));
	expect(readAfter()).toEqual({ [READ_AFTER]: ANY_POSITION });
});

it('is the greatest of all answers, in whatever order they come', async () => {
	const { readAfter, hearPosition } = await openTab();
	for (const position of ['a0', 'ff', 'b7']) hearPosition(at(position));
	expect(readAfter()).toEqual(told('ff'));
	hearPosition(at('100'));
	expect(readAfter()).toEqual(told('100'));
});

it('is what was written in another tab', async () => {
	const [first, second] = [await openTab(), await openTab()];
	first.hearPosition(at('c0'));
	second.hearPosition(at('d0'));
	expect(first.readAfter()).toEqual(told('d0'));
});

it('is forgotten when every replica in use has it', async () => {
	const { readAfter, hearPosition } = await openTab();
	hearPosition(at('ff'), 0);
	expect(readAfter(POSITION_COUNTS_MS - 1)).toEqual(told('ff'));
	expect(readAfter(POSITION_COUNTS_MS + 1)).toEqual({ [READ_AFTER]: ANY_POSITION });
	hearPosition(at('1'), POSITION_COUNTS_MS + 1);
	expect(readAfter(POSITION_COUNTS_MS + 2)).toEqual(told('1'));
});

it('is kept in mind where the browser keeps nothing', async () => {
	vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
		throw new DOMException('no', 'SecurityError');
	});
	vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
		throw new DOMException('no', 'SecurityError');
	});
	const { readAfter, hearPosition } = await openTab();
	hearPosition(at('ff'));
	expect(readAfter()).toEqual(told('ff'));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rearrange } from '../../api/order.ts';
import { invertMove, moveByStep, moveNextTo, moveToPlace } from './moves.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const set = (ids: string) => new Set(ids.split(''));
const after = (move: ReturnType<typeof moveToPlace>) =>
	move ? rearrange(order, move).join('') : 'none';

describe('moves', () => {
	it.each([
		['c', -1, 'acbde'],
		['c', 1, 'abdce'],
		['a', -1, 'none'],
		['e', 1, 'none'],
		['d', 1, 'abced'],
		['bc', -1, 'bcade'],
		['bc', 1, 'adbce'],
		['bd', -1, 'bdace'],
		['bd', 1, 'acebd'],
		['ac', -1, 'acbde'],
		['ce', 1, 'abdce'],
		['ab', -1, 'none'],
	] as const)('moveByStep moves %s by %d to %s', (ids, by, expected) => {
		expect(after(moveByStep(order, set(ids), by))).toBe(expected);
	});

	it.each([
		['d', 1, 'dabce'],
		['a', 5, 'bcdea'],
		['a', 99, 'bcdea'],
		['a', 3, 'bcade'],
		['e', 0, 'eabcd'],
		['ad', 2, 'badce'],
		['c', 3, 'none'],
		['bc', 2, 'none'],
	] as const)('moveToPlace moves %s to place %d: %s', (ids, place, expected) => {
		expect(after(moveToPlace(order, set(ids), place))).toBe(expected);
	});

	it.each([
		['e', 'b', 'before', 'aebcd'],
		['a', 'd', 'after', 'bcdae'],
		['a', 'e', 'after', 'bcdea'],
		['ae', 'c', 'before', 'baecd'],
		['a', 'b', 'before', 'none'],
		['ab', 'b', 'after', 'none'],
		['a', 'z', 'after', 'none'],
	] as const)('moveNextTo moves %s next to %s (%s): %s', (ids, target, side, expected) => {
		expect(after(moveNextTo(order, set(ids), target, side))).toBe(expected);
	});

	it('invertMove undoes any move', () => {
		const list = Array.from({ length: 2_500 }, (_, n) => `${n}`);
		const some = fc.uniqueArray(fc.constantFrom(...list), { minLength: 1, maxLength: 30 });
		fc.assert(
			fc.property(some, fc.integer({ min: 1, max: 2_500 }), (ids, place) => {
				const moved = new Set(ids);
				const move = moveToPlace(list, moved, place);
				if (!move) return;
				let now = rearrange(list, move);
				for (const call of invertMove(list, moved)) now = rearrange(now, call);
				expect(now).toEqual(list);
			}),
			{ numRuns: 60 },
		);
	});
});

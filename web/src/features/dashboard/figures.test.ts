import { describe, expect, it } from 'vitest';
import { average, change, duration, percent } from './figures.ts';

describe('dashboard figures', () => {
	it('match the specification for its sample data', () => {
		expect([487, 14, 31].map((part) => percent(part, 532))).toEqual(['91.5%', '2.6%', '5.8%']);
		expect(average(1_245_000, 532)).toBe(2340);
		expect(change(52, 48)).toBe('+8.3%');
		expect(change(165_000, 152_000)).toBe('+8.6%');
	});

	it('are 0 without payments', () => {
		expect(percent(0, 0)).toBe('0.0%');
		expect(average(0, 0)).toBe(0);
	});

	it("show 'new' for a change from 0", () => {
		expect(change(5, 0)).toBe('new');
		expect(change(0, 0)).toBe('new');
	});

	it('show a factor from ten times as much', () => {
		expect(change(9_999, 1_000)).toBe('+899.9%');
		expect(change(10_000, 1_000)).toBe('×10');
		expect(change(6_581_933, 1_000)).toBe('×6,582');
		expect(change(1, 1_000)).toBe('-99.9%');
	});

	it('show the sign of a change', () => {
		expect(change(48, 52)).toBe('-7.7%');
		expect(change(0, 10)).toBe('-100.0%');
		expect(change(10, 10)).toBe('0.0%');
		expect(change(99_999, 100_000)).toBe('0.0%');
		expect(change(100_001, 100_000)).toBe('0.0%');
	});

	it('show a duration in the largest whole unit', () => {
		expect(duration(59_999)).toBe('moments');
		expect(duration(60_000)).toBe('1 minute');
		expect(duration(2 * 3_600_000)).toBe('2 hours');
		expect(duration(47 * 3_600_000)).toBe('1 day');
		expect(duration(-5)).toBe('moments');
	});
});

import { describe, expect, it } from 'vitest';
import { calculateAverage, formatChange, formatDuration, formatPercent } from './figures.ts';

describe('dashboard figures', () => {
	it('match the specification for its sample data', () => {
		expect([487, 14, 31].map((part) => formatPercent(part, 532))).toEqual([
			'91.5%',
			'2.6%',
			'5.8%',
		]);
		expect(calculateAverage(1_245_000, 532)).toBe(2340);
		expect(formatChange(52, 48)).toBe('+8.3%');
		expect(formatChange(165_000, 152_000)).toBe('+8.6%');
	});

	it('are 0 without payments', () => {
		expect(formatPercent(0, 0)).toBe('0.0%');
		expect(calculateAverage(0, 0)).toBe(0);
	});

	it("show 'new' for a change from 0", () => {
		expect(formatChange(5, 0)).toBe('new');
		expect(formatChange(0, 0)).toBe('new');
	});

	it('show a factor from ten times as much', () => {
		expect(formatChange(9_999, 1_000)).toBe('+899.9%');
		expect(formatChange(10_000, 1_000)).toBe('×10');
		expect(formatChange(6_581_933, 1_000)).toBe('×6,582');
		expect(formatChange(1, 1_000)).toBe('-99.9%');
	});

	it('show the sign of a change', () => {
		expect(formatChange(48, 52)).toBe('-7.7%');
		expect(formatChange(0, 10)).toBe('-100.0%');
		expect(formatChange(10, 10)).toBe('0.0%');
		expect(formatChange(99_999, 100_000)).toBe('0.0%');
		expect(formatChange(100_001, 100_000)).toBe('0.0%');
	});

	it('show a duration in the largest whole unit', () => {
		expect(formatDuration(59_999)).toBe('moments');
		expect(formatDuration(60_000)).toBe('1 minute');
		expect(formatDuration(2 * 3_600_000)).toBe('2 hours');
		expect(formatDuration(47 * 3_600_000)).toBe('1 day');
		expect(formatDuration(-5)).toBe('moments');
	});
});

import { describe, expect, it } from 'vitest';
import { createGrid, FILE, PROBLEMS } from './grid-state.ts';

const grown = () => {
	const grid = createGrid();
	grid.show(['a', 'b', 'c']);
	return grid;
};

describe('the grid', () => {
	it('begins in the first cell and goes no further than its edges', () => {
		const grid = grown();
		expect(grid.active()).toEqual({ row: 'a', col: FILE });
		grid.step(-1, -1);
		expect(grid.active()).toEqual({ row: 'a', col: FILE });
		grid.step(9, 99);
		expect(grid.active()).toEqual({ row: 'c', col: PROBLEMS });
	});

	it('selects from where one was, in both directions', () => {
		const grid = grown();
		grid.go({ row: 'b', col: 3 });
		grid.step(-1, 2, true);
		expect(grid.range()).toEqual({ rows: ['a', 'b'], cols: [3, 5] });
		grid.step(2, -4, true);
		expect(grid.range()).toEqual({ rows: ['b', 'c'], cols: [1, 3] });
		grid.step(0, 1);
		expect(grid.range()).toEqual({ rows: ['c'], cols: [2, 2] });
	});

	it('selects whole rows and all, and leaves them', () => {
		const grid = grown();
		grid.go({ row: 'b', col: 3 });
		grid.select('rows');
		expect(grid.range()).toEqual({ rows: ['b'], cols: [FILE, PROBLEMS] });
		grid.select('all');
		expect(grid.range()).toEqual({ rows: ['a', 'b', 'c'], cols: [FILE, PROBLEMS] });
		expect(grid.leave()).toBe(true);
		expect(grid.leave()).toBe(false);
		expect(grid.range()).toEqual({ rows: ['b'], cols: [3, 3] });
	});

	it('is in the next row where the row goes away, and in the last at the end', () => {
		const grid = grown();
		grid.go({ row: 'b', col: 3 });
		grid.show(['a', 'c']);
		expect(grid.active()).toEqual({ row: 'c', col: 3 });
		grid.show(['a']);
		expect(grid.active()).toEqual({ row: 'a', col: 3 });
		grid.show([]);
		expect(grid.active()).toBeUndefined();
		expect(grid.range().rows).toEqual([]);
	});

	it('draws a row anew only where something of it changes', () => {
		const grid = grown();
		const drawn = () => ['a', 'b', 'c'].map(grid.drawn);
		const before = drawn();
		grid.step(1, 0);
		const after = drawn();
		expect(after.map((text, index) => text === before[index])).toEqual([false, false, true]);
	});
});

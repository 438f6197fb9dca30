import { besideRow } from './moves.ts';
import classes from './order.module.css';
import type { Ordering } from './ordering.ts';

/** Beside which row what is dragged would come to stand. */
interface Aim {
	row: HTMLElement;
	side: 'before' | 'after';
	/** Rows stand beside each other, and not below. */
	across: boolean;
}

const rowsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-row]')];

/** How far a point lies outside of a row. */
const distance = (row: HTMLElement, x: number, y: number) => {
	const { left, right, top, bottom } = row.getBoundingClientRect();
	return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
};

const aimAt = (box: HTMLElement, x: number, y: number): Aim | undefined => {
	const rows = rowsIn(box);
	const hit = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]');
	const row =
		hit && box.contains(hit)
			? hit
			: rows.toSorted((a, b) => distance(a, x, y) - distance(b, x, y))[0];
	if (!row) return undefined;
	const { left, top, width, height } = row.getBoundingClientRect();
	const across = rows.some(
		(other) => other !== row && Math.abs(other.getBoundingClientRect().top - top) < 1,
	);
	const isFirstHalf = across ? x < left + width / 2 : y < top + height / 2;
	return { row, across, side: isFirstHalf ? 'before' : 'after' };
};

const THICK_PX = 3;

/** In the middle of the gap between cards, on the line between rows of a table. */
const drawLine = (line: HTMLElement, { row, side, across }: Aim) => {
	const { left, top, width, height, right, bottom } = row.getBoundingClientRect();
	const gap = row.tagName === 'TR' ? 0 : across ? 8 : 6;
	const edge = side === 'before' ? (across ? left : top) - gap : (across ? right : bottom) + gap;
	const at = `${edge - THICK_PX / 2}px`;
	Object.assign(
		line.style,
		across
			? { left: at, top: `${top}px`, width: `${THICK_PX}px`, height: `${height}px` }
			: { left: `${left}px`, top: at, width: `${width}px`, height: `${THICK_PX}px` },
	);
};

/** What follows the pointer: what is dragged, in words. */
export const chipOf = (id: string, { rows, chosen }: Ordering) => {
	const { size } = chosen(id);
	const chip = document.createElement('div');
	chip.className = classes.chip ?? '';
	const name = rows(id).find((row) => row.id === id)?.name ?? '';
	chip.textContent = size === 1 ? name : `${name} and ${size - 1} more`;
	return chip;
};

/**
 * Lifts a row, and what is selected with it, out of its list: a line shows where it would come to stand. `end` puts
 * it there, or not.
 */
export const lift = (id: string, grip: HTMLElement, ordering: Ordering) => {
	// The rows of its own list: of cards in groups those of its group.
	const box = grip.closest<HTMLElement>('[data-row]')?.parentElement ?? document.body;
	const moved = ordering.chosen(id);
	const lifted = rowsIn(box).filter(({ dataset }) => moved.has(dataset.row ?? ''));
	for (const row of lifted) row.dataset.lifted = '';
	const line = document.createElement('div');
	line.className = classes.line ?? '';
	line.dataset.dropLine = '';
	document.body.append(line);
	let aim: Aim | undefined;
	return {
		at: (x: number, y: number) => {
			aim = aimAt(box, x, y);
			if (aim) drawLine(line, aim);
		},
		end: (drops: boolean) => {
			line.remove();
			for (const row of lifted) delete row.dataset.lifted;
			const target = aim?.row.dataset.row;
			const side = aim?.side;
			if (drops && target && side && !moved.has(target))
				ordering.move(id, (order, all) => besideRow(order, all, target, side));
		},
	};
};

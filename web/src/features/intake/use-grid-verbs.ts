import { type ClipboardEvent, useMemo, useRef } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { numberOf } from '#shared/grouped.ts';
import { asText, clear, fillDown, paste, set } from './cell-changes.ts';
import { columns, type Names } from './columns.ts';
import type { Corrections } from './corrections.ts';
import type { SaveCell } from './grid-row.tsx';
import { type Cell, FILE, type Grid, PROBLEMS } from './grid-state.ts';
import { problemsOf } from './problems.ts';

/** The rows of a grid, and what is done with them. */
export interface GridRows {
	/** Those on screen. */
	rows: readonly IntakeRow[];
	names: Names;
	grid: Grid;
	corrections: Corrections;
	/** Always the same function, or all rows are drawn anew. */
	onPreview: (row: IntakeRow) => void;
	/** Says what was done to those who do not see it. */
	say: (words: string) => void;
}

/** Whether a key or the clipboard is for what is typed. */
export const isTyping = ({ target }: { target: EventTarget }) =>
	(target as Element).matches('input');

/** What the keys and the clipboard do with the cells that are selected. */
export const useGridVerbs = (props: GridRows) => {
	const now = useRef(props);
	now.current = props;
	return useMemo(() => {
		const rowOf = (id: string | undefined) => now.current.rows.find((row) => row.id === id);
		const area = () => {
			const { rows, cols } = now.current.grid.range();
			const selected = new Set(rows);
			return { rows: now.current.rows.filter(({ id }) => selected.has(id)), cols };
		};
		/** Leads from the problems of a row to the cell that mends the first. */
		const goToProblem = (row: IntakeRow) => {
			const field = problemsOf(row).find((problem) => problem.field !== null)?.field;
			const col = columns.findIndex((column) => column.field === field) + 1;
			if (col > 0) now.current.grid.go({ row: row.id, col });
			now.current.grid.focus();
		};
		const edit = (cell: Cell, typed?: string) => {
			const { grid } = now.current;
			// Keys that come while the input is on its way.
			const before = typed ? (grid.editing()?.typed ?? '') : '';
			grid.edit(cell, typed && before + typed);
		};
		const enter = (typed?: string) => {
			const cell = now.current.grid.active();
			const row = rowOf(cell?.row);
			if (!cell || !row) return;
			if (cell.col === PROBLEMS) goToProblem(row);
			else if (cell.col !== FILE) edit(cell, typed);
			else if (row.file.type === 'application/pdf') now.current.onPreview(row);
		};
		return {
			enter,
			area,
			clear: () => now.current.corrections.correct(clear(area())),
			fillDown: () => {
				const { rows, corrections, say } = now.current;
				const { rows: targets, cols } = area();
				const [first] = targets;
				const above = first && rows[rows.indexOf(first) - 1];
				const source = targets.length > 1 ? first : above;
				if (!source) return;
				const filled = fillDown(source, { rows: targets, cols });
				corrections.correct(filled);
				say(`Filled ${numberOf(filled.flatMap(({ ids }) => ids).length, 'row')}`);
			},
			undo: () => {
				const { corrections, say } = now.current;
				say(corrections.undo() ? 'Undone' : 'Nothing to undo');
			},
			copy: (event: ClipboardEvent) => {
				if (isTyping(event)) return;
				event.preventDefault();
				event.clipboardData.setData('text/plain', asText(area(), now.current.names));
				now.current.say('Copied');
			},
			paste: (event: ClipboardEvent) => {
				if (isTyping(event)) return;
				event.preventDefault();
				const { rows, names, corrections, say } = now.current;
				const into = area();
				const [first] = into.rows;
				if (!first) return;
				const below = rows.slice(rows.indexOf(first));
				const text = event.clipboardData.getData('text/plain');
				const { corrections: pasted, refused, wrong } = paste(text, into, below, names);
				corrections.correct(pasted);
				const count = numberOf(pasted.flatMap(({ ids }) => ids).length, 'row');
				say(
					refused > 0
						? `Pasted into ${count}, ${refused} left out: ${wrong}`
						: `Pasted into ${count}`,
				);
			},
			save: ((row, col, value, step, all) => {
				const { grid, corrections } = now.current;
				const field = columns[col - 1]?.field;
				if (value !== undefined && field !== undefined)
					corrections.correct(
						set(all ? area().rows : [row], { [field]: value }, row.values.course_id),
					);
				grid.endEdit();
				const [down, right] = step;
				if (all) grid.focus();
				else if (down !== 0 || right !== 0) {
					grid.go({ row: row.id, col });
					grid.step(down, right);
				}
			}) satisfies SaveCell,
		};
	}, []);
};

import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
	type CSSProperties,
	type DragEvent,
	type FocusEvent,
	type KeyboardEvent,
	type MouseEvent,
	memo,
	useRef,
	useState,
} from 'react';
import { seriesWords } from '#shared/contract/content/exam-sets.ts';
import {
	type Coverage,
	type CoverageCell,
	type CoverageColumn,
	type CoverageState,
	formatColumn,
} from '#shared/contract/papers/coverage.ts';
import { NONE } from '#shared/contract/platform/lists.ts';
import { useMayEdit } from '../../platform/ui/page/for-editors.tsx';
import classes from './coverage.module.css';
import { NO_SUBJECT, stateWords } from './words.ts';

/** SVG path of each state's icon in a 16 × 16 box. Shapes differ, so that no state depends on colour or print. */
const strokes: Readonly<Record<CoverageState, string>> = {
	published: 'M2.5 8.5 6 12l7.5-8',
	draft: 'M10.8 2.4l2.8 2.8-7.9 7.9-3.4.6.6-3.4z',
	no_file: 'M3.5 1.8h6l3 3v9.4h-9zM6 7l4 4.5M10 7l-4 4.5',
	missing: 'M4 8h8',
	not_held: 'M4 4l8 8M12 4l-8 8',
};

const buildSymbolId = (state: CoverageState) => `coverage-${state}`;

/** Renders the icons as SVG symbols once; every cell refers to them with `<use>`. */
export const StateIconSymbols = () => (
	<svg className="unseen" aria-hidden>
		{Object.entries(strokes).map(([state, d]) => (
			<symbol key={state} id={buildSymbolId(state as CoverageState)} viewBox="0 0 16 16">
				<path
					d={d}
					fill="none"
					stroke="currentColor"
					strokeWidth={1.8}
					strokeLinecap="round"
					strokeLinejoin="round"
				/>
			</symbol>
		))}
	</svg>
);

export const StateIcon = ({ state }: { state: CoverageState }) => (
	<svg width={14} height={14} aria-hidden>
		<use href={`#${buildSymbolId(state)}`} />
	</svg>
);

/** A cell of the grid with its subject and column. */
export interface GridCell {
	subject: { id: string; name: string } | null;
	column: CoverageColumn;
	cell: CoverageCell;
}

/** Returns the link of a cell: to its paper, or to the list of its papers. */
const buildCellLink = (courseId: string, { subject, column, cell }: GridCell) => {
	const [paper, ...more] = cell.papers;
	if (paper === undefined) return undefined;
	if (more.length === 0) return `/admin/pastpapers/${paper}`;
	const search = new URLSearchParams({
		course_id: courseId,
		year: String(column.year),
		series: column.series ?? NONE,
		kind: 'paper',
		subject_id: subject?.id ?? NONE,
	});
	return `/admin/pastpapers?${search}`;
};

interface CellProps extends GridCell {
	courseId: string;
	/** Whether the person may edit: cells without a paper then open a dialog. */
	mayEdit: boolean;
}

const Cell = memo((props: CellProps) => {
	const { subject, column, cell, courseId, mayEdit } = props;
	const { state, papers } = cell;
	if (!state)
		return (
			<span className={classes.cell} tabIndex={-1} data-cell>
				<VisuallyHidden>Nothing</VisuallyHidden>
			</span>
		);
	const href = buildCellLink(courseId, props);
	const more = papers.length > 1 ? `, ${papers.length} papers` : '';
	const name = subject?.name ?? NO_SUBJECT;
	const shared = {
		className: classes.cell,
		tabIndex: -1,
		'data-cell': true,
		'data-state': state,
		title: stateWords[state],
		children: (
			<>
				<StateIcon state={state} />
				<span className={state === 'missing' ? 'unseen' : undefined}>
					{stateWords[state]}
					{papers.length > 1 && <small> ×{papers.length}</small>}
				</span>
			</>
		),
	};
	const label = `${stateWords[state]}${more}: ${name}, ${formatColumn(column)}`;
	// Buttons are <a> elements too, so that focus stays on the same element when the cell gets a paper.
	if (href) return <a {...shared} href={href} aria-label={label} />;
	// biome-ignore lint/a11y: see above; the grid handles Enter and Space
	if (state === 'not_held' || mayEdit) return <a {...shared} role="button" aria-label={label} />;
	return <span {...shared} />;
});

const STEPS: Readonly<Record<string, readonly [down: number, across: number]>> = {
	ArrowDown: [1, 0],
	ArrowUp: [-1, 0],
	ArrowRight: [0, 1],
	ArrowLeft: [0, -1],
	Home: [0, Number.NEGATIVE_INFINITY],
	End: [0, Number.POSITIVE_INFINITY],
	PageDown: [Number.POSITIVE_INFINITY, 0],
	PageUp: [Number.NEGATIVE_INFINITY, 0],
};

const clampIndex = (index: number, length: number) => Math.max(0, Math.min(length - 1, index));

/** Returns handlers for a roving tabindex: arrow keys move between cells, Tab enters the last focused cell. */
const useArrowKeys = () => {
	const entry = useRef<HTMLElement>(null);
	const enter = (cell: HTMLElement | null) => {
		if (!cell || cell === entry.current) return;
		if (entry.current) entry.current.tabIndex = -1;
		cell.tabIndex = 0;
		entry.current = cell;
	};
	const table = (element: HTMLTableElement | null) => {
		if (element && !entry.current?.isConnected) enter(element.querySelector('[data-cell]'));
	};
	const onFocus = ({ target }: FocusEvent) => enter(target.closest('[data-cell]'));
	const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
		const target = event.target as HTMLElement;
		if (target.role === 'button' && (event.key === 'Enter' || event.key === ' ')) {
			event.preventDefault();
			target.click();
			return;
		}
		const step = STEPS[event.key];
		const td = target.closest('td');
		const row = td?.parentElement as HTMLTableRowElement | undefined;
		const body = row?.parentElement as HTMLTableSectionElement | undefined;
		if (!step || !td || !row || !body || event.altKey || event.metaKey) return;
		event.preventDefault();
		const to = body.rows[clampIndex(row.sectionRowIndex + step[0], body.rows.length)];
		const across = clampIndex(td.cellIndex - 1 + step[1], row.cells.length - 2) + 1;
		to?.cells[across]?.querySelector<HTMLElement>('[data-cell]')?.focus();
	};
	return { ref: table, onFocus, onKeyDown };
};

interface CoverageGridProps {
	courseId: string;
	label: string;
	coverage: Coverage;
	/** Called on a click, or when a file is dropped on a cell without a paper. */
	onOpen: (target: GridCell, file?: File) => void;
}

/** Renders the coverage grid: subjects as rows, years and series as columns. */
export const CoverageGrid = ({ courseId, label, coverage, onOpen }: CoverageGridProps) => {
	const mayEdit = useMayEdit();
	const navigate = useNavigate();
	const arrows = useArrowKeys();
	const [over, setOver] = useState<Element>();
	const { columns, rows } = coverage;

	const gridCellOf = (target: EventTarget): GridCell | undefined => {
		const td = (target as Element).closest('td');
		const row = td && rows[(td.parentElement as HTMLTableRowElement).sectionRowIndex];
		const column = td && columns[td.cellIndex - 1];
		const cell = td && row?.cells[td.cellIndex - 1];
		return row && column && cell ? { subject: row.subject, column, cell } : undefined;
	};
	const onClick = (event: MouseEvent) => {
		const pressed = (event.target as Element).closest<HTMLAnchorElement>('a[data-cell]');
		const target = pressed && gridCellOf(pressed);
		if (!target) return;
		if (!pressed.hasAttribute('href')) return onOpen(target);
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		void navigate({ to: pressed.getAttribute('href') as string });
	};
	/** Returns the cell under the pointer if it accepts a dropped file. */
	const dropTarget = (event: DragEvent) => {
		const target = mayEdit ? gridCellOf(event.target) : undefined;
		return target?.cell.state === 'missing' ? target : undefined;
	};
	const mark = (next: Element | undefined) => {
		if (next === over) return;
		over?.removeAttribute('data-over');
		next?.setAttribute('data-over', '');
		setOver(next);
	};
	const formatSum = (cells: readonly CoverageCell[]) => {
		const held = cells.filter(({ state }) => state !== null && state !== 'not_held');
		return `${held.filter(({ state }) => state !== 'missing').length} of ${held.length}`;
	};
	return (
		<div className={`boxed ${classes.frame}`}>
			<table
				className={classes.grid}
				style={{ '--columns': columns.length } as CSSProperties}
				// biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys go from cell to cell
				role="grid"
				aria-label={label}
				ref={arrows.ref}
				onFocus={arrows.onFocus}
				onKeyDown={arrows.onKeyDown}
				onClick={onClick}
				onDragOver={(event) => {
					const target = dropTarget(event);
					if (target) event.preventDefault();
					mark(target ? ((event.target as Element).closest('td') ?? undefined) : undefined);
				}}
				onDragLeave={() => mark(undefined)}
				onDrop={(event) => {
					mark(undefined);
					const target = dropTarget(event);
					const file = event.dataTransfer.files[0];
					if (!target || !file) return;
					event.preventDefault();
					onOpen(target, file);
				}}
			>
				<thead>
					<tr>
						<th scope="col">Subject</th>
						{columns.map((column) => (
							<th key={formatColumn(column)} scope="col">
								{column.series && <span>{seriesWords[column.series]}</span>} {column.year}
							</th>
						))}
						<th scope="col">Papers</th>
					</tr>
				</thead>
				<tbody>
					{rows.map(({ subject, cells }) => (
						<tr key={subject?.id ?? ''}>
							<th scope="row">{subject?.name ?? NO_SUBJECT}</th>
							{cells.map((cell, index) => {
								const column = columns[index] as CoverageColumn;
								return (
									<td key={formatColumn(column)}>
										<Cell {...{ courseId, mayEdit, subject, column, cell }} />
									</td>
								);
							})}
							<td className={classes.sum}>{formatSum(cells)}</td>
						</tr>
					))}
				</tbody>
				<tfoot>
					<tr>
						<th scope="row">Papers</th>
						{columns.map((column, index) => (
							<td key={formatColumn(column)} className={classes.sum}>
								{formatSum(rows.flatMap(({ cells }) => cells[index] ?? []))}
							</td>
						))}
						<td className={classes.sum}>{formatSum(rows.flatMap(({ cells }) => cells))}</td>
					</tr>
				</tfoot>
			</table>
		</div>
	);
};

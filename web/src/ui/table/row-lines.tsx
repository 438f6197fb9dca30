import { type ReactNode, useCallback } from 'react';
import { highlightSaved } from '../highlight-saved.ts';
import { OneRow } from '../one-row.tsx';
import classes from './lines.module.css';
import { LEAST_ROW_PX, type RowParts, useRowsInTurn } from './shape.ts';

interface RowLinesProps<Row> extends Pick<RowParts<Row>, 'current' | 'isBusy'> {
	rows: readonly Row[];
	label: string;
	/** Always the same function, or all rows are drawn anew. */
	lines: (row: Row) => ReactNode;
}

/** A list on a narrow screen whose rows say themselves what their two lines are, in its own order. */
export const RowLines = <Row extends { id: string }>(props: RowLinesProps<Row>) => {
	const { label, lines, current, isBusy } = props;
	const draw = useCallback(
		(row: Row, busy: boolean) => (
			<li
				ref={highlightSaved(row.id)}
				className={classes.lines}
				data-row={row.id}
				aria-busy={busy || undefined}
				aria-current={row.id === current || undefined}
			>
				{lines(row)}
			</li>
		),
		[lines, current],
	);
	return (
		<ul className={classes.rows} aria-label={label}>
			{useRowsInTurn(props.rows, LEAST_ROW_PX).map((row) => (
				<OneRow key={row.id} row={row} item={row} busy={isBusy?.(row) ?? false} draw={draw} />
			))}
		</ul>
	);
};

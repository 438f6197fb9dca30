import { memo, type ReactNode } from 'react';
import { RowBusy } from './row-busy.tsx';

interface OneRowProps<Row> {
	row: Row;
	/** What the row shows: while this is the same, so is the row. */
	item: unknown;
	busy: boolean;
	/** Has to stay the same function, or all rows are drawn anew. */
	draw: (row: Row, busy: boolean) => ReactNode;
}

const Drawn = <Row,>({ row, busy, draw }: OneRowProps<Row>) => (
	<RowBusy busy={busy}>{draw(row, busy)}</RowBusy>
);

const isSame = <Row,>(a: OneRowProps<Row>, b: OneRowProps<Row>) =>
	a.item === b.item && a.busy === b.busy && a.draw === b.draw;

/** One row or card of a list, which is drawn anew only when itself has changed: a switch in a long list costs one row. */
export const OneRow = memo(Drawn, isSame) as typeof Drawn;

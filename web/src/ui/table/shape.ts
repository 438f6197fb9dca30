import { useMediaQuery } from '@mantine/hooks';
import type { ReactTable, Row as TableRow } from '@tanstack/react-table';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { features } from './columns.ts';

/** What a phone's two lines have no room for. */
export const OnlyWide = ({ children }: { children: ReactNode }) => (useWide() ? children : null);

/** From here on a table has room to be one. */
const WIDE = '(min-width: 48em)';

/** Whether the window has that room now. */
export const useWide = () => useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });

/** What a screen says about the rows of a table beside its columns. */
export interface RowParts<Row> {
	/**
	 * What can be done with a row, as buttons; the table adds the column for it. While this stays the same function,
	 * a row is drawn anew only when it has changed.
	 */
	actions?: ((row: Row) => ReactNode) | undefined;
	/** A change of the row is under way. */
	isBusy?: ((row: Row) => boolean) | undefined;
	/** The row that is open beside the list. */
	current?: string | undefined;
	/**
	 * What a row is on a narrow screen where it is short enough for two lines, instead of a card; always the same
	 * function. They stand in the list's own order.
	 */
	lines?: ((row: Row) => ReactNode) | undefined;
}

/** What both shapes of a table show. */
export interface ShapeProps<Row extends { id: string }> extends RowParts<Row> {
	// biome-ignore lint/suspicious/noExplicitAny: which state was selected does not matter here
	table: ReactTable<typeof features, Row, any>;
	/** Those of its rows that are shown. */
	rows: readonly TableRow<typeof features, Row>[];
	label: string;
}

/** What a row of two lines takes on a narrow screen. */
export const LEAST_ROW_PX = 60;

/** So many are shown first at least: about what a phone's screen holds. */
const FIRST = 10;

/** Whether this page has shown a table before. */
let shown = false;

/**
 * The rows to show. The first table after the page was opened shows those in sight at once and the
 * others right after they are painted: a slow phone takes as long for the rows below its screen as for
 * all it shows. A later one shows all, because a way back leads to where one was in it. A row is at least
 * `leastPx` high: with fewer than the window has room for, what stands below them would move.
 */
export const useRowsInTurn = <Row>(rows: readonly Row[], leastPx: number): readonly Row[] => {
	const [atOnce] = useState(shown);
	const [first] = useState(() => Math.max(FIRST, Math.ceil(window.innerHeight / leastPx)));
	useEffect(() => {
		shown = true;
	}, []);
	return useDeferredValue(true, atOnce) ? rows : rows.slice(0, first);
};

import type { ReactTable } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { features } from './columns.ts';

/** What a screen says about the rows of a table beside its columns. */
export interface RowParts<Row> {
	/** What can be done with a row, as buttons; the table adds the column for it. */
	actions?: ((row: Row) => ReactNode) | undefined;
	/** A change of the row is under way. */
	isBusy?: ((row: Row) => boolean) | undefined;
}

/** What both shapes of a table show. */
export interface ShapeProps<Row extends { id: string }> extends RowParts<Row> {
	// biome-ignore lint/suspicious/noExplicitAny: which state was selected does not matter here
	table: ReactTable<typeof features, Row, any>;
	label: string;
}

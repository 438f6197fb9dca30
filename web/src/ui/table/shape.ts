import type { ReactTable } from '@tanstack/react-table';
import type { features } from './columns.ts';
import type { DataTableProps } from './data-table.tsx';

/** What both shapes of a table show. */
export interface ShapeProps<Row extends { id: string }> {
	// biome-ignore lint/suspicious/noExplicitAny: which state was selected does not matter here
	table: ReactTable<typeof features, Row, any>;
	label: string;
	actions: DataTableProps<Row>['actions'];
	isBusy: DataTableProps<Row>['isBusy'];
}

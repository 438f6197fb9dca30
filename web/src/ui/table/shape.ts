import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Column } from './columns.ts';
import type { Sorting } from './sort.ts';

/** What a phone's two lines have no room for. */
export const OnlyWide = ({ children }: { children: ReactNode }) => (useWide() ? children : null);

/** From here on a table has room to be one. */
const WIDE = '(min-width: 48em)';

/** Whether the window has that room now. */
export const useWide = () => useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });

/** What both shapes of a table show; as `DataTable` has it. */
export interface ShapeProps<Row> {
	label: string;
	columns: readonly Column<Row>[];
	/** Those that are shown, in their order. */
	rows: readonly Row[];
	sorting: Sorting;
	/** The widths of its columns do not go by what its rows hold. */
	fixed: boolean;
	actions: ((row: Row) => ReactNode) | undefined;
	isBusy: ((row: Row) => boolean) | undefined;
	current: string | undefined;
	lines: ((row: Row) => ReactNode) | undefined;
}

import { Button, VisuallyHidden } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { grouped } from '#shared/grouped.ts';
import { recentlySaved } from '../../api/recently-saved.ts';
import { Empty } from '../empty.tsx';
import { useListState } from '../list-state.ts';
import { SearchField } from './filter-bar.tsx';
import { matching } from './matching.ts';

const FEW = 20;

interface ListSearchProps {
	/** 'topics'. */
	noun: string;
	/** All there are; undefined while they are on their way. */
	rows: readonly unknown[] | undefined;
	/** As many as need no search: by default as many as are seen at a glance. */
	few?: number | undefined;
}

/** The search of a list that comes whole, where there is enough to search in. */
export const ListSearch = ({ noun, rows = [], few = FEW }: ListSearchProps) => {
	const [{ search }] = useListState();
	return rows.length > few || search ? <SearchField label={`Search ${noun}`} /> : null;
};

interface FoundRowsProps<Row> {
	noun: string;
	rows: readonly Row[];
	/** The list of those that were found: at least one. */
	children: (found: Row[]) => ReactNode;
}

/** Those of a list that comes whole whose names contain what the address searches for, as the server would find them. */
export const FoundRows = <Row extends { id: string; name: string }>(props: FoundRowsProps<Row>) => {
	const { noun, rows, children } = props;
	const [{ search = '' }, change] = useListState();
	const found = useMemo(() => matching(rows, search), [rows, search]);
	useEffect(() => {
		const saved = recentlySaved();
		// What was just made or renamed is to be seen, also when it is not what was searched for.
		if (rows.length > found.length && saved && rows.some(({ id }) => id === saved))
			if (!found.some(({ id }) => id === saved)) change({ search: undefined });
	});
	return (
		<>
			<VisuallyHidden role="status">
				{search && `${grouped(found.length)} of ${grouped(rows.length)} ${noun}`}
			</VisuallyHidden>
			{found.length > 0 ? (
				children(found)
			) : (
				<Empty
					icon={IconFilterOff}
					title={`No ${noun} match`}
					text="Try another search."
					action={
						<Button variant="default" onClick={() => change({ search: undefined })}>
							Show all {noun}
						</Button>
					}
				/>
			)}
		</>
	);
};

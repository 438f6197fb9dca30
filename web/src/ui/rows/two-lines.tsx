import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { Skeleton } from '../loading/skeleton.tsx';
import { useOrdering } from '../order/ordering.ts';
import { SelectBox } from '../select/select-box.tsx';
import { rowProps } from './one-row.tsx';
import { useRowBusy } from './row-busy.tsx';
import classes from './two-lines.module.css';

/** The look of a list of them. */
export const lines = classes.list;

interface TwoLinesProps {
	row: Named;
	/** Its name, which leads to it. */
	name: ReactNode;
	/** What departs from the ordinary, and a few values that speak for themselves. */
	caption: ReactNode;
	/** Its ⋯. */
	more?: ReactNode;
}

/** Renders a row of a list on a phone: its name, a line about it, and its actions behind a ⋯. */
export const TwoLines = ({ row, name, caption, more }: TwoLinesProps) => {
	const Handle = useOrdering()?.Handle;
	return (
		<li {...rowProps(row.id, useRowBusy())} className={classes.row}>
			<SelectBox row={row} />
			{Handle && <Handle row={row} />}
			<div className={classes.words}>
				<h2 className={classes.name}>{name}</h2>
				<div className={classes.caption}>{caption}</div>
			</div>
			<Box miw={8} flex="none">
				{more}
			</Box>
		</li>
	);
};

/** The shape of a list of them that is on its way; above it the choice of their order where it `sorts`. */
export const LinesSkeleton = ({ rows = 8, sorts = false }: { rows?: number; sorts?: boolean }) => (
	<div className={`${classes.list} ${sorts ? classes.sorts : ''}`}>
		{Array.from({ length: rows }, (_, index) => (
			<div key={index} className={`${classes.row} ${classes.waiting}`}>
				<Skeleton height={14} width="60%" />
				<Skeleton height={10} width="85%" />
			</div>
		))}
	</div>
);

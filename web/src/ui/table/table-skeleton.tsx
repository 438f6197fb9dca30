import { Skeleton } from '@mantine/core';
import classes from './table.module.css';

/** The shape of a table that is on its way. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
	<div className={`${classes.frame} ${classes.skeleton}`}>
		{Array.from({ length: rows }, (_, index) => (
			<div key={index} className={classes.skeletonRow}>
				<Skeleton h={14} w="32%" />
				<Skeleton h={14} w="14%" />
				<Skeleton h={14} w="18%" />
				<Skeleton h={14} w="12%" />
			</div>
		))}
	</div>
);

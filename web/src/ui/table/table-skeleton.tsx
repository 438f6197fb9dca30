import { Skeleton } from '../skeleton.tsx';
import classes from './table.module.css';

/** The shape of a table that is on its way. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
	<div className={`${classes.frame} ${classes.skeleton}`}>
		{Array.from({ length: rows }, (_, index) => (
			<div key={index} className={classes.skeletonRow}>
				<Skeleton height={14} width="32%" />
				<Skeleton height={14} width="14%" />
				<Skeleton height={14} width="18%" />
				<Skeleton height={14} width="12%" />
			</div>
		))}
	</div>
);

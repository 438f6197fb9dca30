import { Skeleton } from '../skeleton.tsx';
import { LinesSkeleton } from '../two-lines.tsx';
import { useWide } from './shape.ts';
import classes from './table.module.css';

interface TableSkeletonProps {
	rows?: number;
	/** On a narrow screen its rows are of two lines, not cards. */
	lines?: boolean;
}

/** The shape of a table that is on its way. */
export const TableSkeleton = ({ rows = 6, lines = false }: TableSkeletonProps) => {
	const wide = useWide();
	if (lines && !wide) return <LinesSkeleton rows={rows} sorts={false} />;
	return (
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
};

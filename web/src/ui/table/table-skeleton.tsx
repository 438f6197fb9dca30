import { Skeleton } from '../loading/skeleton.tsx';
import { LinesSkeleton } from '../rows/two-lines.tsx';
import { useWide } from './shape.ts';
import classes from './table.module.css';

interface TableSkeletonProps {
	rows?: number;
	/** On a narrow screen the choice of its order stands above it. */
	sorts?: boolean;
}

/** The shape of a table that is on its way. */
export const TableSkeleton = ({ rows = 8, sorts = false }: TableSkeletonProps) => {
	if (!useWide()) return <LinesSkeleton rows={rows} sorts={sorts} />;
	return (
		<div className={classes.frame}>
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

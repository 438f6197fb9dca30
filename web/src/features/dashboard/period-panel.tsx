import { Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { usePart } from '../../api/part.ts';
import { Failed } from '../../ui/failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import panels from './dashboard.module.css';
import { type PeriodFigures, PeriodsTable } from './periods-table.tsx';
import classes from './trends.module.css';

interface PeriodPanelProps {
	/** 'Last 30 days'. */
	title: string;
	unit: string;
	rows: readonly PeriodFigures[];
}

/** Payments and revenue over time, as charts with the table behind them. */
export const PeriodPanel = ({ title, unit, rows }: PeriodPanelProps) => {
	const { ref, inViewport } = useInViewport<HTMLDivElement>();
	const [seen, see] = useState(false);
	const [unfolded, unfold] = useState(false);
	useEffect(() => {
		if (inViewport) see(true);
	}, [inViewport]);
	// What draws is large: it is fetched once, when the first chart comes into view.
	const program = usePart('charts', () => import('./charts.tsx'), { wanted: seen });
	return (
		<div className={panels.panel}>
			<Title order={3} size="h4">
				{title}
			</Title>
			<div ref={ref} className={classes.charts}>
				{program.data ? (
					<program.data.Charts when={`in the ${title.toLowerCase()}`} rows={rows} />
				) : program.isError ? (
					<Failed
						error={program.error}
						fallback="The charts could not be loaded"
						retry={() => void program.refetch()}
						retrying={program.isFetching}
					/>
				) : (
					<>
						<Skeleton height={224} />
						<Skeleton height={224} />
					</>
				)}
			</div>
			<details className={classes.details} onToggle={({ currentTarget: { open } }) => unfold(open)}>
				<summary>Show the numbers as a table</summary>
				{/* Five ways to payments a row: most of what the dashboard is made of, and folded away. */}
				{unfolded && (
					<PeriodsTable
						label={`Payments and revenue, ${title.toLowerCase()}`}
						unit={unit}
						rows={rows}
					/>
				)}
			</details>
		</div>
	);
};

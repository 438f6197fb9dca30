import { useInViewport } from '@mantine/hooks';
import { useState } from 'react';
import { usePart } from '../../api/part.ts';
import { Failed } from '../../ui/loading/failed.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { type Figures, FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import classes from './trends.module.css';

interface ChartsPanelProps {
	/** 'Last 30 days'. */
	title: string;
	unit: string;
	rows: readonly Figures[];
}

/** Payments and revenue over time, as charts with the table behind them. */
export const ChartsPanel = ({ title, unit, rows }: ChartsPanelProps) => {
	const { ref, inViewport } = useInViewport<HTMLDivElement>();
	const [unfolded, unfold] = useState(false);
	// What draws is large: it is fetched once, when the first chart comes into view.
	const program = usePart('charts', () => import('./charts.tsx'), { wanted: inViewport });
	return (
		<Panel title={title}>
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
					<FiguresTable
						label={`Payments and revenue, ${title.toLowerCase()}`}
						unit={unit}
						rows={rows}
					/>
				)}
			</details>
		</Panel>
	);
};

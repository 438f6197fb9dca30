import { useInViewport } from '@mantine/hooks';
import { useState } from 'react';
import { late } from '../../ui/loading/on-demand.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { type Figures, FiguresTable } from './figures-table.tsx';
import { Panel } from './panel.tsx';
import classes from './trends.module.css';

const chartsSkeleton = (
	<>
		<Skeleton height={224} />
		<Skeleton height={224} />
	</>
);

const [Charts] = late(() => import('./charts.tsx'), 'Charts', chartsSkeleton);

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
	// The charting library is large: it is loaded once the first chart is in view.
	const [wasSeen, see] = useState(false);
	if (inViewport && !wasSeen) see(true);
	return (
		<Panel title={title}>
			<div ref={ref} className={classes.charts}>
				{wasSeen ? <Charts when={`in the ${title.toLowerCase()}`} rows={rows} /> : chartsSkeleton}
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

import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { type CourseUse, USE_DAYS_DEFAULT } from '#shared/contract/learners/use.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { formatPlainDate } from '../../platform/ui/format/dates.ts';

interface UseChartProps extends Pick<CourseUse, 'days'> {
	/** The sum of all days. */
	total: number;
}

/** Renders how often files were opened on each day as a bar chart. */
export const UseChart = ({ days, total }: UseChartProps) => (
	<div
		role="img"
		aria-label={`Files were opened ${formatCount(total, 'time')} in the last ${USE_DAYS_DEFAULT} days`}
	>
		<BarChart
			h={140}
			data={days.map(({ day, opened }) => ({ day: formatPlainDate(day, 'd MMM'), opened }))}
			dataKey="day"
			series={[{ name: 'opened', label: 'Opened', color: 'var(--ufundi-good)' }]}
			valueFormatter={formatWhole}
			accessibilityLayer={false}
			maxBarWidth={36}
			xAxisProps={{ minTickGap: 24 }}
			yAxisProps={{ width: 44, allowDecimals: false, tickCount: 3 }}
		/>
	</div>
);

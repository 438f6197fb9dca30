import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Trends } from '#shared/contract/statistics.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './dashboard.module.css';
import { Deliveries } from './deliveries.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { PendingPanel } from './pending-panel.tsx';
import { PeriodPanel } from './period-panel.tsx';
import { dateIn } from './periods.ts';
import { trendsQuery } from './queries.ts';

const days = ({ days }: Trends) =>
	days.map(({ day, ...figures }) => ({
		...figures,
		name: dateIn(day, 'MMM dd'),
		period: { from: day, to: day },
	}));

const months = ({ months }: Trends) =>
	months.map(({ first, last, ...figures }) => ({
		...figures,
		name: dateIn(first, 'MMM yyyy'),
		period: { from: first, to: last },
	}));

const shape = (
	<div className={classes.section}>
		<Skeleton h={18} w={170} my={3} />
		<div className={classes.two}>
			<Skeleton h={230} />
			<Skeleton h={230} />
		</div>
	</div>
);

/** What needs a person, and how payments and revenue went over days and months. */
export const TrendsSection = () => {
	const trends = useQuery(trendsQuery);
	return (
		<Loaded
			query={trends}
			loading="Loading trends..."
			heading="Error Loading MPesa Trends"
			fallback="Failed to load MPesa transaction data"
			skeleton={shape}
		>
			{(loaded) => (
				<>
					<section className={classes.section} aria-labelledby="look">
						<Title order={2} size="h3" id="look">
							What Needs a Look
						</Title>
						<div className={classes.two}>
							<PendingPanel ages={loaded.pendingByAge} overdue={loaded.overdue} />
							<Deliveries trends={loaded} />
						</div>
						<FailuresPanel failures={loaded.failures} days={loaded.days} />
					</section>
					<section className={classes.section} aria-labelledby="time">
						<Title order={2} size="h3" id="time">
							Payments and Revenue
						</Title>
						<PeriodPanel title="Last 30 days" unit="Day" rows={days(loaded)} />
						<PeriodPanel title="Last 12 months" unit="Month" rows={months(loaded)} />
					</section>
				</>
			)}
		</Loaded>
	);
};

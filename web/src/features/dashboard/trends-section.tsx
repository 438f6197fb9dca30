import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Trends } from '#shared/contract/statistics.ts';
import { dayIn } from '../../ui/dates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './dashboard.module.css';
import { FailuresPanel } from './failures-panel.tsx';
import { PendingPanel } from './pending-panel.tsx';
import { PeriodPanel } from './period-panel.tsx';

const days = ({ days }: Trends) =>
	days.map(({ day, ...figures }) => ({
		...figures,
		name: dayIn(day, 'MMM dd'),
		period: { from: day, to: day },
	}));

const months = ({ months }: Trends) =>
	months.map(({ first, last, ...figures }) => ({
		...figures,
		name: dayIn(first, 'MMM yyyy'),
		period: { from: first, to: last },
	}));

const shape = (
	<div className={classes.section}>
		<Skeleton height={18} width={170} marginBlock={3} />
		<div className={classes.two}>
			<Skeleton height={230} />
			<Skeleton height={230} />
		</div>
	</div>
);

/** What is pending and what failed; nothing where nothing is. */
const Undone = ({ trends: { pendingByAge, failures, days } }: { trends: Trends }) => {
	const waits = pendingByAge.some(({ total }) => total > 0);
	if (!waits && failures.length === 0) return null;
	return (
		<section className={classes.section} aria-labelledby="undone">
			<Title order={2} size="h3" id="undone">
				Pending and Failed
			</Title>
			<div className={`${classes.two} ${classes.apart}`}>
				{waits && <PendingPanel ages={pendingByAge} />}
				{failures.length > 0 && <FailuresPanel failures={failures} days={days} />}
			</div>
		</section>
	);
};

/** What waits and what failed, if anything, and how payments and revenue went over days and months. */
export const TrendsSection = ({ trends }: { trends: UseQueryResult<Trends> }) => (
	<Loaded
		query={trends}
		loading="Loading trends..."
		heading="Error Loading MPesa Trends"
		fallback="Failed to load MPesa transaction data"
		skeleton={shape}
	>
		{(loaded) => (
			<>
				<Undone trends={loaded} />
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

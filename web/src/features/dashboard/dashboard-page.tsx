import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Statistics, Trends } from '#shared/contract/statistics.ts';
import { fetchData } from '../../api/client.ts';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import classes from './dashboard.module.css';
import { MonthlySection } from './monthly-section.tsx';
import { NeedsALook } from './needs-a-look.tsx';
import { Overview } from './overview.tsx';
import { StatusSection } from './status-section.tsx';
import { TrendsSection } from './trends-section.tsx';

const cards = (count: number, shape = classes.card) =>
	Array.from({ length: count }, (_, index) => (
		<div key={index} className={shape}>
			<Skeleton height={12} width="45%" marginBlock={4} />
			<Skeleton height={24} width="60%" marginBlock={5} />
			<Skeleton height={12} width="70%" marginBlock={4} />
		</div>
	));

const heading = <Skeleton height={18} width={170} marginTop={3} marginBottom={3} />;

/** The shape of the dashboard that is on its way. */
const skeleton = (
	<>
		<div className={classes.looks}>
			{heading}
			<Skeleton height={14} width={190} marginBlock={5} />
		</div>
		<div className={classes.four}>{cards(4)}</div>
		<div className={classes.section}>
			{heading}
			<div className={classes.three}>{cards(3)}</div>
		</div>
		<div className={classes.section}>
			{heading}
			<div className={classes.two}>{cards(2, `${classes.panel} ${classes.month}`)}</div>
		</div>
	</>
);

/** The screen stays open all day; a minute old is fresh enough. */
const EVERY_MS = 60_000;

/** The figures of the cards. */
const statisticsQuery = queryOptions({
	queryKey: ['statistics', 'figures'],
	queryFn: fetchData<Statistics>('/statistics'),
	refetchInterval: EVERY_MS,
});

/** Days, months, failures, what waits, and when M-Pesa last delivered anything. */
const trendsQuery = queryOptions({
	queryKey: ['statistics', 'trends'],
	queryFn: fetchData<Trends>('/statistics/trends'),
	refetchInterval: EVERY_MS,
});

/** The payments at a glance: what needs a person, how many, how much, and what became of them. */
export const DashboardPage = () => {
	const figures = useQuery(statisticsQuery);
	const trends = useQuery(trendsQuery);
	// What needs a look stands above the figures, and must not push them down when it comes.
	const isComing = trends.isPending && trends.failureCount === 0;
	return (
		<Page title="MPesa Dashboard" subtitle="Overview of MPesa payment transactions">
			<Loaded
				query={isComing ? { ...figures, data: undefined } : figures}
				loading="Loading statistics..."
				heading="Error Loading MPesa Statistics"
				fallback="Failed to load MPesa transaction data"
				skeleton={skeleton}
			>
				{(loaded) => (
					<>
						{trends.data && <NeedsALook trends={trends.data} />}
						<Overview figures={loaded} sameDays={trends.data?.sameDays} />
						<StatusSection figures={loaded} />
						<MonthlySection
							figures={loaded}
							at={figures.dataUpdatedAt}
							booked={trends.data?.booked}
						/>
						<TrendsSection trends={trends} />
					</>
				)}
			</Loaded>
		</Page>
	);
};

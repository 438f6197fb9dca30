import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAheadMs } from '#shared/clock.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Problems, useProblems } from '../../platform/ui/problems/problems.tsx';
import { MonthlySection, Overview, StatusSection } from './figure-cards.tsx';
import { GetStarted } from './get-started.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { TrendsSection, UndoneSection } from './trends.tsx';

/** The screen stays open all day; figures are at most a minute old. */
const EVERY_MS = 60_000;

/** Fetches the figures of the cards. */
const statisticsQuery = queryOptions({
	queryKey: ['statistics', 'figures'],
	queryFn: queryCall('GET /statistics'),
	refetchInterval: EVERY_MS,
});

/** Fetches days, months, failures, open work, and the time of the last delivery from M-Pesa. */
const trendsQuery = queryOptions({
	queryKey: ['statistics', 'trends'],
	queryFn: queryCall('GET /statistics/trends'),
	refetchInterval: EVERY_MS,
});

/** Shows the payments at a glance: what needs attention, counts, revenue and trends. */
export const DashboardPage = () => {
	const figures = useQuery(statisticsQuery);
	const trends = useQuery(trendsQuery);
	const problems = useProblems();
	// These are above the figures, and must not push them down when they arrive.
	const isWaiting = [trends, problems].some(
		({ isPending, failureCount }) => isPending && failureCount === 0,
	);
	return (
		<Page subtitle="Overview of MPesa payment transactions">
			<Loaded
				query={isWaiting ? { ...figures, data: undefined } : figures}
				loading="Loading statistics..."
				heading="Error Loading MPesa Statistics"
				fallback="Failed to load MPesa transaction data"
			>
				{(loaded) => (
					<>
						{loaded.total === 0 && <GetStarted />}
						{trends.data && <NeedsAttention trends={trends.data} />}
						<Problems found={problems.data} />
						<Overview figures={loaded} sameDays={trends.data?.sameDays} />
						<StatusSection figures={loaded} />
						<MonthlySection
							figures={loaded}
							loadedAt={figures.dataUpdatedAt + getAheadMs()}
							booked={trends.data?.booked}
						/>
						<Loaded
							query={trends}
							loading="Loading trends..."
							heading="Error Loading MPesa Trends"
							fallback="Failed to load MPesa transaction data"
						>
							{(loadedTrends) => (
								<>
									<UndoneSection trends={loadedTrends} />
									<TrendsSection trends={loadedTrends} />
								</>
							)}
						</Loaded>
					</>
				)}
			</Loaded>
		</Page>
	);
};

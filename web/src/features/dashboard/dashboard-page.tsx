import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { MonthlySection } from './monthly-section.tsx';
import { NeedsALook } from './needs-a-look.tsx';
import { Overview } from './overview.tsx';
import { statisticsQuery, trendsQuery } from './queries.ts';
import { StatusSection } from './status-section.tsx';
import { TrendsSection } from './trends-section.tsx';

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
				skeleton={<DashboardSkeleton />}
			>
				{(loaded) => (
					<>
						{trends.data && <NeedsALook trends={trends.data} />}
						<Overview figures={loaded} sameDays={trends.data?.sameDays} />
						<StatusSection figures={loaded} />
						<MonthlySection figures={loaded} at={figures.dataUpdatedAt} />
						<TrendsSection trends={trends} />
					</>
				)}
			</Loaded>
		</Page>
	);
};

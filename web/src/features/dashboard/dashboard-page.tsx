import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { MonthlySection } from './monthly-section.tsx';
import { Overview } from './overview.tsx';
import { statisticsQuery } from './queries.ts';
import { StatusSection } from './status-section.tsx';
import { TrendsSection } from './trends-section.tsx';

/** The payments at a glance: how many, how much, what became of them, and what needs a person. */
export const DashboardPage = () => {
	const figures = useQuery(statisticsQuery);
	return (
		<Page title="MPesa Dashboard" subtitle="Overview of MPesa payment transactions">
			<Loaded
				query={figures}
				loading="Loading statistics..."
				heading="Error Loading MPesa Statistics"
				fallback="Failed to load MPesa transaction data"
				skeleton={<DashboardSkeleton />}
			>
				{(loaded) => (
					<>
						<Overview figures={loaded} />
						<StatusSection figures={loaded} />
						<MonthlySection figures={loaded} at={figures.dataUpdatedAt} />
						<TrendsSection />
					</>
				)}
			</Loaded>
		</Page>
	);
};

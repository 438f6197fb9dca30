import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Trends } from '#shared/contract/statistics.ts';
import { dayIn } from '../../ui/dates/dates.ts';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { ChartsPanel } from './charts-panel.tsx';
import classes from './dashboard.module.css';
import { UndoneSection } from './undone-section.tsx';

const days = ({ days }: Trends) =>
	days.map(({ day, ...figures }) => ({
		...figures,
		name: dayIn(day, 'MMM dd'),
		days: { from: day, to: day },
	}));

const months = ({ months }: Trends) =>
	months.map(({ first, last, ...figures }) => ({
		...figures,
		name: dayIn(first, 'MMM yyyy'),
		days: { from: first, to: last },
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
				<UndoneSection trends={loaded} />
				<section className={classes.section} aria-labelledby="time">
					<Title order={2} size="h3" id="time">
						Payments and Revenue
					</Title>
					<ChartsPanel title="Last 30 days" unit="Day" rows={days(loaded)} />
					<ChartsPanel title="Last 12 months" unit="Month" rows={months(loaded)} />
				</section>
			</>
		)}
	</Loaded>
);

import { Stack, Title, type TitleOrder } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditRow } from '#shared/contract/audit.ts';
import type { auditQuery } from '../../api/audit.ts';
import { inEastAfrica } from '../dates/dates.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { Skeleton } from '../loading/skeleton.tsx';
import { exceptNextPage, ShowMore } from '../rows/show-more.tsx';
import classes from './audit.module.css';
import { folded } from './fold.ts';
import { FoldedEntries } from './folded-entries.tsx';

const dayOf = ({ at }: AuditRow) => inEastAfrica(at, 'EEEE, MMM dd, yyyy');

const shape = (
	<Stack gap={12}>
		{[0, 1, 2, 3, 4].map((row) => (
			<Skeleton key={row} height={76} />
		))}
	</Stack>
);

interface AuditListProps {
	/** What is shown: `auditQuery(…)` or `historyQuery(…)`. */
	query: ReturnType<typeof auditQuery>;
	/** The rank of the days' headings on this screen. */
	order: TitleOrder;
	/** These are of a single item, so that it need not be named. */
	own?: boolean;
	onNarrow?: ((row: AuditRow) => void) | undefined;
	/** What can be done where there is nothing. */
	empty: { title: string; text?: string; action?: ReactNode };
}

/** What was done, newest first and day by day; older rows come when they are asked for. */
export const AuditList = ({ query, order, own = false, onNarrow, empty }: AuditListProps) => {
	const rows = useInfiniteQuery(query);
	return (
		<Loaded
			query={exceptNextPage(rows)}
			loading="Loading history..."
			fallback="Failed to load the history"
			skeleton={shape}
		>
			{(all) =>
				all.length === 0 ? (
					<div role="status">
						<Empty icon={IconHistory} {...empty} />
					</div>
				) : (
					<>
						{[...Map.groupBy(all, dayOf)].map(([day, ofDay]) => (
							<section key={day} className={classes.day}>
								<Title order={order} size="h5" className={classes.date}>
									{day}
								</Title>
								<ol className={`boxed ruled ${classes.entries}`} data-own={own || undefined}>
									{folded(ofDay).map((rows) => (
										<FoldedEntries key={rows[0].id} rows={rows} own={own} onNarrow={onNarrow} />
									))}
								</ol>
							</section>
						))}
						<ShowMore
							list={rows}
							words="Show older"
							end="There is nothing older."
							fallback="Failed to load the history"
						/>
					</>
				)
			}
		</Loaded>
	);
};

import { Stack, Title, type TitleOrder } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import type { buildAuditQuery } from '../../api/audit.ts';
import { AuditEntry } from '../audit/audit-entry.tsx';
import { isSwitchPublish, readOperation } from '../audit/details.ts';
import { formatInstant } from '../format/dates.ts';
import { Empty } from '../loading/empty.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { ignoreNextPageError, ShowMore } from '../table/pager.tsx';

const formatRowDay = ({ at }: AuditRow) => formatInstant(at, 'EEEE, d MMM yyyy');

/** Returns the row of the change that published an item, unless a later one has changed its state. */
const findPublish = (rows: readonly AuditRow[]) => {
	const newest = rows.find(({ after }) => after && 'published' in after);
	return newest && isSwitchPublish(newest) ? newest : undefined;
};

interface AuditListProps {
	query: ReturnType<typeof buildAuditQuery>;
	/** Heading level of the days. */
	order: TitleOrder;
	/** The kind of the item whose history this is: its name is left out, and what published it can be undone. */
	resource?: AnyResource;
	onFilter?: ComponentProps<typeof AuditEntry>['onFilter'];
	empty: { title: string; text?: string; action?: ReactNode };
}

/** Renders audit rows by day, newest first, and loads older rows on request. */
export const AuditList = ({ query, order, resource, onFilter, empty }: AuditListProps) => {
	const rows = useInfiniteQuery(query);
	return (
		<Loaded
			query={ignoreNextPageError(rows)}
			loading="Loading history..."
			fallback="Failed to load the history"
		>
			{(all) =>
				all.length === 0 ? (
					<div role="status">
						<Empty icon={IconHistory} {...empty} />
					</div>
				) : (
					<>
						<Stack gap="lg">
							{[...Map.groupBy(all, formatRowDay)].map(([day, ofDay]) => (
								<section key={day}>
									<Title order={order} size="h5" mb={8} fz="sm" c="dimmed">
										{day}
									</Title>
									<ol className={resource ? 'ruled' : 'boxed ruled'}>
										{ofDay.map((row) => (
											<AuditEntry
												key={row.id}
												row={row}
												resource={resource}
												isCurrent={row === findPublish(all)}
												listed={new Set(all.flatMap((each) => readOperation(each)?.ids ?? []))}
												onFilter={onFilter}
											/>
										))}
									</ol>
								</section>
							))}
						</Stack>
						<ShowMore
							list={rows}
							words="Show older"
							end="No older entries."
							fallback="Failed to load the history"
						/>
					</>
				)
			}
		</Loaded>
	);
};

import { Button } from '@mantine/core';
import { IconFilterOff, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resources } from '#shared/contract/content/resources.ts';
import { type Deletion, trashQuery } from '#shared/contract/content/trash.ts';
import { LIST_LIMIT_DEFAULT } from '#shared/contract/platform/lists.ts';
import { buildDeletionsQuery, purgeDeletion } from '../../platform/api/trash.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { searchParams } from '../../platform/ui/address/search-params.ts';
import { ConfirmDialog } from '../../platform/ui/dialog/confirm-dialog.tsx';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { useLast } from '../../platform/ui/loading/on-demand.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { FilterBar, FilterField, SearchField } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList } from '../../platform/ui/table/pager.tsx';
import { describeCounts, getDeletionName } from './deletion-words.ts';
import { TrashRow } from './trash-row.tsx';

const kinds = Object.fromEntries(
	Object.values(resources).map(({ slug, plural }) => [slug, plural]),
);

const NOTHING = { search: undefined, kind: undefined, item: undefined };

/** Lists deletions with their contents until they are purged. */
export const TrashPage = () => {
	const [state, change] = useListState();
	const filters = searchParams(trashQuery)(state);
	const page = useQuery(buildDeletionsQuery(filters));
	const client = useQueryClient();
	const [purging, purge] = useState<Deletion>();
	const lastPurging = useLast(purging);
	const narrowed = Object.keys(NOTHING).some((name) => filters[name as keyof typeof NOTHING]);
	return (
		<Page subtitle="Deleted items, and how long they can be restored">
			<FilterBar>
				<SearchField label="Search the trash" />
				<FilterField name="kind" label="Kind" all="Any kind" options={kinds} />
			</FilterBar>
			<PagedList
				query={page}
				limit={LIST_LIMIT_DEFAULT}
				loading="Loading trash..."
				fallback="Failed to load the trash"
				empty={
					<div role="status">
						{narrowed ? (
							<Empty
								icon={IconFilterOff}
								title="Nothing in the trash matches"
								text="It may have been restored or deleted permanently."
								action={
									<Button variant="default" onClick={() => change(NOTHING)}>
										Show all of the trash
									</Button>
								}
							/>
						) : (
							<Empty
								icon={IconTrash}
								title="The trash is empty"
								text="Deleted items appear here with their contents. You can restore them for a limited time."
							/>
						)}
					</div>
				}
			>
				{({ data }) => (
					<ul className="boxed ruled" aria-label="Deletions">
						{data.map((deletion) => (
							<TrashRow key={deletion.id} deletion={deletion} onPurge={() => purge(deletion)} />
						))}
					</ul>
				)}
			</PagedList>
			<ConfirmDialog
				opened={purging !== undefined}
				onClose={() => purge(undefined)}
				title="Delete permanently"
				submit="Delete permanently"
				dangerous
				action={() => purgeDeletion(client, purging?.id ?? '')}
				fallback="Could not delete permanently"
			>
				Delete <strong>{lastPurging && getDeletionName(lastPurging)}</strong>{' '}
				{lastPurging && describeCounts(lastPurging)} for good? Their versions go as well, and files
				that nothing else uses. This cannot be undone.
			</ConfirmDialog>
		</Page>
	);
};

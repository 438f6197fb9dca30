import type { AuditRow } from '#shared/contract/audit.ts';
import { isBackwards } from '#shared/day-range.ts';
import { auditQuery } from '../../api/audit.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { AuditList } from '../../ui/audit/audit-list.tsx';
import { NoSuchDays } from '../../ui/dates/day-field.tsx';
import { ClearFilters } from '../../ui/list/filters.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';

const FILTERS = ['actor', 'action', 'item_kind', 'item_id', 'from', 'to'] as const;
const clear = <ClearFilters names={FILTERS} />;

/** Everything that was done, by whom: narrowed by person, item, action and day. */
export const AuditPage = () => {
	const [state, change] = useListState();
	const { actor, action, item_kind, item_id, from, to } = state;
	const filters = { actor, action, item_kind, item_id, from, to };
	const narrowed = Object.values(filters).some((filter) => filter !== undefined);
	return (
		<Page title="Audit Trail" subtitle="Who did what, and when">
			<AuditFilterBar />
			{isBackwards(filters) ? (
				<NoSuchDays action={clear} />
			) : (
				<AuditList
					query={auditQuery(filters)}
					order={2}
					onNarrow={
						state.item_id
							? undefined
							: ({ item }: AuditRow) =>
									change({ item_kind: item.kind, item_id: item.id ?? undefined })
					}
					empty={
						narrowed
							? {
									title: 'Nothing matches',
									text: 'Take a filter away, or choose other days.',
									action: clear,
								}
							: {
									title: 'Nothing is written down yet',
									text: 'Every change, export and payment action will stand here.',
								}
					}
				/>
			)}
		</Page>
	);
};

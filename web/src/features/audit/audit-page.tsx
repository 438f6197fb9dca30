import { isBackwards } from '#shared/day-range.ts';
import { auditQuery } from '../../api/audit.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { AuditList } from '../../ui/audit/audit-list.tsx';
import { NoSuchDays } from '../../ui/dates/day-field.tsx';
import { ClearFilters } from '../../ui/list/filter-bar.tsx';
import { Page } from '../../ui/page/page.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';

const FILTERS = ['actor', 'action', 'item_kind', 'item_id', 'operation', 'from', 'to'] as const;
const clear = <ClearFilters names={FILTERS} />;

/** Renders the audit trail with filters by person, item, action and day. */
export const AuditPage = () => {
	const [state, change] = useListState();
	const { actor, action, item_kind, item_id, operation, from, to } = state;
	const filters = { actor, action, item_kind, item_id, operation, from, to };
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
					onFilter={item_id || operation ? undefined : change}
					empty={
						narrowed
							? {
									title: 'Nothing matches',
									text: 'Remove a filter, or choose other days.',
									action: clear,
								}
							: {
									title: 'No activity yet',
									text: 'Every change, export and payment action is listed here.',
								}
					}
				/>
			)}
		</Page>
	);
};

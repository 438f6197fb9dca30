import { Button } from '@mantine/core';
import { type AuditRow, auditActions, auditKinds } from '#shared/contract/audit.ts';
import { isBackwards } from '#shared/day-range.ts';
import { type AuditFilters, auditQuery } from '../../api/audit.ts';
import { AuditList } from '../../ui/audit/audit-list.tsx';
import { NoSuchDays } from '../../ui/list/days.tsx';
import { type ListState, useListState } from '../../ui/list-state.ts';
import { Page } from '../../ui/page.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';

const known = (words: Readonly<Record<string, string>>, name: string | undefined) =>
	name !== undefined && name in words ? name : undefined;

/** What the address asks for; a word that there is not asks for nothing. */
const asked = ({ actor, action, item_kind, item_id, from, to }: ListState) =>
	Object.fromEntries(
		Object.entries({
			actor,
			action: known(auditActions, action),
			item_kind: known(auditKinds, item_kind),
			item_id,
			from,
			to,
		}).filter(([, value]) => value),
	) as AuditFilters;

const nothing = {
	actor: undefined,
	action: undefined,
	item_kind: undefined,
	item_id: undefined,
	from: undefined,
	to: undefined,
};

/** Everything that was done, by whom: narrowed by person, item, action and day. */
export const AuditPage = () => {
	const [state, change] = useListState();
	const filters = asked(state);
	const narrowed = Object.keys(filters).length > 0;
	const clear = (
		<Button variant="default" onClick={() => change(nothing)}>
			Clear filters
		</Button>
	);
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

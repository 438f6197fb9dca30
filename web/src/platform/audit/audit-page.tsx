import { CloseButton, Group, Text } from '@mantine/core';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import { type AuditActor, auditActions, auditKinds } from '#shared/contract/platform/audit.ts';
import { isBackwards } from '#shared/day-range.ts';
import { auditActorsQuery, buildAuditQuery } from '../api/audit.ts';
import { useListState } from '../ui/address/list-state.ts';
import { AuditList } from '../ui/content/audit-list.tsx';
import { DayField, NoSuchDays, useDay } from '../ui/fields/day-field.tsx';
import { FindFilter } from '../ui/fields/find-filter.tsx';
import { Page } from '../ui/page/page.tsx';
import { ClearFilters, FilterBar, FilterField, Filters } from '../ui/table/filter-bar.tsx';

const listActorNames = (actors: readonly AuditActor[]) =>
	actors.map(
		({ actor, name, role }) => [actor, role ? `${name} (${getRoleLabel(role)})` : name] as const,
	);

const Day = ({ name, label }: { name: 'from' | 'to'; label: string }) => (
	<Group gap="xs" wrap="nowrap" fz="sm">
		<Text component="label" htmlFor={name} inherit miw={{ base: 36, xs: 0 }}>
			{label}
		</Text>
		<DayField id={name} what={label} {...useDay(name)} />
	</Group>
);

const OneItem = () => {
	const [{ item_id, item_kind, operation }, change] = useListState();
	if (!item_id && !operation) return null;
	const kind = item_id ? (auditKinds[item_kind as keyof typeof auditKinds] ?? 'Item') : 'Operation';
	return (
		<Group
			component="span"
			gap={4}
			mih={36}
			pl={14}
			pr={4}
			fz="sm"
			c="var(--mantine-color-brand-light-color)"
			bg="var(--mantine-color-brand-light)"
			style={{ borderRadius: 999 }}
		>
			One {kind.toLowerCase()} only
			<CloseButton
				size="sm"
				aria-label="Show all items"
				onClick={() =>
					change({
						item_id: undefined,
						operation: undefined,
						...(item_id && { item_kind: undefined }),
					})
				}
			/>
		</Group>
	);
};

/** Renders the filters of the audit trail, which are kept in the URL. */
const AuditFilterBar = () => {
	const [days] = useListState();
	return (
		<FilterBar>
			<Filters names={['actor', 'action', 'item_kind', 'from', 'to']} wrong={isBackwards(days)}>
				<FindFilter
					{...{ name: 'actor', label: 'Person', plural: 'people', all: 'Anybody' }}
					query={auditActorsQuery}
					namesIn={listActorNames}
				/>
				<FilterField name="action" label="Action" all="Any action" options={auditActions} />
				<FilterField name="item_kind" label="Item" all="Any item" options={auditKinds} />
				<Group gap="sm">
					<Day name="from" label="From" />
					<Day name="to" label="To" />
				</Group>
			</Filters>
			<OneItem />
		</FilterBar>
	);
};

const FILTERS = ['actor', 'action', 'item_kind', 'item_id', 'operation', 'from', 'to'] as const;
const clear = <ClearFilters names={FILTERS} />;

/** Renders the audit trail with filters by person, item, action and day. */
export const AuditPage = () => {
	const [state, change] = useListState();
	const { actor, action, item_kind, item_id, operation, from, to } = state;
	const filters = { actor, action, item_kind, item_id, operation, from, to };
	const narrowed = Object.values(filters).some((filter) => filter !== undefined);
	return (
		<Page subtitle="Who did what, and when">
			<AuditFilterBar />
			{isBackwards(filters) ? (
				<NoSuchDays action={clear} />
			) : (
				<AuditList
					query={buildAuditQuery(filters)}
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

import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { roleLabel } from '#shared/contract/access.ts';
import { auditActions, auditKinds } from '#shared/contract/audit-query.ts';
import { isBackwards } from '#shared/day-range.ts';
import { auditActorsQuery } from '../../api/audit.ts';
import { DayField, useDay } from '../../ui/day-field.tsx';
import { FilterBar, FilterField } from '../../ui/list/filter-bar.tsx';
import { Filters } from '../../ui/list/filters.tsx';
import { FindFilter } from '../../ui/list/find-filter.tsx';
import { useListState } from '../../ui/list-state.ts';
import classes from './audit-filter-bar.module.css';

const PersonFilter = () => {
	const [{ actor }] = useListState();
	const [wanted, setWanted] = useState(false);
	const { data } = useQuery({ ...auditActorsQuery, enabled: wanted || actor !== undefined });
	const options = Object.fromEntries(
		(data ?? []).map(({ actor: id, name, role }) => [
			id,
			role ? `${name} (${roleLabel(role)})` : name,
		]),
	);
	// A choice that is not in the list still narrows it, so it has to be seen to be taken back.
	if (actor && options[actor] === undefined) options[actor] = data ? 'Unknown person' : 'Loading…';
	return (
		<FindFilter
			name="actor"
			label="Person"
			all="Anybody"
			options={options}
			onWanted={() => setWanted(true)}
		/>
	);
};

const Day = ({ name, label }: { name: 'from' | 'to'; label: string }) => {
	const id = useId();
	return (
		<div className={classes.day}>
			<label htmlFor={id}>{label}</label>
			<DayField id={id} what={label} {...useDay(name)} />
		</div>
	);
};

const OneItem = () => {
	const [{ item_id, item_kind }, change] = useListState();
	if (!item_id) return null;
	const kind = auditKinds[item_kind as keyof typeof auditKinds] ?? 'Item';
	return (
		<span className={classes.one}>
			One {kind.toLowerCase()} only
			<CloseButton
				size="sm"
				aria-label="Show other items too"
				onClick={() => change({ item_id: undefined, item_kind: undefined })}
			/>
		</span>
	);
};

/** Narrows the audit trail; every choice is in the address. */
export const AuditFilterBar = () => {
	const [days] = useListState();
	return (
		<FilterBar>
			<Filters names={['actor', 'action', 'item_kind', 'from', 'to']} wrong={isBackwards(days)}>
				<PersonFilter />
				<FilterField name="action" label="Action" all="Any action" options={auditActions} />
				<FilterField name="item_kind" label="Item" all="Any item" options={auditKinds} />
				<div className={classes.days}>
					<Day name="from" label="From" />
					<Day name="to" label="To" />
				</div>
			</Filters>
			<OneItem />
		</FilterBar>
	);
};

import { Text } from '@mantine/core';
import { IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { createContext, useContext, useMemo, useState } from 'react';
import { switchOf } from '#shared/contract/bulk-actions.ts';
import type { AnyResource, PlaceOf, UpdateOf } from '#shared/contract/resource.ts';
import type { Named, Place } from '../../api/cached-rows.ts';
import { useToggle } from '../../api/mutations.ts';
import type { Source } from '../copy/propose.ts';
import { RowMenu } from '../menu/menu.tsx';
import type { RowAction, RowButtonAction } from '../menu/row-actions.ts';
import { notifyFailure } from '../notifications/notifications.tsx';
import { useOrderActions } from '../order/ordering.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { SavingSwitch, useRowBusy } from '../rows/row-busy.tsx';
import { actionWords } from '../select/words.ts';
import { useWide } from '../table/shape.ts';

/** What a dialog over a list is open for: a new item, or one thing about the item of a row. */
export type ListDialog<Row> = { kind: 'add' } | { kind: 'edit' | 'order' | 'url'; row: Row };

/** What can be done from the rows of a list. */
export interface RowVerbs {
	toggle: (id: string, change: object) => void;
	open: (dialog: { kind: 'edit' | 'order' | 'url'; row: Named }) => void;
	remove: (row: Named) => void;
	duplicate: (row: Source) => void;
	/** What the switches of the row do, in words. */
	switches: (row: Named) => RowAction[];
}

/** Makes the buttons of a row for who may change it; without verbs those for everybody. */
export type RowButtons = (verbs: RowVerbs | undefined) => readonly RowButtonAction[];

/** The verbs of the list around a row; none in a list that only leads on. */
export const Verbs = createContext<RowVerbs | undefined>(undefined);

const SWITCHES = ['publish', 'unpublish', 'free', 'premium'] as const;

const switchesOf = (resource: AnyResource, row: Named, toggle: RowVerbs['toggle']) =>
	SWITCHES.flatMap((action): RowAction[] => {
		const change = switchOf(resource, action);
		const [field, on] = Object.entries(change ?? {})[0] ?? [];
		if (!change || (row as unknown as Record<string, unknown>)[field ?? ''] === on) return [];
		const { single } = actionWords[action];
		return [
			{ words: single, icon: actionWords[action].icon, onClick: () => toggle(row.id, change) },
		];
	});

/**
 * What a list under a parent does with its rows. Switches answer at once, and roll back with the reason when the
 * server refuses. `verbs` stays the same object.
 * @example const rows = useRowVerbs(topics, { courseId, subjectId }); <Verbs value={rows.verbs}>…
 */
export const useRowVerbs = <R extends AnyResource, Row extends Named>(
	resource: R,
	place: PlaceOf<R>,
	opened: ListDialog<Row> | null = null,
) => {
	const fallback = `Failed to update ${resource.label.toLowerCase()}`;
	const { toggle, isBusy } = useToggle(resource, place, (error) => notifyFailure(error, fallback));
	const [dialog, open] = useState(opened);
	const [deleting, remove] = useState<Named | null>(null);
	const [copying, duplicate] = useState<Source | null>(null);
	const verbs = useMemo(
		(): RowVerbs => ({
			toggle: (id, change) => toggle(id, change as UpdateOf<R>),
			switches: (row) => switchesOf(resource, row, toggle as RowVerbs['toggle']),
			open: (wanted) => open(wanted as ListDialog<Row>),
			remove,
			duplicate,
		}),
		[resource, toggle],
	);
	const dialogs = { dialog, open, deleting, remove, copying, duplicate };
	return { resource, place, verbs, isBusy, ...dialogs };
};

/** What `useRowVerbs` answers, whatever its resource. */
export type Rows<Row extends Named> = Omit<
	ReturnType<typeof useRowVerbs<AnyResource, Row>>,
	'place'
> & { place: Place };

interface FieldSwitchProps<Row extends Named> {
	row: Row;
	field: keyof Row & string;
	/** What it switches: 'Free Topic'. */
	label: string;
	/** Stands beside it, where no column's header says what it is. */
	words?: string;
}

/** Switches a field of a row on the spot; who may not change it reads it in words. */
export const FieldSwitch = <Row extends Named>(props: FieldSwitchProps<Row>) => {
	const { row, field, label, words } = props;
	const verbs = useContext(Verbs);
	const saving = useRowBusy();
	const on = row[field] === true;
	if (!useMayEdit())
		return <Text size="sm">{words ? `${words}: ${on ? 'yes' : 'no'}` : on ? 'Yes' : 'No'}</Text>;
	return (
		<SavingSwitch
			aria-label={`${label}: ${row.name}`}
			label={words}
			checked={on}
			saving={saving}
			onChange={(next) => verbs?.toggle(row.id, { [field]: next })}
		/>
	);
};

/** Whether something can be changed from the rows of this list, by this person. */
export const useVerbs = () => {
	const verbs = useContext(Verbs);
	return useMayEdit() ? verbs : undefined;
};

interface RowMoreProps {
	row: Named;
	/** The buttons of the row: on a phone, which has no room for them, they stand here, and so does what its switches do. */
	buttons?: RowButtons;
	/** What this kind of row can do of its own. */
	actions?: readonly RowAction[];
}

/** All that can be done with a row and has no button of its own, behind one ⋯. */
export const RowMore = ({ row, buttons, actions = [] }: RowMoreProps) => {
	const verbs = useVerbs();
	const wide = useWide();
	const moves = useOrderActions(row);
	const first = (!wide && buttons?.(verbs)) || [];
	const label = `Actions for ${row.name}`;
	if (!verbs) return first.length > 0 && <RowMenu label={label} actions={first} />;
	const { remove, duplicate, switches } = verbs;
	return (
		<RowMenu
			label={label}
			actions={[
				...first,
				...(wide ? [] : switches(row)),
				...actions,
				...moves,
				{ words: 'Duplicate', icon: IconCopyPlus, onClick: () => duplicate(row) },
				{ words: 'Delete', icon: IconTrash, dangerous: true, onClick: () => remove(row) },
			]}
		/>
	);
};

import { IconCopyPlus, IconCursorText, IconPencil, IconTrash } from '@tabler/icons-react';
import { createContext, useContext, useMemo, useState } from 'react';
import type { PreflightOfOne } from '#shared/contract/preflight.ts';
import type { AnyResource, PlaceOf, UpdateOf } from '#shared/contract/resource.ts';
import { heldBy, useToggle } from '../../api/mutations.ts';
import type { Source } from '../copy/propose.ts';
import { useEditing } from '../edit/editing.tsx';
import { useMayEdit } from '../for-editors.tsx';
import { RowMenu } from '../menu.tsx';
import { notifyFailure } from '../notifications.tsx';
import { useOrderActions } from '../order/use-order-actions.ts';
import type { RowAction } from '../row-actions.ts';
import { RowIcon } from '../row-busy.tsx';
import { RowSwitch } from '../row-switch.tsx';

interface Named {
	id: string;
	name: string;
}

/** What a dialog over a list is open for: a new item, or one thing about the item of a row. */
export type ListDialog<Row> = { kind: 'add' } | { kind: 'edit' | 'order' | 'url'; row: Row };

/** What can be done from the rows of a list. */
interface RowVerbs {
	toggle: (id: string, change: object) => void;
	open: (dialog: { kind: 'edit' | 'order' | 'url'; row: Named }) => void;
	remove: (row: Named) => void;
	duplicate: (row: Source) => void;
}

/** The verbs of the list around a row; none in a list that only leads on. */
export const Verbs = createContext<RowVerbs | undefined>(undefined);

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
	const [held, hold] = useState<PreflightOfOne>();
	const { toggle, isBusy } = useToggle(resource, place, (error) => {
		const found = heldBy(error);
		if (found) hold(found);
		else notifyFailure(error, fallback);
	});
	const [dialog, open] = useState(opened);
	const [deleting, remove] = useState<Named | null>(null);
	const [copying, duplicate] = useState<Source | null>(null);
	const verbs = useMemo(
		(): RowVerbs => ({
			toggle: (id, change) => toggle(id, change as UpdateOf<R>),
			open: (wanted) => open(wanted as ListDialog<Row>),
			remove,
			duplicate,
		}),
		[toggle],
	);
	const dialogs = { dialog, open, deleting, remove, copying, duplicate, held, hold };
	return { resource, place, verbs, isBusy, ...dialogs };
};

/** What `useRowVerbs` answers, whatever its resource. */
export type Rows<Row extends Named> = Omit<
	ReturnType<typeof useRowVerbs<AnyResource, Row>>,
	'place'
> & { place: Readonly<Record<string, string>> };

interface FieldSwitchProps<Row extends Named> {
	row: Row;
	field: keyof Row & string;
	/** What it switches: 'Free Topic'. */
	label: string;
	/** Stands beside it, where no column's header says what it is. */
	words?: string;
}

/** Switches a field of a row on the spot. */
export const FieldSwitch = <Row extends Named>(props: FieldSwitchProps<Row>) => {
	const { row, field, label, words } = props;
	const verbs = useContext(Verbs);
	return (
		<RowSwitch
			on={row[field] === true}
			label={`${label}: ${row.name}`}
			column={field}
			onChange={(on) => verbs?.toggle(row.id, { [field]: on })}
			{...(words && { words })}
		/>
	);
};

/** Whether something can be changed from the rows of this list, by this person. */
export const useVerbs = () => {
	const verbs = useContext(Verbs);
	return useMayEdit() ? verbs : undefined;
};

/** Opens the dialog that edits the item of a row. */
export const EditRow = ({ row }: { row: Named }) => {
	const verbs = useVerbs();
	if (!verbs) return null;
	const edit = () => verbs.open({ kind: 'edit', row });
	return <RowIcon label={`Edit ${row.name}`} icon={IconPencil} onClick={edit} />;
};

interface RowMoreProps {
	row: Named;
	/** What this kind of row can do of its own; comes first. */
	actions?: readonly RowAction[];
}

/** All that can be done with a row and has no button of its own, behind one ⋯. */
export const RowMore = ({ row, actions = [] }: RowMoreProps) => {
	const verbs = useVerbs();
	const moves = useOrderActions(row);
	const editing = useEditing();
	if (!verbs) return null;
	const { remove, duplicate } = verbs;
	const rename = editing && {
		words: 'Rename',
		icon: IconCursorText,
		onClick: () => editing.open(row.id, 'name'),
	};
	return (
		<RowMenu
			label={`Actions for ${row.name}`}
			actions={[
				...actions,
				...(rename ? [rename] : []),
				...moves,
				{ words: 'Duplicate', icon: IconCopyPlus, onClick: () => duplicate(row) },
				{ words: 'Delete', icon: IconTrash, dangerous: true, onClick: () => remove(row) },
			]}
		/>
	);
};

import {
	IconCopyPlus,
	IconFileUpload,
	IconLink,
	IconLinkPlus,
	IconPencil,
	IconTrash,
	type TablerIcon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { findSwitch } from '#shared/contract/content/bulk.ts';
import type { AnyResource, PlaceOf, UpdateOf } from '#shared/contract/content/resource.ts';
import type { Link } from '../../../addresses.ts';
import { isNotFound } from '../../api/api-error.ts';
import { findCachedItem, type Named, type Place } from '../../api/cached-rows.ts';
import { describeError } from '../../api/error-message.ts';
import { useToggle } from '../../api/mutations.ts';
import { fetchHolding } from '../../api/trash.ts';
import { inactive, SavingSwitch, smallButton } from '../controls.tsx';
import type { Source } from '../copy/propose.ts';
import { describeDeletion } from '../delete/use-restore.ts';
import { chooseFile, type FileSlot } from '../files/choose-file.ts';
import classes from '../list.module.css';
import { useIdleLoad } from '../loading/on-demand.tsx';
import { actionWords } from '../menu/action-words.ts';
import { lockActions, type RowAction, type RowButtonAction } from '../menu/actions.ts';
import { RowMenu } from '../menu/menu.tsx';
import { notify, notifyFailure } from '../notifications/notifications.tsx';
import { warnWithoutFile } from '../notifications/without-file.ts';
import { Handle } from '../order/handle.tsx';
import { useOrderActions, useOrdering } from '../order/ordering.ts';
import { isPublishField, useChangeLock, usePublishLock } from '../page/editors-only.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkText, SmallLinkButton } from '../page/links.tsx';
import { RowButton, RowIcon, useRowBusy, useWide } from '../row.tsx';
import { Reason } from '../selection/select-box.tsx';

/** The open dialog of a list: for a new item, or for one task with the item of a row. */
export type ListDialog<Row> = { kind: 'add' } | { kind: 'edit' | 'order' | 'url'; row: Row };

/** Functions for the actions of rows. */
export interface RowVerbs {
	toggle: (id: string, change: object) => void;
	open: (dialog: Exclude<ListDialog<Named>, { kind: 'add' }>) => void;
	remove: (row: Named) => void;
	duplicate: (row: Source) => void;
	/** Uploads a file in the place of that of a row. */
	replace: (row: Named, slot: FileSlot, file: File) => void;
}

/** Returns the buttons of a row; without verbs, those that need no permission to edit. */
export type RowButtons = (verbs: RowVerbs | undefined) => readonly RowButtonAction[];

/** The verbs of the surrounding list; undefined in a list that has only links. */
export const Verbs = createContext<RowVerbs | undefined>(undefined);

const loadReplacing = () => import('../files/replace-file.ts');
const prepareReplacing = () => void loadReplacing().catch(() => {});

const SWITCHES = ['publish', 'unpublish', 'free', 'premium'] as const;

/** Returns whether a change is the one that an action makes. */
const isSwitch = (resource: AnyResource, action: (typeof SWITCHES)[number], change: object) =>
	JSON.stringify(findSwitch(resource, action)) === JSON.stringify(change);

/**
 * Returns the verbs, dialogs and state of a list under a parent. Switches change at once, and roll back with the reason
 * if the server refuses. `verbs` stays the same object.
 * @example const rows = useRowVerbs(topics, { courseId, subjectId }); <Verbs value={rows.verbs}>…
 */
export const useRowVerbs = <R extends AnyResource, Row extends Named>(
	resource: R,
	place: PlaceOf<R>,
	opened: ListDialog<Row> | null = null,
) => {
	const client = useQueryClient();
	const { history } = useRouter();
	const fail = async (error: unknown, { id, change }: { id: string; change: UpdateOf<R> }) => {
		const name = findCachedItem(client, resource, id)?.name ?? resource.label;
		const deletion = isNotFound(error) && (await fetchHolding(client, id));
		if (deletion)
			return notify({
				about: id,
				title: `“${name}” is in the trash`,
				message: describeDeletion(deletion),
				action: { label: 'Open the trash', run: () => history.push('/admin/trash') },
			});
		const action = SWITCHES.find((each) => isSwitch(resource, each, change as object));
		const { message, hint = '' } = describeError(
			error,
			`Failed to update ${resource.label.toLowerCase()}`,
		);
		// 'make free' becomes 'Could not make “Bends” free'.
		const [does, as = ''] = action
			? actionWords[action].single.toLowerCase().split(' ')
			: ['change'];
		notify({
			title: `Could not ${does} “${name}” ${as}`.trim(),
			message: hint || message,
		});
	};
	const { toggle, isBusy } = useToggle(resource, place, fail, (saved, change) => {
		if (isSwitch(resource, 'publish', change as object)) warnWithoutFile(resource, saved);
	});
	const [dialog, open] = useState(opened);
	const [deleting, remove] = useState<Named | null>(null);
	const [copying, duplicate] = useState<Source | null>(null);
	useIdleLoad(prepareReplacing);
	const verbs = useMemo(
		(): RowVerbs => ({
			toggle: (id, change) => toggle(id, change as UpdateOf<R>),
			open: (wanted) => open(wanted as ListDialog<Row>),
			remove,
			duplicate,
			replace: (row, slot, file) =>
				loadReplacing()
					.then(({ replaceFile }) =>
						replaceFile(row, slot, file, (change) => toggle(row.id, change as UpdateOf<R>)),
					)
					.catch((error) => notifyFailure(error, `Could not replace the file of “${row.name}”`)),
		}),
		[toggle],
	);
	const dialogs = { dialog, open, deleting, remove, copying, duplicate };
	return { resource, place, verbs, isBusy, ...dialogs };
};

/** The result of `useRowVerbs` for any resource. */
export type Rows<Row extends Named> = Omit<
	ReturnType<typeof useRowVerbs<AnyResource, Row>>,
	'place'
> & { place: Place };

interface FieldSwitchProps<Row extends Named> {
	row: Row;
	field: keyof Row & string;
	/** The label of the switch for screen readers: 'Free Topic'. */
	label: string;
	/** Visible text next to the switch, if no column header names it. */
	words?: string;
}

/** Renders a switch for a field of a row, or its value as text for people who may not edit. */
export const FieldSwitch = <Row extends Named>(props: FieldSwitchProps<Row>) => {
	const { row, field, label, words } = props;
	const verbs = useContext(Verbs);
	const saving = useRowBusy();
	const on = row[field] === true;
	const [lock, publishLock] = [useChangeLock(row), usePublishLock()];
	if (!useMayEdit())
		return <span>{words ? `${words}: ${on ? 'yes' : 'no'}` : on ? 'Yes' : 'No'}</span>;
	return (
		<SavingSwitch
			aria-label={`${label}: ${row.name}`}
			label={words}
			checked={on}
			saving={saving}
			lock={lock ?? (isPublishField(field) ? publishLock : undefined)}
			onChange={(next) => verbs?.toggle(row.id, { [field]: next })}
		/>
	);
};

/** Returns the verbs of the surrounding list; undefined if this person may not edit. */
export const useVerbs = () => {
	const verbs = useContext(Verbs);
	return useMayEdit() ? verbs : undefined;
};

interface RowMoreProps {
	row: Named;
	/** The buttons of the row; on a phone the menu has them. */
	buttons?: RowButtons;
	/** Returns actions that only this kind of row has. */
	actions?: ((verbs: RowVerbs | undefined) => readonly RowAction[]) | undefined;
}

/** Renders the menu of a row, with all actions that have no button of their own. */
export const RowMore = ({ row, buttons, actions }: RowMoreProps) => {
	const verbs = useVerbs();
	const wide = useWide();
	const moves = useOrderActions(row);
	const first = (!wide && buttons?.(verbs)) || [];
	const lock = useChangeLock(row);
	const label = `Actions for ${row.name}`;
	if (!verbs) return first.length > 0 && <RowMenu label={label} actions={first} />;
	const { remove, duplicate } = verbs;
	return (
		<RowMenu
			label={label}
			note={lock}
			actions={[
				...lockActions([...first, ...(actions?.(verbs) ?? []), ...moves], lock),
				{ words: 'Duplicate…', icon: IconCopyPlus, onClick: () => duplicate(row) },
				{ words: 'Delete…', icon: IconTrash, dangerous: true, lock, onClick: () => remove(row) },
			]}
		/>
	);
};

const One = ({
	words: text,
	icon: Icon,
	label,
	looks,
	lock,
	link,
	href,
	onClick,
}: RowButtonAction) => {
	const shared = { 'aria-label': label };
	const press = lock ? { ...inactive, title: lock } : { onClick };
	if (link)
		return (
			<SmallLinkButton
				{...(link as { to: string })}
				{...shared}
				look={looks}
				{...(looks === 'sign' && { title: label })}
			>
				{looks === 'sign' ? <Icon size={19} stroke={1.8} aria-hidden /> : text}
			</SmallLinkButton>
		);
	if (href)
		return (
			<a
				{...{ href, target: '_blank', rel: 'noreferrer' }}
				{...shared}
				className={smallButton}
				data-look={looks}
			>
				{text}
			</a>
		);
	if (looks === 'sign') return <RowIcon label={label} icon={Icon} {...press} />;
	return (
		<RowButton {...shared} icon={Icon} {...press}>
			{text}
		</RowButton>
	);
};

interface ButtonsProps {
	buttons: RowButtons;
	always?: boolean;
	/** The row that buttons without a link change. */
	row?: Named;
}

/** Renders the buttons of a row: on a phone only for a card that is shown whole. */
export const ButtonsOf = ({ buttons, always, row }: ButtonsProps) => {
	const verbs = useVerbs();
	const lock = useChangeLock(row);
	return (
		(useWide() || always) &&
		buttons(verbs).map((action) => <One key={action.words} {...action} lock={lock} />)
	);
};

/** Returns the button that links from a row to the items under it. */
export const linkToChildren = (
	words: string,
	icon: TablerIcon,
	row: Named,
	link: Link,
): RowButtonAction => ({ words, label: `${words} of ${row.name}`, icon, looks: 'quiet', link });

/** Returns the Edit button for editors: a link to a page, or a button that opens the dialog. */
export const makeEditButton = (
	verbs: RowVerbs | undefined,
	row: Named,
	link?: Link,
	looks: RowButtonAction['looks'] = 'sign',
): RowButtonAction[] => {
	if (!verbs) return [];
	const edit = { words: 'Edit', label: `Edit ${row.name}`, icon: IconPencil, looks };
	return [link ? { ...edit, link } : { ...edit, onClick: () => verbs.open({ kind: 'edit', row }) }];
};

/** Returns the button for editors that opens the dialog for only the link of an item. */
export const makeEditUrlButton = (
	verbs: RowVerbs | undefined,
	row: Named,
	url: string | null,
): RowButtonAction[] => {
	if (!verbs) return [];
	const [words, icon] = url ? ['Edit URL', IconLink] : ['Add URL', IconLinkPlus];
	const open = () => verbs.open({ kind: 'url', row });
	return [{ words, icon, label: `${words} of ${row.name}`, looks: 'quiet', onClick: open }];
};

/** Returns the action for editors that lets them choose a file, which replaces that of an item. */
export const replaceFileAction = (
	verbs: RowVerbs | undefined,
	row: Named,
	slot: FileSlot,
): RowAction[] => {
	if (!verbs) return [];
	const words = (row as Named & Record<string, unknown>)[slot.field] ? 'Replace file' : 'Add file';
	const choose = () => chooseFile(slot, (file) => verbs.replace(row, slot, file));
	return [{ words, icon: IconFileUpload, onClick: choose }];
};

/** Renders the buttons of a row, and a menu with all other actions; phones have all of them in the menu. */
export const RowActions = ({ row, buttons, actions }: RowMoreProps & { buttons: RowButtons }) => (
	<>
		<ButtonsOf buttons={buttons} row={row} />
		<RowMore row={row} buttons={buttons} actions={actions} />
	</>
);

interface RowNameProps {
	row: Named;
	link: Link;
	/** Leaves out the drag handle, which stands outside of the heading. */
	bare?: boolean;
	/** Facts next to the name. */
	children?: ReactNode;
}

/** Renders the name of a row or card as a link to its item, with the drag handle and the reason of a failure. */
export const RowName = ({ row, link, bare = false, children }: RowNameProps) => {
	const withHandle = useWide() && !bare;
	const moves = useOrdering() !== undefined;
	const name = (
		<LinkText {...(link as { to: string })} title={row.name}>
			{row.name}
		</LinkText>
	);
	return (
		<>
			{withHandle && moves && <Handle row={row} />}
			{withHandle && children ? (
				<span className={classes.facts}>
					{name}
					{children}
				</span>
			) : (
				name
			)}
			<Reason id={row.id} />
		</>
	);
};

import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useContext } from 'react';
import { findSwitch } from '#shared/contract/content/bulk.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { buildItemLink, type Link, listParentLinks, type ParentLink } from '../../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { inactive, SmallButton } from '../controls.tsx';
import { chooseFile, type FileSlot } from '../files/choose-file.ts';
import { formatStart, isLater } from '../format/dates.ts';
import { Day } from '../format/day.tsx';
import classes from '../list.module.css';
import { CopyButton } from '../page/copy-button.tsx';
import { useChangeLock } from '../page/editors-only.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkText, SmallLinkButton } from '../page/links.tsx';
import { FileLink } from '../preview/file-link.tsx';
import { OnlyWide } from '../row.tsx';
import { AccessBadge, ExceptionBadges, StatusBadge } from '../table/badges.tsx';
import type { Column } from '../table/columns.ts';
import { FieldSwitch, RowName, useVerbs, Verbs } from '../table/row-actions.tsx';

const getVisibleFrom = (row: object) => (row as { visible_from?: string | null }).visible_from;

interface NameOptions<Row> {
	/** Shows the names of the parents. */
	above?: boolean;
	/** Facts next to the name. */
	marks?: (row: Row) => ReactNode;
}

/**
 * Returns the columns of the tables of one kind of content, for the list under a parent and the list across all
 * courses. The list decides which columns sort.
 * @example const { name, field, order } = makeContentColumns<ExamSet>(examSets);
 */
export const makeContentColumns = <Row extends Named>(
	resource: AnyResource,
	/** More badges or controls for exceptions, next to Draft and Free. */
	badge?: (row: Row) => ReactNode,
) => {
	/** Returns a column with the contract's label, unless `column` overrides it. */
	const field = (
		id: keyof Row & string,
		column: Partial<Omit<Column<Row>, 'id'>> = {},
	): Column<Row> => ({ id, header: resource.labels[id] ?? id, ...column });
	const [published, free] = (['publish', 'free'] as const).map(
		(action) => Object.keys(findSwitch(resource, action) ?? {})[0] as keyof Row & string,
	);
	const isOn = (row: Row, name: (keyof Row & string) | undefined) =>
		name !== undefined && row[name] === true;
	/** Renders the exceptions of a row: Draft, Free and `badge`. */
	const unusual = (row: Row) => (
		<>
			<ExceptionBadges
				published={isOn(row, published)}
				from={getVisibleFrom(row)}
				free={isOn(row, free)}
			/>
			{badge?.(row)}
		</>
	);
	const fieldOf = { published, free };
	/** Renders a switch with its name next to it, in a list that can change its rows. */
	const toggle = (row: Row, of: 'published' | 'free', label: string, words = label) => (
		<Changeable>
			<FieldSwitch row={row} field={fieldOf[of] as never} label={label} words={words} />
		</Changeable>
	);
	return {
		field,
		unusual,
		/** Returns a column with a switch for `published` or `free`. */
		flag: (of: 'published' | 'free', header: string) =>
			field(fieldOf[of] as keyof Row & string, {
				header,
				draw: (row) => <FieldSwitch row={row} field={fieldOf[of] as never} label={header} />,
				toggle: (row) => toggle(row, of, header, of === 'free' ? 'Free' : header),
				...(of === 'published' && { brief: unusual, leads: true }),
			}),
		/** The status, with the access where the kind has it, in one cell. Without an access the status is a switch. */
		state: field(published as keyof Row & string, {
			header: 'Status',
			width: free ? '11rem' : '7.5rem',
			draw: (row) =>
				free ? (
					<span className={classes.badges}>
						<StatusBadge published={isOn(row, published)} from={getVisibleFrom(row)} />
						<AccessBadge free={isOn(row, free)} />
					</span>
				) : (
					<Published row={row} field={published as keyof Row & string} />
				),
			brief: unusual,
			leads: true,
			...(!free && { toggle: (row) => toggle(row, 'published', 'Published') }),
		}),
		/** Renders the switches of a card. */
		switches: (row: Row, freeLabel = 'Free') => (
			<>
				{toggle(row, 'published', 'Published')}
				{toggle(row, 'free', freeLabel, 'Free')}
			</>
		),
		/** Returns the name column: a link to the item with its marks and, below in a list of all courses, its parents. */
		name: ({ above = false, marks }: NameOptions<Row> = {}) =>
			field('name', {
				header: 'Name',
				title: true,
				// No links here, because the line is truncated.
				brief: (row) => {
					const names = listParentLinks(resource, row).flatMap(([name]) => name ?? []);
					return above && <span>{names.join(' · ')}</span>;
				},
				draw: (row) => (
					<>
						<RowName row={row} link={buildItemLink(resource, row)}>
							{marks?.(row)}
						</RowName>
						<OnlyWide>{above && <Place of={listParentLinks(resource, row)} />}</OnlyWide>
					</>
				),
			}),
		order: field('order_num' as never, {
			header: 'Order',
			width: '7rem',
			numeric: true,
			brief: (row) => <span>Order: {(row as unknown as { order_num: number }).order_num}</span>,
		}),
		opened: field('opened' as never, {
			header: 'Opened',
			width: '6rem',
			numeric: true,
			spare: true,
			brief: (row) => {
				const { opened } = row as unknown as { opened: number };
				return opened > 0 && <span>Opened: {opened}</span>;
			},
			descendsFirst: true,
		}),
		updated: field('updated_at' as never, {
			header: 'Updated',
			width: '7.5rem',
			spare: true,
			descendsFirst: true,
			draw: (row) => <Day at={(row as unknown as { updated_at: string }).updated_at} />,
		}),
	};
};

const Changeable = ({ children }: { children: ReactNode }) => (useContext(Verbs) ? children : null);

interface PublishedProps<Row extends Named> {
	row: Row;
	field: keyof Row & string;
}

/** Renders the publication status, as a switch for people who may change it. */
const Published = <Row extends Named>({ row, field }: PublishedProps<Row>) => {
	const on = row[field] === true;
	const from = getVisibleFrom(row);
	if (!useVerbs()) return <StatusBadge published={on} from={from} />;
	const words = on ? (isLater(from) ? formatStart(from) : 'Published') : 'Draft';
	return <FieldSwitch row={row} field={field} label="Published" words={words} />;
};

/** Returns the column without its part of the line on a phone, which has no room for it next to the parents. */
export const removeBrief = <Row,>(column: Column<Row>): Column<Row> => ({
	...column,
	brief: undefined,
});

/** Renders links to the parents of an item, outermost last. */
const Place = ({ of }: { of: ParentLink[] }) => (
	<span className={classes.place}>
		{of.map(
			([name, link]) =>
				name && (
					<LinkText key={link.to} {...(link as { to: string })}>
						{name}
					</LinkText>
				),
		)}
	</span>
);

/** Renders a placeholder for an empty value. */
export const EmptyValue = ({ children = 'None' }: { children?: string }) => (
	<span className="quiet">{children}</span>
);

/** Renders the id of a row with a button that copies it. */
export const IdCell = ({ of: { id, name } }: { of: Named }) => (
	<span className={classes.badges}>
		{/* The end of an id tells two apart, so the beginning is cut off. */}
		<span className={`one-line quiet ${classes.id}`} dir="rtl" title={id}>
			{id}
		</span>
		<CopyButton value={id} label={`Copy the ID of ${name}`} />
	</span>
);

interface FileProps {
	url: string | null;
	/** The page where editors add a file. */
	to: Link;
	/** The item that has the file. */
	of: Named;
	shows?: 'name' | 'kind';
	slot: FileSlot;
}

/** Renders a link to the file of a row or, for editors, a button that adds one; a link in a list of all courses. */
export const FileCell = ({ url, to, of: item, shows = 'name', slot }: FileProps) => {
	const mayEdit = useMayEdit();
	const lock = useChangeLock(item);
	const verbs = useVerbs();
	if (url) return <FileLink url={url} brief={shows} />;
	if (!mayEdit) return <EmptyValue />;
	const label = `Add file to ${item.name}`;
	const choose = () => chooseFile(slot, (file) => verbs?.replace(item, slot, file));
	if (lock)
		return (
			<SmallButton look="quiet" icon={IconPlus} aria-label={label} {...inactive} title={lock}>
				Add file
			</SmallButton>
		);
	if (verbs)
		return (
			<SmallButton look="quiet" icon={IconPlus} aria-label={label} onClick={choose}>
				Add file
			</SmallButton>
		);
	return (
		<SmallLinkButton {...(to as { to: string })} look="quiet" aria-label={label}>
			<IconPlus size={15} aria-hidden />
			Add file
		</SmallLinkButton>
	);
};

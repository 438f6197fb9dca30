import { Box, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { switchOf } from '#shared/contract/bulk-actions.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { type Above, aboveOf, itemAt, type Link } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { CopyButton } from '../copy-button.tsx';
import { Day } from '../dates/day.tsx';
import { FileLink } from '../files/file-link.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkButton, LinkText } from '../page/links.tsx';
import { AccessBadge, StatusBadge, Unusual } from './badges.tsx';
import type { Column } from './columns.ts';
import classes from './list.module.css';
import { OnlyWide } from './row.tsx';
import { FieldSwitch, RowName, useVerbs } from './row-actions.tsx';

interface NameOptions<Row> {
	/** It names what it lies under. */
	above?: boolean;
	/** What it is, in a line of its own: beside it there would be no room for the others. */
	badge?: (row: Row) => ReactNode;
	marks?: (row: Row) => ReactNode;
}

/**
 * Makes the columns of the tables of one kind of content. The list under a parent and the list across all courses
 * show some of the same columns each; which of them sort, the list says.
 * @example const { name, field, order } = contentColumns<ExamSet>(examSets);
 */
export const contentColumns = <Row extends Named>(
	resource: AnyResource,
	/** What else departs from the ordinary or is for pressing, as badges and words. */
	badge?: (row: Row) => ReactNode,
) => {
	/** A column under the contract's label, unless the specification calls it otherwise. */
	const field = (
		id: keyof Row & string,
		column: Partial<Omit<Column<Row>, 'id'>> = {},
	): Column<Row> => ({ id, header: resource.labels[id] ?? id, ...column });
	const [published, free] = (['publish', 'free'] as const).map(
		(action) => Object.keys(switchOf(resource, action) ?? {})[0] as keyof Row & string,
	);
	const isOn = (row: Row, name: (keyof Row & string) | undefined) =>
		name !== undefined && row[name] === true;
	/** What of a row departs from the ordinary: it is a draft, or free. */
	const unusual = (row: Row) => (
		<>
			<Unusual published={isOn(row, published)} free={isOn(row, free)} />
			{badge?.(row)}
		</>
	);
	const fieldOf = { published, free };
	return {
		field,
		unusual,
		/** Whether it is published, or free, as a switch; a phone says what departs from the ordinary, once. */
		flag: (of: 'published' | 'free', header: string) =>
			field(fieldOf[of] as keyof Row & string, {
				header,
				draw: (row) => <FieldSwitch row={row} field={fieldOf[of] as never} label={header} />,
				...(of === 'published' && { brief: unusual, leads: true }),
			}),
		/** Whether it is published and, of a kind that can be, free, in one cell; published alone is switched on the spot. */
		state: field(published as keyof Row & string, {
			header: 'Status',
			width: free ? '13.5rem' : '8.5rem',
			draw: (row) =>
				free ? (
					<Group component="span" gap={4} wrap="nowrap">
						<StatusBadge published={isOn(row, published)} />
						<AccessBadge free={isOn(row, free)} />
					</Group>
				) : (
					<Published row={row} field={published as keyof Row & string} />
				),
			brief: unusual,
			leads: true,
		}),
		/** The switches of a card; on a phone its ⋯ has them. */
		switches: (row: Row, freeLabel = 'Free') => (
			<OnlyWide>
				<Group gap="8px 24px" mt="sm">
					<FieldSwitch row={row} field={published as never} label="Published" words="Published" />
					<FieldSwitch row={row} field={free as never} label={freeLabel} words="Free" />
				</Group>
			</OnlyWide>
		),
		/** The name, which leads to the item; below it its marks, and what it lies under in a list of all courses. */
		name: ({ above = false, badge: mark, marks }: NameOptions<Row> = {}) =>
			field('name', {
				header: 'Name',
				title: true,
				// No links: what does not fit is cut off.
				brief: (row) => {
					const names = aboveOf(resource, row).flatMap(([name]) => name ?? []);
					return above && <span>{names.join(' · ')}</span>;
				},
				draw: (row) => (
					<>
						<RowName row={row} link={itemAt(resource, row)} />
						<OnlyWide>
							{mark && <Box>{mark(row)}</Box>}
							<Place of={above ? aboveOf(resource, row) : []}>{marks?.(row)}</Place>
						</OnlyWide>
					</>
				),
			}),
		order: field('order_num' as never, {
			header: 'Order',
			width: '7rem',
			numeric: true,
			brief: (row) => <span>Order: {(row as unknown as { order_num: number }).order_num}</span>,
		}),
		updated: field('updated_at' as never, {
			header: 'Updated',
			width: '8.5rem',
			descendsFirst: true,
			draw: (row) => <Day at={(row as unknown as { updated_at: string }).updated_at} />,
		}),
	};
};

interface PublishedProps<Row extends Named> {
	row: Row;
	field: keyof Row & string;
}

/** Published or not, to change where that can be done. */
const Published = <Row extends Named>({ row, field }: PublishedProps<Row>) => {
	const on = row[field] === true;
	if (!useVerbs()) return <StatusBadge published={on} />;
	const words = on ? 'Published' : 'Draft';
	return <FieldSwitch row={row} field={field} label="Published" words={words} />;
};

/** The same column, left out of the line of a phone: what the item lies under takes its room. */
export const unsaid = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, brief: undefined });

/** What an item lies under, each leading there, outermost last. */
const Place = ({ of, children }: { of: Above[]; children?: ReactNode }) => (
	<span className={classes.place}>
		{children}
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

/** Stands for what is not there. */
export const Nothing = ({ children = 'None' }: { children?: string }) => (
	<Text size="sm" c="dimmed">
		{children}
	</Text>
);

/** The id of a row, to copy. */
export const Id = ({ of: { id, name } }: { of: Named }) => (
	<Group component="span" gap={4} wrap="nowrap">
		{/* The end of an id tells two apart, so the beginning is cut off. */}
		<Text span truncate ff="monospace" fz={13} c="dimmed" maw="9ch" dir="rtl" title={id}>
			{id}
		</Text>
		<CopyButton value={id} label={`Copy the ID of ${name}`} />
	</Group>
);

interface FileProps {
	url: string | null;
	/** Where one is added, for who may. */
	to: Link;
	/** Whose file it is. */
	name: string;
	shows?: 'name' | 'kind';
}

/** A file of a row, or the way to add one. */
export const File = ({ url, to, name, shows = 'name' }: FileProps) => {
	const mayEdit = useMayEdit();
	if (url) return <FileLink url={url} brief={shows} />;
	if (!mayEdit) return <Nothing />;
	return (
		<LinkButton
			{...(to as { to: string })}
			variant="subtle"
			size="compact-sm"
			ml={-8}
			leftSection={<IconPlus size={15} aria-hidden />}
			aria-label={`Add file to ${name}`}
		>
			Add file
		</LinkButton>
	);
};

import { Box, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { switchOf } from '#shared/contract/bulk.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { itemLink, type Link, type ParentLink, parentLinks } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { CopyButton } from '../copy-button.tsx';
import { Day } from '../dates/day.tsx';
import { FileLink } from '../files/file-link.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkButton, LinkText } from '../page/links.tsx';
import { AccessBadge, ExceptionBadges, StatusBadge } from './badges.tsx';
import type { Column } from './columns.ts';
import classes from './list.module.css';
import { OnlyWide } from './row.tsx';
import { FieldSwitch, RowName, useVerbs } from './row-actions.tsx';

interface NameOptions<Row> {
	/** Shows the names of the parents. */
	above?: boolean;
	/** A badge in a line of its own. */
	badge?: (row: Row) => ReactNode;
	marks?: (row: Row) => ReactNode;
}

/**
 * Returns the columns of the tables of one kind of content, for the list under a parent and the list across all
 * courses. The list decides which columns sort.
 * @example const { name, field, order } = contentColumns<ExamSet>(examSets);
 */
export const contentColumns = <Row extends Named>(
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
		(action) => Object.keys(switchOf(resource, action) ?? {})[0] as keyof Row & string,
	);
	const isOn = (row: Row, name: (keyof Row & string) | undefined) =>
		name !== undefined && row[name] === true;
	/** Renders the exceptions of a row: Draft, Free and `badge`. */
	const unusual = (row: Row) => (
		<>
			<ExceptionBadges published={isOn(row, published)} free={isOn(row, free)} />
			{badge?.(row)}
		</>
	);
	const fieldOf = { published, free };
	return {
		field,
		unusual,
		/** Returns a column with a switch for `published` or `free`; phones show the badges of exceptions instead, once. */
		flag: (of: 'published' | 'free', header: string) =>
			field(fieldOf[of] as keyof Row & string, {
				header,
				draw: (row) => <FieldSwitch row={row} field={fieldOf[of] as never} label={header} />,
				...(of === 'published' && { brief: unusual, leads: true }),
			}),
		/** The status, with the access where the kind has it, in one cell. Without an access the status is a switch. */
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
		/** Renders the switches of a card; on a phone they are in its ⋯ menu. */
		switches: (row: Row, freeLabel = 'Free') => (
			<OnlyWide>
				<Group gap="8px 24px" mt="sm">
					<FieldSwitch row={row} field={published as never} label="Published" words="Published" />
					<FieldSwitch row={row} field={free as never} label={freeLabel} words="Free" />
				</Group>
			</OnlyWide>
		),
		/** Returns the name column: a link to the item, with its marks below and, in a list of all courses, its parents. */
		name: ({ above = false, badge: mark, marks }: NameOptions<Row> = {}) =>
			field('name', {
				header: 'Name',
				title: true,
				// No links here, because the line is truncated.
				brief: (row) => {
					const names = parentLinks(resource, row).flatMap(([name]) => name ?? []);
					return above && <span>{names.join(' · ')}</span>;
				},
				draw: (row) => (
					<>
						<RowName row={row} link={itemLink(resource, row)} />
						<OnlyWide>
							{mark && <Box>{mark(row)}</Box>}
							<Place of={above ? parentLinks(resource, row) : []}>{marks?.(row)}</Place>
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

/** Renders the publication status, as a switch for people who may change it. */
const Published = <Row extends Named>({ row, field }: PublishedProps<Row>) => {
	const on = row[field] === true;
	if (!useVerbs()) return <StatusBadge published={on} />;
	const words = on ? 'Published' : 'Draft';
	return <FieldSwitch row={row} field={field} label="Published" words={words} />;
};

/** Returns the column without its part of the line on a phone, which has no room for it next to the parents. */
export const withoutBrief = <Row,>(column: Column<Row>): Column<Row> => ({
	...column,
	brief: undefined,
});

/** Renders links to the parents of an item, outermost last. */
const Place = ({ of, children }: { of: ParentLink[]; children?: ReactNode }) => (
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

/** Renders a placeholder for an empty value. */
export const EmptyValue = ({ children = 'None' }: { children?: string }) => (
	<Text size="sm" c="dimmed">
		{children}
	</Text>
);

/** Renders the id of a row with a button that copies it. */
export const IdCell = ({ of: { id, name } }: { of: Named }) => (
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
	/** The page where editors add a file. */
	to: Link;
	/** The name of the item that has the file. */
	name: string;
	shows?: 'name' | 'kind';
}

/** Renders a link to the file of a row or, for editors, a link to add one. */
export const FileCell = ({ url, to, name, shows = 'name' }: FileProps) => {
	const mayEdit = useMayEdit();
	if (url) return <FileLink url={url} brief={shows} />;
	if (!mayEdit) return <EmptyValue />;
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

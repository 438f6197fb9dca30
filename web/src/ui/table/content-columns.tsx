import { Text } from '@mantine/core';
import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { AccessBadge, StatusBadge } from '../badges.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Day } from '../day.tsx';
import { FileLink } from '../file-link.tsx';
import { LinkText } from '../links.tsx';
import type { ColumnMeta, features } from './columns.ts';
import classes from './table.module.css';

// biome-ignore lint/suspicious/noExplicitAny: the values of the columns differ
export type Column<Row extends { id: string }> = ColumnDef<typeof features, Row, any>;

/** Of `linkOptions`, which checks the address. */
type Link = { to: string; params: Readonly<Record<string, string>> };

interface FieldOptions<Row> extends ColumnMeta {
	/** The contract's label unless the specification calls the column otherwise. */
	header?: string;
	/** How a row shows it, where that is more than the value. */
	draw?: (row: Row) => ReactNode;
}

/**
 * Makes the columns of the tables of one kind of content. The list under a parent and the list across all courses
 * show some of the same columns each; which of them sort, the list says.
 * @example const { name, field, order } = contentColumns<ExamSet>(examSets);
 */
export const contentColumns = <Row extends { id: string; name: string }>(resource: AnyResource) => {
	const field = (
		id: keyof Row & string,
		{ header = resource.labels[id] ?? id, draw, ...meta }: FieldOptions<Row> = {},
	): Column<Row> => ({
		id,
		accessorFn: (row) => row[id],
		header,
		meta,
		...(draw && { cell: ({ row }) => draw(row.original) }),
	});
	const link = (row: Row, id: keyof Row, to: Link, looks?: { c: string }) => (
		<LinkText {...(to as { to: string })} {...looks} inherit>
			{String(row[id])}
		</LinkText>
	);
	return {
		field,
		/** The name, which leads to the item. */
		name: (to: (row: Row) => Link, meta?: ColumnMeta) =>
			field('name', {
				header: 'Name',
				title: true,
				...meta,
				draw: (row) => link(row, 'name', to(row)),
			}),
		/** The name of what it lies under, which leads there. */
		above: (id: keyof Row & string, header: string, to: (row: Row) => Link, meta?: ColumnMeta) =>
			field(id, { header, ...meta, draw: (row) => link(row, id, to(row), { c: 'dimmed' }) }),
		order: field('order_num' as never, { header: 'Order', width: '7rem', numeric: true }),
		updated: {
			...field('updated_at' as never, {
				header: 'Updated',
				width: '8.5rem',
				draw: (row) => <Day at={(row as unknown as { updated_at: string }).updated_at} />,
			}),
			sortDescFirst: true,
		},
	};
};

/** Stands for what is not there. */
export const Nothing = ({ children = 'None' }: { children?: string }) => (
	<Text size="sm" c="dimmed">
		{children}
	</Text>
);

/** The id of a row, to copy. */
export const Id = ({ of: { id, name } }: { of: { id: string; name: string } }) => (
	<span className={classes.id}>
		<code title={id}>{id}</code>
		<CopyButton value={id} label={`Copy the ID of ${name}`} />
	</span>
);

/** A file of a row, or that there is none. */
export const File = ({ url, brief }: { url: string | null; brief?: boolean }) =>
	url ? <FileLink url={url} {...(brief && { brief })} /> : <Nothing />;

/** Whether something is published and whether it is free, in one cell. */
export const StateBadges = ({ published, free }: { published: boolean; free: boolean }) => (
	<span className={classes.states}>
		<StatusBadge published={published} />
		<AccessBadge free={free} />
	</span>
);

import { ActionIcon, Group, NativeSelect, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { Fragment, type ReactNode, useCallback } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import classes from '../list.module.css';
import { Handle } from '../order/handle.tsx';
import { makeRowProps, OneRow, useRowBusy } from '../row.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import { type Column, drawCell, type Sorting } from './columns.ts';

/** The properties that both shapes of a table have in common; see `DataTable`. */
export interface ShapeProps<Row> {
	label: string;
	columns: readonly Column<Row>[];
	/** The rows on the page, in order. */
	rows: readonly Row[];
	sorting: Sorting;
	/** Columns have fixed widths. */
	fixed: boolean;
	actions: ((row: Row) => ReactNode) | undefined;
	isBusy: ((row: Row) => boolean) | undefined;
	current: string | undefined;
	lines: ((row: Row) => ReactNode) | undefined;
}

interface TwoLinesProps {
	row: Named;
	/** The name, as a link. */
	name: ReactNode;
	/** Badges, and values that need no header. */
	caption: ReactNode;
	/** The switches of the row, in a line of their own. */
	switches?: ReactNode;
	/** The ⋯ menu. */
	more?: ReactNode;
}

/** The class of a list of `TwoLines`. */
export const twoLines = 'boxed ruled clipped';

/** Renders a row of a list on a phone: its name, what is to know about it, its switches, and its actions behind a ⋯. */
export const TwoLines = ({ row, name, caption, switches, more }: TwoLinesProps) => {
	return (
		<li {...makeRowProps(row.id, useRowBusy())} className={classes.row}>
			<SelectBox row={row} />
			<Handle row={row} />
			<div className={classes.about}>
				<h2 className={classes.name}>{name}</h2>
				<div className={`optional ${classes.caption}`}>{caption}</div>
				<div className={`optional ${classes.toggles}`}>{switches}</div>
			</div>
			{more}
		</li>
	);
};

const SortChoice = <Row,>({ columns, sorting }: Pick<ShapeProps<Row>, 'columns' | 'sorting'>) => {
	const { sort, sortable, sortBy } = sorting;
	const descending = sort?.descending ?? false;
	const Icon = descending ? IconSortDescending : IconSortAscending;
	return (
		<Group gap={8} mb={12}>
			<NativeSelect
				flex={1}
				aria-label="Sort by"
				value={sort?.id ?? ''}
				onChange={({ currentTarget }) => sortBy(currentTarget.value)}
				data={columns
					.filter(({ id }) => sortable.includes(id))
					.map(({ id, header }) => ({ value: id, label: `Sort by ${header}` }))}
			/>
			<ActionIcon
				variant="default"
				title="Reverse the order"
				aria-label={descending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
				onClick={() => sort && sortBy(sort.id)}
			>
				<Icon size={20} aria-hidden />
			</ActionIcon>
		</Group>
	);
};

/** Returns the position of a column in the second line. The text under the name comes last. */
const rank = ({ leads, title }: Column<never>) => (leads ? 0 : title ? 2 : 1);

type RowProps<Row> = Pick<ShapeProps<Row>, 'columns' | 'actions' | 'current'> & {
	row: Row;
	busy: boolean;
};

/** Renders a row as a card with the header of each column next to its value. */
const Card = <Row extends { id: string }>(props: RowProps<Row>) => {
	const { row, columns, actions, busy, current } = props;
	const title = columns.find((column) => column.title);
	return (
		<Paper
			{...makeRowProps(row.id, busy, current)}
			component="li"
			withBorder
			radius="lg"
			p="md"
			mb="sm"
			bg="var(--ufundi-surface)"
			style={{ overflowWrap: 'anywhere' }}
		>
			<Group justify="space-between" align="flex-start" gap={8} mb={8}>
				<Title order={2} fz={17} flex="1 1 10rem">
					{title && drawCell(title, row)}
				</Title>
				{actions && <Group gap={8}>{actions(row)}</Group>}
			</Group>
			<SimpleGrid component="dl" cols={2} spacing="md" verticalSpacing={10}>
				{columns.map((column) => {
					const value = column !== title && drawCell(column, row);
					return (
						value !== false &&
						value !== null &&
						value !== '' && (
							<div key={column.id}>
								<Text component="dt" size="xs" c="dimmed">
									{column.header}
								</Text>
								<dd>{value}</dd>
							</div>
						)
					);
				})}
			</SimpleGrid>
		</Paper>
	);
};

/** Renders the rows of a table on a phone: as their own lines, as two lines, or as cards (decision 0018). */
export const NarrowRows = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { label, columns, rows, sorting, actions, isBusy, current, lines } = props;
	const isBrief = columns.some(({ brief }) => brief);
	const draw = useCallback(
		(row: Row, busy: boolean) => {
			if (lines)
				return (
					<li {...makeRowProps(row.id, busy, current)} className={classes.lines}>
						{lines(row)}
					</li>
				);
			if (!isBrief) return <Card {...{ row, columns, actions, busy, current }} />;
			const title = columns.find((column) => column.title);
			return (
				<TwoLines
					row={row as unknown as Named}
					name={title && drawCell(title, row)}
					caption={columns
						.toSorted((a, b) => rank(a) - rank(b))
						.map(({ id, brief }) => <Fragment key={id}>{brief?.(row)}</Fragment>)}
					switches={columns.map(({ id, toggle }) => <Fragment key={id}>{toggle?.(row)}</Fragment>)}
					more={actions?.(row)}
				/>
			);
		},
		[lines, isBrief, columns, actions, current],
	);
	return (
		<>
			{!lines && sorting.sortable.length > 1 && <SortChoice columns={columns} sorting={sorting} />}
			<ul className={lines || isBrief ? twoLines : undefined} aria-label={label}>
				{rows.map((row) => (
					<OneRow key={row.id} row={row} busy={isBusy?.(row) ?? false} draw={draw} />
				))}
			</ul>
		</>
	);
};

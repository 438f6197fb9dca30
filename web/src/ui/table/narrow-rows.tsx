import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { Fragment, useCallback } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { OneRow, rowProps } from '../rows/one-row.tsx';
import { TwoLines, lines as twoLines } from '../rows/two-lines.tsx';
import { type Column, drawCell } from './columns.ts';
import classes from './narrow-rows.module.css';
import type { ShapeProps } from './shape.ts';

const SortChoice = <Row,>({ columns, sorting }: Pick<ShapeProps<Row>, 'columns' | 'sorting'>) => {
	const { sort, sortable, sortBy } = sorting;
	const descending = sort?.descending ?? false;
	const Icon = descending ? IconSortDescending : IconSortAscending;
	return (
		<div className={classes.sortChoice}>
			<NativeSelect
				aria-label="Sort by"
				value={sort?.id ?? ''}
				onChange={({ currentTarget }) => sortBy(currentTarget.value)}
				data={columns
					.filter(({ id }) => sortable.includes(id))
					.map(({ id, header }) => ({ value: id, label: `Sort by ${header}` }))}
			/>
			<ActionIcon
				variant="default"
				title="Turn the order round"
				aria-label={descending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
				onClick={() => sort && sortBy(sort.id)}
			>
				<Icon size={20} aria-hidden />
			</ActionIcon>
		</div>
	);
};

/** Where the second line of a row has a column: what its name adds comes last, where room ends first. */
const rank = ({ leads, title }: Column<never>) => (leads ? 0 : title ? 2 : 1);

interface CardProps<Row> extends Pick<ShapeProps<Row>, 'columns' | 'actions' | 'current'> {
	row: Row;
	busy: boolean;
}

/** A row as a card, every value beside its column's header. */
const Card = <Row extends { id: string }>(props: CardProps<Row>) => {
	const { row, columns, actions, busy, current } = props;
	const title = columns.find((column) => column.title);
	return (
		<li {...rowProps(row.id, busy, current)} className={classes.card}>
			{title && <h2 className={classes.title}>{drawCell(title, row)}</h2>}
			<dl className={classes.facts}>
				{columns
					.filter((column) => column !== title)
					.map((column) => (
						<div key={column.id}>
							<dt>{column.header}</dt>
							<dd>{drawCell(column, row)}</dd>
						</div>
					))}
			</dl>
			{actions && <div className={classes.actions}>{actions(row)}</div>}
		</li>
	);
};

/** A row as two lines, made of its columns. */
const Brief = <Row extends { id: string }>(props: Omit<CardProps<Row>, 'busy' | 'current'>) => {
	const { row, columns, actions } = props;
	const title = columns.find((column) => column.title);
	return (
		<TwoLines
			row={row as unknown as Named}
			name={title && drawCell(title, row)}
			caption={columns
				.toSorted((a, b) => rank(a) - rank(b))
				.map(({ id, brief }) => <Fragment key={id}>{brief?.(row)}</Fragment>)}
			more={actions?.(row)}
		/>
	);
};

/** The rows of a table on a narrow screen: their own lines, or two lines or cards made of their columns. */
export const NarrowRows = <Row extends { id: string }>(props: ShapeProps<Row>) => {
	const { label, columns, rows, sorting, actions, isBusy, current, lines } = props;
	const isBrief = columns.some(({ brief }) => brief);
	const draw = useCallback(
		(row: Row, busy: boolean) => {
			if (lines)
				return (
					<li {...rowProps(row.id, busy, current)} className={classes.lines}>
						{lines(row)}
					</li>
				);
			if (isBrief) return <Brief row={row} columns={columns} actions={actions} />;
			return <Card {...{ row, columns, actions, busy, current }} />;
		},
		[lines, isBrief, columns, actions, current],
	);
	const look = isBrief ? twoLines : classes.cards;
	return (
		<>
			{!lines && sorting.sortable.length > 1 && <SortChoice columns={columns} sorting={sorting} />}
			<ul className={lines ? classes.rows : look} aria-label={label}>
				{rows.map((row) => (
					<OneRow key={row.id} row={row} busy={isBusy?.(row) ?? false} draw={draw} />
				))}
			</ul>
		</>
	);
};

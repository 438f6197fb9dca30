import type { ReactNode } from 'react';
import { endOfList } from '#shared/contract/periods.ts';
import { eastAfricaText } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import classes from './pack.module.css';

/** Shillings in a column that says that they are: `1,500.00`, `−23.50`. */
export const plain = (amount: number) => {
	const cents = Math.round(Math.abs(amount) * 100);
	const text = `${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
	return amount < 0 ? `−${text}` : text;
};

/** An instant as papers have it: `2026-10-05 09:15`. */
export const stamp = (instant: string) =>
	eastAfricaText(Date.parse(instant)).slice(0, 16).replace('T', ' ');

/** What a column is called, what it has of a row, and whether that is a number, which stands flush right. */
type PaperColumn<Row> = readonly [head: string, cell: (row: Row) => ReactNode, kind?: 'number'];

interface PaperTableProps<Row> {
	label: string;
	columns: readonly PaperColumn<Row>[];
	rows: readonly Row[];
	/** What is said where there are no rows. */
	none?: string;
}

/** A table as paper has it; on a narrow screen it is moved sideways by itself. */
export const PaperTable = <Row,>({ label, columns, rows, none }: PaperTableProps<Row>) => {
	const end = endOfList(rows);
	return rows.length === 0 ? (
		<p>{none}</p>
	) : (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved sideways is moved by keys too
		<section className={classes.scroll} tabIndex={0} aria-label={label}>
			<table>
				<thead>
					<tr>
						{columns.map(([head, , kind]) => (
							<th key={head} scope="col" data-number={kind}>
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row, n) => (
						<tr key={n}>
							{columns.map(([head, cell, kind]) => (
								<td key={head} data-number={kind}>
									{cell(row)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			{end && <p>{end}</p>}
		</section>
	);
};

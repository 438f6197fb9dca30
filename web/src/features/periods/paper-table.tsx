import type { ReactNode } from 'react';
import { endOfList } from '#shared/contract/periods.ts';
import classes from './pack.module.css';

type Cell = ReactNode;

interface PaperTableProps {
	label: string;
	head: readonly string[];
	rows: readonly (readonly Cell[])[];
	/** The columns with numbers, which stand flush right. */
	numeric?: readonly number[];
	/** What is said where there are no rows. */
	none: string;
}

/** A table as paper has it; on a narrow screen it is moved sideways by itself. */
export const PaperTable = ({ label, head, rows, numeric = [], none }: PaperTableProps) => {
	const end = endOfList(rows);
	return rows.length === 0 ? (
		<p>{none}</p>
	) : (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved sideways is moved by keys too
		<section className={classes.scroll} tabIndex={0} aria-label={label}>
			<table>
				<thead>
					<tr>
						{head.map((text, at) => (
							<th key={text} scope="col" data-number={numeric.includes(at) || undefined}>
								{text}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((cells, n) => (
						<tr key={n}>
							{cells.map((cell, at) => (
								<td key={head[at]} data-number={numeric.includes(at) || undefined}>
									{cell}
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

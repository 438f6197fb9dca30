import { statuses, statusWords } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import { ksh } from '../../ui/money.ts';
import { NumberLink } from './number-link.tsx';
import classes from './trends.module.css';

/** What happened in one day or month. */
export interface Figures {
	/** As it is written: 'Nov 20, 2026'. */
	name: string;
	/** The first and the last, as the list of payments takes them. */
	days: { from: string; to: string };
	completed: number;
	pending: number;
	failed: number;
	/** Money received, in whole shillings. */
	amount: number;
}

interface FiguresTableProps {
	label: string;
	/** 'Day' or 'Month'. */
	unit: string;
	rows: readonly Figures[];
}

/** The numbers behind a chart, newest first, each a way to its payments. */
export const FiguresTable = ({ label, unit, rows }: FiguresTableProps) => (
	<section
		className={classes.scroll}
		aria-label={label}
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
		tabIndex={0}
	>
		<table className={classes.table} aria-label={label}>
			<thead>
				<tr>
					{[unit, ...Object.values(statusWords), 'Revenue'].map((header) => (
						<th key={header} scope="col">
							{header}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.toReversed().map(({ name, days, amount, ...counts }) => (
					<tr key={name}>
						<th scope="row">{name}</th>
						{statuses.map((status) => (
							<td key={status}>
								<NumberLink
									label={`${name}, ${status}`}
									value={grouped(counts[status])}
									of={{ status, ...days }}
								/>
							</td>
						))}
						<td>
							<NumberLink
								label={`${name}, revenue`}
								value={ksh(amount)}
								of={{ status: 'completed', ...days }}
							/>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	</section>
);

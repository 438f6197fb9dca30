import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Reconciliation } from '#shared/contract/periods.ts';
import { span } from '../../ui/dates.ts';
import { money } from '../../ui/money.ts';
import classes from './reconciliation.module.css';

interface MonthFiguresProps {
	month: Reconciliation;
	/** How the month stands. */
	children: ReactNode;
}

/** The one line that says how a month stands: statement, books, and what of their difference is explained. */
export const MonthFigures = ({ month, children }: MonthFiguresProps) => {
	const { statement, books, difference, explained, unexplained } = month;
	const covered = statement.covered.length > 0;
	const all = [
		['Statement', statement.in],
		['Books', books.in],
		['Difference', difference],
		['Explained', explained],
	] as const;
	// Without a statement there is nothing to compare with.
	const figures = covered ? all : all.filter(([label]) => label === 'Books');
	return (
		<section className={classes.month} aria-label="The month">
			<dl className={classes.figures}>
				{figures.map(([label, amount]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{money(amount)}</dd>
					</div>
				))}
				{covered && (
					<div data-open={unexplained > 0 || undefined}>
						<dt>Unexplained</dt>
						<dd>{money(unexplained)}</dd>
					</div>
				)}
			</dl>
			{/* What none covers stands among what is left. */}
			{covered && (
				<Text size="sm" c="dimmed">
					Statements cover {statement.covered.map(span).join(', ')}.
				</Text>
			)}
			{children}
		</section>
	);
};

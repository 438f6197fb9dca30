import { Anchor } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { periodStates, type Reconciliation } from '#shared/contract/periods.ts';
import { money } from '../../ui/money.ts';
import { Badge } from '../../ui/rows/badge.tsx';
import { useWide } from '../../ui/table/shape.ts';
import classes from './reconciliation.module.css';

interface MonthFiguresProps {
	month: Reconciliation;
	/** Leads to how the month stands, where that is below the lines. */
	onClosing: () => void;
	/** How the month stands. */
	children: ReactNode;
}

/** The one line that says how a month stands: statement, books, and what of their difference is explained. */
export const MonthFigures = ({ month, onClosing, children }: MonthFiguresProps) => {
	const { statement, books, difference, explained, unexplained, period } = month;
	const wide = useWide();
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
					<div data-unexplained={unexplained > 0 ? 'some' : 'none'}>
						<dt>Unexplained</dt>
						<dd>{money(unexplained)}</dd>
					</div>
				)}
			</dl>
			{wide ? (
				children
			) : (
				<Anchor component="button" type="button" className={classes.below} onClick={onClosing}>
					<Badge color="gray">{periodStates[period.state]}</Badge> Closing the month
					<IconChevronDown size={16} aria-hidden />
				</Anchor>
			)}
		</section>
	);
};

import { Anchor } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { periodStates, type Reconciliation } from '#shared/contract/periods.ts';
import { OPEN_STATES } from '#shared/contract/reconciliation-query.ts';
import { Badge } from '../../ui/list/badges.tsx';
import { useWide } from '../../ui/list/row.tsx';
import { money } from '../../ui/money.ts';
import classes from './reconciliation.module.css';

interface MonthFiguresProps {
	month: Reconciliation;
	/** Scrolls to the state of the month, which phones show below the lines. */
	onClosing: () => void;
	/** State of the month. */
	children: ReactNode;
}

/** Shows the figures of a month: statement, books, and the parts of their difference. */
export const MonthFigures = ({ month, onClosing, children }: MonthFiguresProps) => {
	const { statement, books, difference, not_covered, explained, unexplained, period } = month;
	const wide = useWide();
	const covered = statement.covered.length > 0;
	const all = [
		['Statement', statement.in],
		['Books', books.in],
		['Difference', difference],
		['Not covered yet', not_covered],
		['Explained', explained],
	] as const;
	const isOpen = OPEN_STATES.some((state) => month.states[state].count > 0);
	const known = covered ? all : all.filter(([label]) => label === 'Books');
	// Phones leave out parts of 0, so that lines are in sight.
	const figures = known.filter(
		([label, amount]) => wide || amount !== 0 || label === 'Statement' || label === 'Books',
	);
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
					<div data-open={isOpen ? 'some' : 'none'}>
						<dt>Open</dt>
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

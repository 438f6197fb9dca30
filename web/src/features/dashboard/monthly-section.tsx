import { Text, Title } from '@mantine/core';
import type { Statistics } from '#shared/contract/statistics.ts';
import { grouped } from '#shared/grouped.ts';
import { dayIn } from '../../ui/dates.ts';
import { ksh } from '../../ui/money.ts';
import classes from './dashboard.module.css';
import { average } from './figures.ts';
import { NumberLink } from './number-link.tsx';
import { monthBefore, type Period } from './periods.ts';

interface MonthProps {
	title: string;
	figures: Statistics['thisMonth'];
	period: Period;
}

const Month = ({ title, figures, period }: MonthProps) => {
	const facts = [
		{ label: 'Transactions', value: grouped(figures.total), of: period },
		{ label: 'Revenue', value: ksh(figures.amount), of: { ...period, status: 'completed' } },
		{ label: 'Average', value: ksh(average(figures.amount, figures.total)), of: period },
	] as const;
	return (
		<div className={`${classes.panel} ${classes.month}`}>
			<div className={classes.panelHead}>
				<Title order={3} size="h4">
					{title}
				</Title>
				<Text size="sm" c="dimmed">
					{dayIn(period.from, 'MMMM yyyy')}
				</Text>
			</div>
			<dl className={classes.facts}>
				{facts.map(({ label, value, of }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>
							<NumberLink label={`${label}, ${title}`} value={value} of={of} />
						</dd>
					</div>
				))}
			</dl>
		</div>
	);
};

interface MonthlySectionProps {
	figures: Statistics;
	/** When the figures were read, in milliseconds: it says which months they are of. */
	at: number;
}

/** This month beside the one before. */
export const MonthlySection = ({ figures, at }: MonthlySectionProps) => (
	<section className={classes.section} aria-labelledby="months">
		<Title order={2} size="h3" id="months">
			Monthly Performance
		</Title>
		<div className={classes.two}>
			<Month title="Previous Month" figures={figures.lastMonth} period={monthBefore(at, 1)} />
			<Month title="Current Month" figures={figures.thisMonth} period={monthBefore(at)} />
		</div>
	</section>
);

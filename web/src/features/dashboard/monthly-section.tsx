import { Text, Title } from '@mantine/core';
import type { Statistics } from '#shared/contract/statistics.ts';
import { daysOfMonth, monthOf } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { dayIn } from '../../ui/dates/dates.ts';
import { datingWords, ksh } from '../../ui/money.ts';
import classes from './dashboard.module.css';
import { average } from './figures.ts';
import { NumberLink } from './number-link.tsx';
import { Panel } from './panel.tsx';

interface MonthProps {
	title: string;
	figures: Statistics['thisMonth'];
	/** Since year 0. */
	month: number;
}

const Month = ({ title, figures, month }: MonthProps) => {
	const days = daysOfMonth(month);
	const facts = [
		{ label: 'Transactions', value: grouped(figures.total), of: days },
		{ label: 'Revenue', value: ksh(figures.amount), of: { ...days, status: 'completed' } },
		{ label: 'Average', value: ksh(average(figures.amount, figures.total)), of: days },
	] as const;
	return (
		<Panel
			title={title}
			className={classes.month}
			aside={
				<Text size="sm" c="dimmed">
					{dayIn(days.from, 'MMMM yyyy')}
				</Text>
			}
		>
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
		</Panel>
	);
};

interface MonthlySectionProps {
	figures: Statistics;
	/** When the figures were read, in milliseconds. */
	at: number;
	/** Completed payments of this month by M-Pesa's time; undefined while unknown. */
	booked: number | undefined;
}

/** Shows the previous and the current month. */
export const MonthlySection = ({ figures, at, booked }: MonthlySectionProps) => (
	<section className={classes.section} aria-labelledby="months">
		<Title order={2} size="h3" id="months">
			Monthly Performance
		</Title>
		<div className={classes.two}>
			<Month title="Previous Month" figures={figures.lastMonth} month={monthOf(at) - 1} />
			<Month title="Current Month" figures={figures.thisMonth} month={monthOf(at)} />
		</div>
		{booked !== undefined && (
			<Text size="sm" c="dimmed">
				{datingWords('The current month', figures.thisMonth.amount, booked)}
			</Text>
		)}
	</section>
);

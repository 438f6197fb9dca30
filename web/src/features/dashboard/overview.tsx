import { Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Statistics, Trends } from '#shared/contract/statistics.ts';
import { grouped } from '#shared/grouped.ts';
import { ksh } from '../../ui/money.ts';
import classes from './dashboard.module.css';
import { average, change, percent, UNCHANGED } from './figures.ts';
import { NumberLink, type Payments } from './number-link.tsx';

interface FigureProps {
	label: string;
	value: string;
	of: Payments;
	children: ReactNode;
}

/** Shorter numbers are all of one size. */
const SHORT = 14;

const Figure = ({ label, value, of, children }: FigureProps) => (
	<div className={classes.card}>
		<dt>{label}</dt>
		<dd
			className={classes.figure}
			style={{ '--characters': Math.max(value.length, SHORT) } as CSSProperties}
		>
			<NumberLink label={label} value={value} of={of} wide />
		</dd>
		<dd className={classes.note}>{children}</dd>
	</div>
);

interface ChangeProps {
	now: number;
	before: number;
	/** Last month up to the same day, where it is known. */
	same: number | undefined;
}

const Change = ({ now, before, same }: ChangeProps) => {
	const words = change(now, before);
	const Icon = now < before ? IconArrowDownRight : IconArrowUpRight;
	return (
		<>
			<span>
				{now !== before && words !== UNCHANGED && (
					<Icon size={16} stroke={2} aria-hidden className={classes.arrow} />
				)}
				<Text span inherit fw={600} c="var(--mantine-color-text)">
					{words}
				</Text>{' '}
				{words === 'new' ? 'nothing last month' : 'from last month'}
			</span>
			{same !== undefined && before > 0 && (
				<span>
					Same days of last month:{' '}
					<span className="tabular">{same === 0 ? 'none' : change(now, same)}</span>
				</span>
			)}
		</>
	);
};

interface OverviewProps {
	figures: Statistics;
	/** Undefined where it could not be had. */
	sameDays: Trends['sameDays'] | undefined;
}

/** The four cards at the top: how many, how much, how much each, and how many succeeded. */
export const Overview = ({ figures, sameDays }: OverviewProps) => {
	const { total, completed, totalAmount, lastMonth, thisMonth } = figures;
	return (
		<dl className={classes.four}>
			<Figure label="Total Transactions" value={grouped(total)} of={{}}>
				<Change now={thisMonth.total} before={lastMonth.total} same={sameDays?.total} />
			</Figure>
			<Figure label="Total Revenue" value={ksh(totalAmount)} of={{ status: 'completed' }}>
				<Change now={thisMonth.amount} before={lastMonth.amount} same={sameDays?.amount} />
			</Figure>
			<Figure label="Average Transaction" value={ksh(average(totalAmount, total))} of={{}}>
				Across all {grouped(total)}
			</Figure>
			<Figure label="Success Rate" value={percent(completed, total)} of={{ status: 'completed' }}>
				{grouped(completed)} of {grouped(total)} completed
			</Figure>
		</dl>
	);
};

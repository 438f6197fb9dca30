import { Box, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import {
	IconArrowDownRight,
	IconArrowUpRight,
	IconCircleCheck,
	IconCircleX,
	IconClock,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Statistics, Trends } from '#shared/contract/finance/statistics.ts';
import { statusWords } from '#shared/contract/finance/transactions-query.ts';
import { getDaysOfMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { Facts } from '../../platform/ui/facts.tsx';
import { formatPlainDate } from '../../platform/ui/format/dates.ts';
import { describeDating, formatKsh } from '../../platform/ui/format/money.ts';
import { InfoTip } from '../../platform/ui/page/info-tip.tsx';
import classes from './dashboard.module.css';
import { calculateAverage, formatChange, formatPercent, UNCHANGED } from './figures.ts';
import { NumberLink, Panel, type Payments, Section } from './parts.tsx';

interface CardProps {
	label: string;
	icon?: ReactNode;
	value: string;
	filters: Payments;
	children: ReactNode;
	/** A bar at the end of the card. */
	bar?: ReactNode;
}

const Card = ({ label, icon, value, filters, children, bar }: CardProps) => (
	<Box pos="relative" p="16px 20px" className={`boxed ${classes.card}`}>
		<Group component="dt" gap={6} fz="sm" c="dimmed">
			{icon}
			{label}
		</Group>
		<Text
			component="dd"
			// Shrinks long numbers, so that any revenue fits its card.
			fz={`min(1.625rem, calc(100cqi / ${Math.max(value.length, 14) * 0.65}))`}
			fw={600}
			lh="2.125rem"
			lts="-0.015em"
		>
			<NumberLink label={label} value={value} filters={filters} wide />
		</Text>
		<Text component="dd" fz={13} c="dimmed">
			{children}
		</Text>
		{bar}
	</Box>
);

interface ChangeProps {
	now: number;
	previous: number;
	/** The figure of the same days of last month, if known. */
	same: number | undefined;
}

const Change = ({ now, previous, same }: ChangeProps) => {
	const changeText = formatChange(now, previous);
	const Icon = now < previous ? IconArrowDownRight : IconArrowUpRight;
	return (
		<span
			title={
				same !== undefined && previous > 0
					? `Same days of last month: ${same === 0 ? 'none' : formatChange(now, same)}`
					: undefined
			}
		>
			{now !== previous && changeText !== UNCHANGED && (
				<Icon size={16} aria-hidden style={{ marginRight: 4, verticalAlign: -3 }} />
			)}
			<Text span inherit fw={600} c="var(--mantine-color-text)">
				{changeText}
			</Text>{' '}
			{changeText === 'new' ? 'nothing last month' : 'from last month'}
		</span>
	);
};

interface OverviewProps {
	figures: Statistics;
	/** Undefined if the trends could not be loaded. */
	sameDays: Trends['sameDays'] | undefined;
}

/** Renders the four cards at the top: count, revenue, average and success rate. */
export const Overview = ({ figures, sameDays }: OverviewProps) => {
	const { total, completed, totalAmount, lastMonth, thisMonth } = figures;
	return (
		<SimpleGrid component="dl" cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
			<Card label="Total Transactions" value={formatWhole(total)} filters={{}}>
				<Change now={thisMonth.total} previous={lastMonth.total} same={sameDays?.total} />
			</Card>
			<Card label="Total Revenue" value={formatKsh(totalAmount)} filters={{ status: 'completed' }}>
				<Change now={thisMonth.amount} previous={lastMonth.amount} same={sameDays?.amount} />
			</Card>
			<Card
				label="Average Transaction"
				value={formatKsh(calculateAverage(totalAmount, total))}
				filters={{}}
			>
				Across all {formatWhole(total)}
			</Card>
			<Card
				label="Success Rate"
				value={formatPercent(completed, total)}
				filters={{ status: 'completed' }}
			>
				{formatWhole(completed)} of {formatWhole(total)} completed
			</Card>
		</SimpleGrid>
	);
};

const states = [
	{ status: 'completed', Icon: IconCircleCheck, color: 'var(--ufundi-good)' },
	{ status: 'pending', Icon: IconClock, color: 'var(--ufundi-waiting)' },
	{ status: 'failed', Icon: IconCircleX, color: 'var(--ufundi-bad)' },
] as const;

/** Renders the number of payments by status, and their share of all payments. */
export const StatusSection = ({ figures }: { figures: Statistics }) => (
	<Section title="Transaction Status">
		<SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} spacing="md">
			{states.map(({ status, Icon, color }) => (
				<Card
					key={status}
					label={statusWords[status]}
					icon={<Icon size={18} color={color} aria-hidden />}
					value={formatWhole(figures[status])}
					filters={{ status }}
					bar={
						<Progress
							pos="absolute"
							bottom={0}
							left={0}
							right={0}
							size={4}
							radius={0}
							color={color}
							value={figures.total && (figures[status] / figures.total) * 100}
							aria-hidden
						/>
					}
				>
					{formatPercent(figures[status], figures.total)} of total
				</Card>
			))}
		</SimpleGrid>
	</Section>
);

interface MonthProps {
	title: string;
	figures: Statistics['thisMonth'];
	/** Months since year 0. */
	month: number;
}

const Month = ({ title, figures, month }: MonthProps) => {
	const days = getDaysOfMonth(month);
	const facts = [
		{ label: 'Transactions', value: formatWhole(figures.total), filters: days },
		{
			label: 'Revenue',
			value: formatKsh(figures.amount),
			filters: { ...days, status: 'completed' },
		},
		{
			label: 'Average',
			value: formatKsh(calculateAverage(figures.amount, figures.total)),
			filters: days,
		},
	] as const;
	return (
		<Panel
			title={title}
			aside={
				<Text size="sm" c="dimmed">
					{formatPlainDate(days.from, 'MMMM yyyy')}
				</Text>
			}
		>
			{figures.total === 0 ? (
				<Text c="dimmed" mt="sm">
					No transactions.
				</Text>
			) : (
				<Facts
					cols={{ base: 2, xs: 3 }}
					mt="sm"
					fz={16}
					strong
					of={Object.fromEntries(
						facts.map(({ label, value, filters }) => [
							label,
							<NumberLink
								key={label}
								label={`${label}, ${title}`}
								value={value}
								filters={filters}
								wide
							/>,
						]),
					)}
				/>
			)}
		</Panel>
	);
};

interface MonthlySectionProps {
	figures: Statistics;
	/** The time when the figures were loaded, in milliseconds. */
	loadedAt: number;
	/** Completed payments of this month by M-Pesa's time; undefined while unknown. */
	booked: number | undefined;
}

/** Renders the previous and the current month. */
export const MonthlySection = ({ figures, loadedAt, booked }: MonthlySectionProps) => (
	<Section
		title="Monthly Performance"
		hint={
			booked !== undefined && (
				<InfoTip label="Dates of payments">
					{describeDating('The current month', figures.thisMonth.amount, booked)}
				</InfoTip>
			)
		}
	>
		<SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
			<Month
				title="Previous Month"
				figures={figures.lastMonth}
				month={toMonthNumber(loadedAt) - 1}
			/>
			<Month title="Current Month" figures={figures.thisMonth} month={toMonthNumber(loadedAt)} />
		</SimpleGrid>
	</Section>
);

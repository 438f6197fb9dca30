import { Group, Stack, Text, Title } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Period } from '#shared/contract/finance/periods.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import { DataTable } from '../../platform/ui/table/data-table.tsx';
import { ignoreNextPageError, ShowMore } from '../../platform/ui/table/pager.tsx';
import { formatOpen } from '../ui/open-lines.ts';
import { ChangeList, PeriodBadge } from './period-panel.tsx';
import { periodsQuery } from './queries.ts';

type Row = Period & { id: string };

const isCovered = ({ figures }: Row) => figures.statement.covered.length > 0;

/** Builds a column of amounts. Without a statement most are not known. */
const makeAmountColumn = (
	header: string,
	getAmount: (row: Row) => number,
	isKnown = isCovered,
): Column<Row> => ({
	id: header.toLowerCase(),
	header,
	numeric: true,
	value: getAmount,
	draw: (row) => (isKnown(row) ? formatMoney(getAmount(row)) : '–'),
});

/** Returns the number of changes after the closing; null without one. */
const describeChanges = (since: Row['since']) =>
	since && since.changes.length > 0 ? formatCount(since.changes.length, 'change') : null;

const columns: readonly Column<Row>[] = [
	{
		id: 'month',
		header: 'Month',
		title: true,
		descendsFirst: true,
		draw: ({ month }) => (
			<LinkText to="/admin/reconciliation" search={{ month }}>
				{formatMonthWords(month)}
			</LinkText>
		),
	},
	{
		id: 'state',
		header: 'State',
		draw: ({ state }) => <PeriodBadge state={state} />,
	},
	makeAmountColumn('Statement', ({ figures }) => figures.statement.in),
	makeAmountColumn(
		'Our records',
		({ figures }) => figures.books.in,
		() => true,
	),
	{
		id: 'still to decide',
		header: 'Still to decide',
		numeric: true,
		value: ({ figures, now }) => (now ?? figures).unexplained,
		draw: (row) => (isCovered(row) ? formatOpen(row.now ?? row.figures) : '–'),
	},
	{
		id: 'since',
		header: 'Since closing',
		numeric: true,
		value: ({ since }) => since?.changes.length ?? 0,
		draw: ({ since }) => describeChanges(since) ?? '–',
	},
	{
		id: 'closed',
		header: 'Closed',
		spare: true,
		value: ({ closed }) => closed?.at ?? '',
		draw: ({ closed }) => (closed ? `${closed.by}, ${formatMoment(closed.at)}` : '–'),
	},
];
const sortable = columns.map(({ id }) => id);

const renderLines = (row: Row) => (
	<>
		<Group gap="xs">
			<strong>
				<LinkText to="/admin/reconciliation" search={{ month: row.month }}>
					{formatMonthWords(row.month)}
				</LinkText>
			</strong>
			<PeriodBadge state={row.state} />
		</Group>
		<Text size="xs" c="dimmed" className="tabular">
			{[
				isCovered(row) ? `Still to decide ${formatOpen(row.now ?? row.figures)}` : 'No statement',
				`Our records ${formatMoney(row.figures.books.in)}`,
				row.since && describeChanges(row.since) && `${describeChanges(row.since)} since closing`,
				row.closed && `${row.closed.by}, ${formatMoment(row.closed.at)}`,
			]
				.filter(Boolean)
				.join(' · ')}
		</Text>
	</>
);

/** Lists the changes of closed months after their closing. */
const ChangedMonths = ({ rows }: { rows: readonly Period[] }) => {
	const changed = rows.filter(({ since }) => since && since.changes.length > 0);
	if (changed.length === 0) return null;
	return (
		<Stack component="section" className="boxed" gap="xs" mt="md" p="14px 20px">
			<Title order={2} size="h4">
				Changed since closing
			</Title>
			{changed.map(({ month, since }) => (
				<div key={month}>
					<Text size="sm" fw={600}>
						{formatMonthWords(month)}
					</Text>
					<ChangeList
						changes={since?.changes ?? []}
						label={`Changes in ${formatMonthWords(month)} since closing`}
					/>
				</div>
			))}
		</Stack>
	);
};

/** Lists the months, latest first, with their totals and status. */
export const MonthsPage = () => {
	const periods = useInfiniteQuery(periodsQuery);
	const navigate = useNavigate();
	return (
		<Page
			subtitle="Totals and status by month"
			back={<BackLink to="/admin/reconciliation">Reconciliation</BackLink>}
		>
			<Loaded
				query={ignoreNextPageError(periods)}
				loading="Loading the months..."
				fallback="Failed to load the months"
			>
				{(rows) =>
					rows.length === 0 ? (
						<Empty icon={IconCalendarOff} title="No months yet" />
					) : (
						<>
							<DataTable
								label="Months"
								columns={columns}
								rows={rows.map((row) => ({ ...row, id: row.month }))}
								sortable={sortable}
								defaultSort="-month"
								lines={renderLines}
								onOpen={(month) =>
									void navigate({ to: '/admin/reconciliation', search: { month } })
								}
							/>
							<ChangedMonths rows={rows} />
							<ShowMore
								list={periods}
								words="Show earlier months"
								end="No earlier months."
								fallback="Failed to load the months"
							/>
						</>
					)
				}
			</Loaded>
		</Page>
	);
};

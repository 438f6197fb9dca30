import { Box, Button, NativeSelect, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Reconciliation } from '#shared/contract/finance/periods.ts';
import {
	type LineState,
	lineRowStates,
	lineStates,
	OPEN_STATES,
	type OutPart,
	outParts,
} from '#shared/contract/finance/reconciliation-query.ts';
import { listNames } from '#shared/contract/platform/choices.ts';
import {
	formatMonth,
	formatMonthWords,
	formatPeriod,
	toMonthNumber,
} from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { type ListState, useListState } from '../../platform/ui/address/list-state.ts';
import { UNSET } from '../../platform/ui/fields/use-form.ts';
import { describeDating } from '../../platform/ui/format/money.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { hideRepeatedError, Loaded, useRetryFailed } from '../../platform/ui/loading/loaded.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { InfoTip } from '../../platform/ui/page/info-tip.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { FilterBar, Filters, SearchField } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { LinesList } from './lines-list.tsx';
import { MonthBox, MonthFigures } from './month-figures.tsx';
import { buildLinesQuery, buildMonthQuery, LINES_LIMIT, listLastMonths } from './queries.ts';
import classes from './reconciliation.module.css';
import { StatementIntake, StatementsLink } from './statement-intake.tsx';

/** Begins the value of a choice of money out. */
const OUT = 'out ';

/** Lists the choices of lines with their numbers. */
const listChoices = (month: Reconciliation | undefined) => {
	// A closed month has stored figures but current lines.
	const now = month?.period.now ?? month;
	const count = (states: readonly LineState[]) =>
		now ? ` (${formatWhole(states.reduce((sum, state) => sum + now.states[state].count, 0))})` : '';
	const all = Object.keys(lineStates) as LineState[];
	return [
		{ value: 'open', label: `Needs a decision${count(OPEN_STATES)}` },
		{ value: 'all', label: `All lines${count(all)}` },
		...all.map((state) => ({ value: state, label: `${lineStates[state]}${count([state])}` })),
		{ value: 'returned', label: lineRowStates.returned },
		...listNames(outParts).map((out) => ({
			value: `${OUT}${out}`,
			label: `Money out: ${outParts[out]}`,
		})),
	];
};

/** Reads which lines the address chooses. */
const readChoice = ({ state, out }: ListState) => ({
	out: out as OutPart | undefined,
	state: (state ?? (out ? 'all' : 'open')) as LineState | 'open' | 'all',
});

/** Describes the periods of a month that statements cover. */
const describeCovered = (month: string, covered: Reconciliation['statement']['covered']) => {
	const periods = covered.map(formatPeriod).join(', ');
	return periods === formatMonthWords(month) ? `all of ${periods}` : periods;
};

interface NothingProps {
	figures: Reconciliation | undefined;
	/** Whether the list shows all open lines, without a search. */
	showsAllOpen: boolean;
	/** Opens the dialog that closes the month; undefined without the permission. */
	onClose: (() => void) | undefined;
}

/** Explains an empty list, and offers to close the month if no line is open. */
const Nothing = ({ figures, showsAllOpen, onClose }: NothingProps) => {
	if (figures?.statement.covered.length === 0)
		return (
			<Empty
				icon={IconScale}
				title={`No statement covers ${formatMonthWords(figures.month)} yet`}
				text="Choose a statement to compare it with our records."
			/>
		);
	if (!showsAllOpen) return <Empty icon={IconScale} title="No lines found" />;
	return (
		<Empty
			icon={IconScale}
			title="Nothing needs a decision"
			action={
				figures?.period.state === 'open' &&
				onClose &&
				!figures.period.left.some(({ kind }) => kind === 'not_over') && (
					<Button onClick={onClose}>Close {formatMonthWords(figures.month)}</Button>
				)
			}
		/>
	);
};

/** Says which days of a month statements cover, and how its payments are dated. */
const Coverage = ({ month }: { month: Reconciliation }) => {
	const { covered } = month.statement;
	return (
		<>
			{/* Periods without a statement are among the open items. */}
			<Text size="sm" c="dimmed" component="div">
				{covered.length > 0
					? `Statements cover ${describeCovered(month.month, covered)}. `
					: 'How payments are dated '}
				<InfoTip label="Dates of payments">
					{describeDating('The month', month.listed, (month.period.now ?? month).books.in)}
				</InfoTip>
			</Text>
			{month.period.now?.statement.missing.map(({ text }) => (
				<Text key={text} size="sm">
					{text}
				</Text>
			))}
		</>
	);
};

interface ReconciliationPageProps {
	/** Renders the state of a month; `openStep` is the open dialog. */
	renderPeriod: (
		month: Reconciliation,
		openStep: 'close' | 'reopen' | undefined,
		onOpenStep: (step: 'close' | 'reopen' | undefined) => void,
	) => ReactNode;
}

/** Compares M-Pesa's statements with our records, month by month. */
export const ReconciliationPage = ({ renderPeriod }: ReconciliationPageProps) => {
	const [address, change] = useListState();
	const mayAct = useMay('payments:act');
	const wide = useWide();
	const { out, state } = readChoice(address);
	const page = parsePage(address.page);
	// Without a month in the URL: the next month to close, which stays on screen after it is closed.
	const [opened, open] = useState<string>();
	const figures = useQuery(buildMonthQuery(address.month, opened));
	const month = address.month ?? figures.data?.month;
	if (address.month === undefined && opened === undefined && month) open(month);
	const lines = useQuery(
		buildLinesQuery({
			month: address.month,
			opened,
			page,
			search: address.search,
			state: state === 'all' ? undefined : state,
			out,
		}),
	);
	const retry = useRetryFailed();
	const lineList = hideRepeatedError(lines, figures.isError);
	const [openStep, setOpenStep] = useState<'close' | 'reopen'>();
	const closing = useRef<HTMLDivElement>(null);
	const toClosing = () => closing.current?.focus();
	const toMonth = (next: string) => change({ month: next, page: undefined });
	const changed = (figures.data?.period.since?.changes.length ?? 0) > 0;
	const period = figures.data && (
		<>
			<Coverage month={figures.data} />
			<div ref={closing} tabIndex={-1} className={classes.period}>
				{renderPeriod(figures.data, openStep, setOpenStep)}
			</div>
		</>
	);
	// Phones show it below the lines, except when a closed month changed.
	const closingBox = !wide && period && (
		<Box my={{ base: 12, sm: 16 }}>
			<MonthBox label="Closing the month">{period}</MonthBox>
		</Box>
	);
	return (
		<Page
			subtitle="M-Pesa statements and our records"
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			{mayAct ? (
				<StatementIntake
					onImported={({ to }) => toMonth(formatMonth(toMonthNumber(Date.parse(to) - 1)))}
				/>
			) : (
				<Box mb={{ base: 12, sm: 16 }}>
					<StatementsLink />
				</Box>
			)}
			<FilterBar>
				<NativeSelect
					aria-label="Month"
					flex={{ base: '1 1 154px', xs: '1 1 180px' }}
					value={month ?? UNSET}
					onChange={(event) => toMonth(event.currentTarget.value)}
					data={[...new Set([month ?? UNSET, ...listLastMonths()])]
						.sort()
						.reverse()
						.map((value) => ({
							value,
							label: value === UNSET ? 'Month' : formatMonthWords(value),
						}))}
				/>
				<Filters names={['search', 'state', 'out']}>
					<SearchField label="Search lines" />
					<NativeSelect
						aria-label="Show"
						flex="1 1 180px"
						value={out ? `${OUT}${out}` : state}
						onChange={({ currentTarget: { value } }) =>
							change(
								value.startsWith(OUT)
									? { state: undefined, out: value.slice(OUT.length) }
									: { state: value === 'open' ? undefined : value, out: undefined },
							)
						}
						data={listChoices(figures.data)}
					/>
				</Filters>
			</FilterBar>
			<Box mb={{ base: 12, sm: 16 }}>
				<Loaded
					query={{ ...figures, refetch: retry }}
					loading="Loading the month..."
					height={120}
					fallback="Failed to load the month"
				>
					{(data) => (
						<MonthFigures month={data} onClosing={changed ? undefined : toClosing}>
							{period}
						</MonthFigures>
					)}
				</Loaded>
			</Box>
			{changed && closingBox}
			{/* An error that both queries share is shown once, above. */}
			{!lineList.hidden && (
				<PagedList
					query={lineList}
					limit={LINES_LIMIT}
					loading="Loading lines..."
					fallback="Failed to load the lines"
				>
					{({ data }) => (
						<LinesList
							lines={data}
							empty={
								<Nothing
									figures={figures.data}
									showsAllOpen={state === 'open' && address.search === undefined}
									onClose={mayAct ? () => setOpenStep('close') : undefined}
								/>
							}
						/>
					)}
				</PagedList>
			)}
			{!changed && closingBox}
		</Page>
	);
};

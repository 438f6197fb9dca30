import { Button, NativeSelect, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { Reconciliation } from '#shared/contract/periods.ts';
import { type LineState, lineStates, OPEN_STATES } from '#shared/contract/reconciliation.ts';
import { monthOf, monthText, monthWords } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { useMay } from '../../api/account.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterBar, SearchField } from '../../ui/list/filter-bar.tsx';
import { usePageBehind } from '../../ui/list/page-behind.ts';
import { Pager, pageIn } from '../../ui/list/pager.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { acts } from './acts.ts';
import { LinesList } from './lines-list.tsx';
import { MonthFigures } from './month-figures.tsx';
import { LINES_LIMIT, lastMonths, linesQuery, monthQuery, thisMonth } from './queries.ts';
import classes from './reconciliation.module.css';
import { StatementIntake } from './statement-intake.tsx';
import { money } from './words.ts';

/** What stands in the choice of lines, each with how many there are. */
const choicesOf = (month: Reconciliation | undefined) => {
	// Of a closed month the figures are those of then, the lines those of now.
	const now = month?.period.now ?? month;
	const count = (states: readonly LineState[]) =>
		now ? ` (${grouped(states.reduce((sum, state) => sum + now.states[state].count, 0))})` : '';
	const all = Object.keys(lineStates) as LineState[];
	return [
		{ value: 'open', label: `Needs a decision${count(OPEN_STATES)}` },
		{ value: '', label: `All lines${count(all)}` },
		...all.map((state) => ({ value: state, label: `${lineStates[state]}${count([state])}` })),
	];
};

/** What the keys do, for who has some. */
const Keys = () => (
	<Text size="xs" c="dimmed" className={classes.keys}>
		J and K walk the lines, Enter takes the first button.{' '}
		{Object.values(acts)
			.filter(({ key }) => key.length === 1)
			.map(({ words, key }) => `${key.toUpperCase()}: ${words.replace('…', '')}`)
			.join(' · ')}{' '}
		· Ctrl+Z: undo
	</Text>
);

interface NothingProps {
	month: string;
	figures: Reconciliation | undefined;
	/** All that needs a decision was asked for, and is none. */
	done: boolean;
	onClosing: () => void;
}

/** No lines: where none is left to decide, what comes next. */
const Nothing = ({ month, figures, done, onClosing }: NothingProps) => {
	const covered = figures?.statement.covered.length !== 0;
	const isNext = done && covered && figures?.period.state === 'open';
	return (
		<Empty
			icon={IconScale}
			title={
				!covered
					? `No statement covers ${monthWords(month)} yet`
					: done
						? 'Nothing needs a decision'
						: 'No lines found'
			}
			text={
				!covered
					? 'Once there is one, what it and our books do not agree about stands here.'
					: done
						? `Unexplained ${money(0)}.`
						: undefined
			}
			action={isNext && <Button onClick={onClosing}>On to closing the month</Button>}
		/>
	);
};

interface ReconciliationPageProps {
	/** Shows how a month stands, and what is to be done next. */
	standing: (month: Reconciliation) => ReactNode;
}

/** The statement desk: M-Pesa's statements beside our books, month by month. */
export const ReconciliationPage = ({ standing }: ReconciliationPageProps) => {
	const [address, change] = useListState();
	const mayAct = useMay('payments:act');
	const month = address.month ?? thisMonth();
	const state = (address.state ?? 'open') as LineState | 'open' | 'all';
	const page = pageIn(address.page);
	const figures = useQuery(monthQuery(month));
	const lines = useQuery(
		linesQuery({
			...{ month, page, search: address.search },
			state: state === 'all' ? undefined : state,
		}),
	);
	const behind = usePageBehind(lines.data?.total, LINES_LIMIT, lines.isPlaceholderData);
	const arriving = useRef(false);
	const closing = useRef<HTMLDivElement>(null);
	const toMonth = (next: string) =>
		change({ month: next === thisMonth() ? undefined : next, page: undefined });
	return (
		<Page
			title="Reconciliation"
			subtitle="M-Pesa’s statements beside our books, month by month"
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
			actions={
				<LinkButton variant="default" to="/admin/reconciliation/statements">
					Statements taken in
				</LinkButton>
			}
		>
			{mayAct && (
				<StatementIntake
					onTaken={({ to }) => {
						arriving.current = true;
						toMonth(monthText(monthOf(Date.parse(to) - 1)));
					}}
				/>
			)}
			<FilterBar>
				<NativeSelect
					aria-label="Month"
					style={{ flex: '1 1 154px', maxWidth: 190 }}
					value={month}
					onChange={(event) => toMonth(event.currentTarget.value)}
					data={[...new Set([month, ...lastMonths()])]
						.sort()
						.reverse()
						.map((value) => ({ value, label: monthWords(value) }))}
				/>
				<SearchField label="Search lines" />
				<NativeSelect
					aria-label="Show"
					style={{ flex: '1 1 230px', maxWidth: 360 }}
					value={state === 'all' ? '' : state}
					onChange={({ currentTarget: { value } }) =>
						change({ state: value === 'open' ? undefined : value || 'all' })
					}
					data={choicesOf(figures.data)}
				/>
			</FilterBar>
			<div className={classes.standing}>
				<Loaded
					query={figures}
					loading="Loading the month..."
					fallback="Failed to load the month"
					skeleton={<TableSkeleton rows={1} />}
				>
					{(data) => (
						<MonthFigures month={data}>
							<div ref={closing} tabIndex={-1}>
								{standing(data)}
							</div>
						</MonthFigures>
					)}
				</Loaded>
			</div>
			<Loaded
				query={lines}
				loading="Loading lines..."
				fallback="Failed to load the lines"
				skeleton={<TableSkeleton rows={5} />}
			>
				{({ data, total }) =>
					behind ? (
						<TableSkeleton rows={5} />
					) : (
						<>
							{mayAct && data.length > 0 && <Keys />}
							<LinesList
								month={month}
								lines={data}
								settled={!lines.isPlaceholderData && !lines.isFetching}
								arriving={arriving}
								empty={
									<Nothing
										month={month}
										figures={figures.data}
										done={state === 'open' && address.search === undefined}
										onClosing={() => closing.current?.focus()}
									/>
								}
							/>
							<Pager total={total} limit={LINES_LIMIT} busy={lines.isPlaceholderData} />
						</>
					)
				}
			</Loaded>
		</Page>
	);
};

import { Button, Menu } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { resultCode } from '#shared/contract/result-codes.ts';
import type { Failure } from '#shared/contract/statistics.ts';
import {
	ANY_MARK,
	ANY_TO_ASSIGN,
	type Mark,
	marks,
	NO_CODE,
	type TransactionFilters,
} from '#shared/contract/transactions-query.ts';
import { dayOf, daysOfMonth, dayText, monthOf } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { fetchData } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { ButtonMenu, LinkMenuItem } from '../../ui/menu/menu.tsx';
import { type LinkAttributes, LinkButton } from '../../ui/page/links.tsx';
import { toQuery, waitingQuery } from './queries.ts';

/** Short names of the marks that payments can have; the other marks are of deliveries without a payment. */
const markWords: Partial<Record<Mark, string>> = {
	unanswered: 'Not answered',
	unresolved: 'Pending for over a day',
	receipt_awaited: 'Receipt awaited',
	late_success: 'Failed, then paid',
	amount_mismatch: 'Another amount',
	receipt_reused: 'Receipt of another payment',
	receipt_differs: 'Another receipt',
	request_mismatch: 'Other request ids',
	request_id_reused: 'Request ids used twice',
	untrusted: 'From an untrusted address',
	dated_before: 'Dated before the request',
	no_balance: 'Confirmed without a balance',
};

const reasonWords = (code: string) =>
	code === NO_CODE ? 'No reason given' : (resultCode(code)?.meaning ?? `Code ${code}`);

const usualDays = () => {
	const now = Date.now();
	const today = dayText(dayOf(now));
	return {
		Today: { from: today, to: today },
		'This month': daysOfMonth(monthOf(now)),
		'Last month': daysOfMonth(monthOf(now) - 1),
	};
};

const look = { size: 'xs', radius: 'xl', fw: 450 } as const;

/** The router marks a link to the current page; several chips can be on at once. */
const ChipLink = createLink(({ on, ...link }: LinkAttributes & { on: boolean }) => (
	<Button
		component="a"
		{...look}
		{...link}
		variant={on ? 'light' : 'default'}
		aria-current={on ? 'true' : undefined}
	/>
));

interface ChipProps {
	/** The filters of the list after the chip is pressed. */
	to: TransactionFilters;
	/** True if the filter is set; `to` then removes it. */
	on: boolean;
	/** The number of matching payments. */
	n?: number | undefined;
	children: ReactNode;
}

const Chip = ({ to, on, n, children }: ChipProps) => (
	<ChipLink to="/admin/transactions" search={to as object} replace resetScroll={false} on={on}>
		{children}
		{n !== undefined && <span className="tabular">&nbsp;{grouped(n)}</span>}
		{on && <span aria-hidden>&nbsp;×</span>}
	</ChipLink>
);

interface ChipMenuProps {
	words: string;
	/** Hides the menu on a phone until the filters are open. */
	few?: boolean;
	children: ReactNode;
}

const ChipMenu = ({ words, few, children }: ChipMenuProps) => (
	<ButtonMenu
		button={
			<Button {...look} variant="default" data-few={few || undefined}>
				{words}&nbsp;<span aria-hidden>▾</span>
			</Button>
		}
		position="bottom-start"
		dropdown={{
			maw: 'min(24rem, calc(100vw - 24px))',
			mah: '60dvh',
			style: { overflowY: 'auto' },
		}}
	>
		{children}
	</ButtonMenu>
);

interface ChoiceProps {
	to: TransactionFilters;
	n?: number;
	children: ReactNode;
}

const Choice = ({ to, children, n }: ChoiceProps) => (
	<LinkMenuItem
		to="/admin/transactions"
		search={to as object}
		replace
		resetScroll={false}
		rightSection={n !== undefined && <span className="tabular">{grouped(n)}</span>}
	>
		{children}
	</LinkMenuItem>
);

/** Fetches the failed payments of a date range by result code, most frequent first. */
const failuresQuery = (days: Pick<TransactionFilters, 'from' | 'to'>) =>
	queryOptions({
		queryKey: ['statistics', 'failures', days],
		queryFn: fetchData<Failure[]>('/statistics/failures', toQuery(days)),
	});

const Reasons = ({ filters }: { filters: TransactionFilters }) => {
	const { from, to } = filters;
	const failures = useQuery(failuresQuery({ from, to }));
	if (failures.isPending) return <Menu.Label role="status">Loading reasons...</Menu.Label>;
	if (failures.isError)
		return (
			<Menu.Label role="alert">
				{errorMessage(failures.error, 'Failed to fetch reasons').message}
			</Menu.Label>
		);
	if (failures.data.length === 0) return <Menu.Label>No payments failed on these days.</Menu.Label>;
	return failures.data.map(({ result_code: code, total }) => {
		const result_code = code === null ? NO_CODE : String(code);
		const others = { status: undefined, mark: undefined, age: undefined };
		return (
			<Choice key={result_code} n={total} to={{ ...filters, ...others, result_code }}>
				{reasonWords(result_code)}
			</Choice>
		);
	});
};

const toAssignWords = { [ANY_TO_ASSIGN]: 'Not assigned', new_reference: 'New account' } as const;

/** Renders links to unassigned payments and unmatched deliveries, with their numbers. */
const Waiting = ({ filters }: { filters: TransactionFilters }) => {
	const { data } = useQuery(waitingQuery);
	const toAssign = [
		[ANY_TO_ASSIGN, data?.unassigned],
		['new_reference', data?.new_references],
	] as const;
	return (
		<>
			{toAssign.map(([to_assign, n]) => {
				const on = filters.to_assign === to_assign;
				return on || n ? (
					<Chip key={to_assign} on={on} n={n} to={on ? {} : { to_assign }}>
						{toAssignWords[to_assign]}
					</Chip>
				) : null;
			})}
			<LinkButton
				{...look}
				variant="default"
				to="/admin/transactions/strays"
				data-few={!data?.strays || undefined}
			>
				Unmatched deliveries
				{data && <span className="tabular">&nbsp;{grouped(data.strays)}</span>}
			</LinkButton>
		</>
	);
};

/** Renders the most frequent filters as links; a link whose filter is set removes it. */
export const Chips = ({ filters }: { filters: TransactionFilters }) => {
	const { from, to, mark, result_code, age } = filters;
	return (
		<>
			{Object.entries(usualDays()).map(([name, days]) => {
				const on = from === days.from && to === days.to;
				return (
					<Chip
						key={name}
						on={on}
						to={{ ...filters, ...(on ? { from: undefined, to: undefined } : days) }}
					>
						{name}
					</Chip>
				);
			})}
			<Chip
				on={mark === ANY_MARK}
				to={{ ...filters, mark: mark === ANY_MARK ? undefined : ANY_MARK, result_code: undefined }}
			>
				<IconAlertTriangle size={14} aria-hidden />
				&nbsp;Needs attention
			</Chip>
			{result_code ? (
				<Chip on to={{ ...filters, result_code: undefined }}>
					Failed: {reasonWords(result_code)}
				</Chip>
			) : (
				<ChipMenu words="Failed by reason">
					<Reasons filters={filters} />
				</ChipMenu>
			)}
			{mark && mark !== ANY_MARK ? (
				<Chip on to={{ ...filters, mark: undefined }}>
					{markWords[mark] ?? marks[mark]}
				</Chip>
			) : (
				<ChipMenu words="Marks" few>
					{Object.entries(markWords).map(([each, words]) => (
						<Choice key={each} to={{ ...filters, result_code: undefined, mark: each as Mark }}>
							{words}
						</Choice>
					))}
				</ChipMenu>
			)}
			<Waiting filters={filters} />
			{age && (
				<Chip on to={{ ...filters, age: undefined }}>
					Pending for {age}
				</Chip>
			)}
		</>
	);
};

import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import {
	type ToCheckItem,
	type ToCheckKind,
	type ToCheckPage as ToCheckList,
	toCheckKinds,
} from '#shared/contract/finance/to-check.ts';
import { formatMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { formatWhole } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { buildPageQuery } from '../../platform/api/query-keys.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { onDemand } from '../../platform/ui/loading/on-demand.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { FilterBar, FilterField } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { formatAge, formatPhone } from './formats.ts';
import { KEY } from './queries.ts';
import { UnmatchedFilters, UnmatchedList } from './unmatched-list.tsx';

const LIMIT = 25;

const toCheckQuery = (kind: ToCheckKind | undefined, page: number) =>
	buildPageQuery<ToCheckList>(
		[KEY, 'to-check', kind],
		'/transactions/to-check',
		{ kind },
		page,
		LIMIT,
	);

const look = { size: 'xs', variant: 'default' } as const;

const seenDialog = onDemand(() => import('./seen.tsx'), 'SeenDialog');

/** Returns whether an entry is taken off here; marks are settled where the payment is shown. */
const canBeSeen = ({ kind, acts }: ToCheckItem) => kind !== 'marked' && acts.includes('seen');

/** Renders the link to the place where an item is decided. */
const ActLink = ({ item }: { item: ToCheckItem }) => {
	const { kind, amount, transaction_id: id, receipt, line_id: line, delivery_id, month } = item;
	const name = [amount === null ? '' : formatMoney(amount), receipt].filter(Boolean).join(' ');
	if (kind === 'expected')
		return (
			<LinkButton
				{...look}
				to="/admin/transactions/to-check"
				search={{ kind: 'unmatched' }}
				aria-label={`Show: ${name}`}
			>
				Show
			</LinkButton>
		);
	if (delivery_id !== null)
		return (
			<LinkButton
				{...look}
				to="/admin/transactions/to-check"
				search={{
					kind: 'unmatched',
					search: receipt ?? undefined,
					...(kind === 'to_give_back' && { state: 'to_return' }),
				}}
				aria-label={`Decide: ${name}`}
			>
				Decide
			</LinkButton>
		);
	if (line !== null)
		return (
			<LinkButton
				{...look}
				to="/admin/reconciliation"
				search={{
					month: formatMonth(toMonthNumber(Date.parse(item.at))),
					search: receipt ?? undefined,
				}}
				aria-label={`Decide: ${name}`}
			>
				Decide
			</LinkButton>
		);
	if (kind === 'closed_account')
		return (
			<LinkButton
				{...look}
				to="/admin/accounts/$account"
				params={{ account: item.account ?? '' }}
				aria-label={`Show account: ${item.account}`}
			>
				Show account
			</LinkButton>
		);
	if (id === null)
		return (
			<LinkButton
				{...look}
				to="/admin/reconciliation"
				search={{ month: month ?? undefined }}
				aria-label={`Show month: ${name}`}
			>
				Show month
			</LinkButton>
		);
	const words = kind === 'unassigned' ? 'Assign' : 'Check';
	return (
		<LinkButton
			{...look}
			to="/admin/transactions/$transactionId"
			params={{ transactionId: id }}
			state={{ listBefore: true }}
			aria-label={`${words}: ${name}`}
		>
			{words}
		</LinkButton>
	);
};

const ItemRow = ({ item }: { item: ToCheckItem }) => {
	const mayAct = useMay('payments:act');
	return (
		<Group component="li" className="boxed" p="10px 16px" gap="8px 20px" justify="space-between">
			<Stack gap={2} flex="1 1 16rem">
				<Group gap={8}>
					<Badge color="yellow">{toCheckKinds[item.kind]}</Badge>
					{item.amount !== null && (
						<Text span fw={600} className="tabular">
							{formatMoney(item.amount)}
						</Text>
					)}
					{item.receipt && (
						<Text span size="sm" className="tabular">
							{item.receipt}
						</Text>
					)}
				</Group>
				<Text size="sm">{item.text}</Text>
				{item.suggestions.map(({ text }) => (
					<Text key={text} size="sm">
						{text}
					</Text>
				))}
				<Text size="sm" c="dimmed">
					<time dateTime={item.at} title={formatMoment(item.at)}>
						{formatAge(item.at)}
					</time>
					{[item.payer, item.phone && formatPhone(item.phone), item.account]
						.filter(Boolean)
						.map((each) => ` · ${each}`)}
				</Text>
			</Stack>
			<Group gap={8}>
				{mayAct && canBeSeen(item) && (
					<DialogButton
						part={seenDialog}
						dialog={{ item }}
						size="xs"
						variant="default"
						aria-label={`Seen: ${item.text}`}
					>
						Seen
					</DialogButton>
				)}
				<ActLink item={item} />
			</Group>
		</Group>
	);
};

const CheckList = ({ list }: { list: UseQueryResult<ToCheckList> }) => (
	<PagedList
		query={list}
		limit={LIMIT}
		loading="Loading what needs checking..."
		fallback="Failed to fetch what needs checking"
		empty={<Empty icon={IconCircleCheck} title="Nothing to check" text="Everything is decided." />}
	>
		{({ data }) => (
			<Stack component="ul" gap={10} aria-label="To check">
				{data.map((item) => (
					<ItemRow
						key={[
							item.kind,
							item.transaction_id,
							item.line_id,
							item.delivery_id,
							item.change_id,
							item.at,
						].join()}
						item={item}
					/>
				))}
			</Stack>
		)}
	</PagedList>
);

const NAMES = Object.keys(toCheckKinds) as ToCheckKind[];

/** Lists everything that needs a person, oldest first, each with its action. */
export const ToCheckPage = () => {
	const [{ page, ...state }] = useListState();
	const kind = NAMES.find((name) => name === (state.kind as string | undefined));
	const isMessages = kind === 'unmatched';
	const list = useQuery(toCheckQuery(kind, isMessages ? 1 : parsePage(page)));
	const totals = list.data?.totals;
	const all = totals && NAMES.reduce((sum, name) => sum + totals[name], 0);
	const options = Object.fromEntries(
		NAMES.filter((name) => name === kind || !totals || totals[name] > 0).map((name) => [
			name,
			totals ? `${toCheckKinds[name]} (${formatWhole(totals[name])})` : toCheckKinds[name],
		]),
	);
	return (
		<Page
			subtitle="Payments, statement lines and messages that need a person, oldest first."
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			<FilterBar>
				<FilterField
					name="kind"
					label="Show"
					all={all === undefined ? 'Everything' : `Everything (${formatWhole(all)})`}
					options={options}
					isWide
				/>
				{isMessages && <UnmatchedFilters />}
			</FilterBar>
			{isMessages ? <UnmatchedList /> : <CheckList list={list} />}
		</Page>
	);
};

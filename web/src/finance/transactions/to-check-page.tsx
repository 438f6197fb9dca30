import { Button, Checkbox, CloseButton, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
	type ToCheckItem,
	type ToCheckKind,
	type ToCheckPage as ToCheckList,
	toCheckKinds,
} from '#shared/contract/finance/to-check.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { buildPageQuery } from '../../platform/api/query-keys.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { formatListDay } from '../../platform/ui/format/dates.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { onDemand, useLast } from '../../platform/ui/loading/on-demand.tsx';
import { notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { SelectionPaper } from '../../platform/ui/selection/select-box.tsx';
import { FilterBar, SearchField } from '../../platform/ui/table/filter-bar.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { listCommonActs } from '../ui/decide/choices.ts';
import { useKeptFocus } from '../ui/decide/kept-focus.ts';
import { type ActName, actLabels } from '../ui/decide/labels.ts';
import { useDecide } from '../ui/decide/send.ts';
import { toSubject } from '../ui/decide/subject.ts';
import { DecidedList } from './decided-list.tsx';
import { KEY } from './queries.ts';
import { buildItemKey, ToCheckRow } from './to-check-row.tsx';

const LIMIT = 50;

const [DecisionDialog] = onDemand(
	() => import('../ui/decide/decision-dialog.tsx'),
	'DecisionDialog',
);

const toCheckQuery = (kind: ToCheckKind | undefined, page: number) =>
	buildPageQuery([KEY, 'to-check', kind], 'GET /transactions/to-check', { kind }, page, LIMIT);

interface TogetherProps {
	items: readonly ToCheckItem[];
	onClear: () => void;
}

/** Renders the decisions that the selected entries can get together. */
const Together = ({ items, onClear }: TogetherProps) => {
	const [act, setAct] = useState<ActName>();
	const last = useLast(act);
	const subjects = items.map(toSubject);
	const decide = useDecide(subjects);
	const countTogether = () =>
		void decide(
			{
				what: 'assignment',
				values: { together: true, reason: 'Part payments of one plan' },
				done: 'Counted together',
			},
			createAttempt(),
		)
			.then(onClear)
			.catch((error: unknown) => notifyFailure(error, 'Could not count these together'));
	return (
		<>
			{items.length > 0 && (
				<SelectionPaper>
					<Group gap="xs">
						<Text size="sm" fw={600} className="tabular">
							{items.length} selected
						</Text>
						{listCommonActs(items).map((name, at) => (
							<Button
								key={name}
								size="xs"
								variant={at === 0 ? 'filled' : 'default'}
								onClick={() => setAct(name)}
							>
								{actLabels[name].label}
							</Button>
						))}
						{items[0]?.kind === 'unassigned' && items.length > 1 && (
							<Button size="xs" variant="default" onClick={countTogether}>
								Count together
							</Button>
						)}
						<CloseButton aria-label="Clear selection" onClick={onClear} />
					</Group>
				</SelectionPaper>
			)}
			{last && (
				<DecisionDialog
					opened={act !== undefined}
					onClose={() => setAct(undefined)}
					act={last}
					subjects={subjects}
					onDecided={onClear}
				/>
			)}
		</>
	);
};

interface EntriesProps {
	items: readonly ToCheckItem[];
	/** The kind of all entries; undefined if there may be several. */
	kind: ToCheckKind | undefined;
}

/** Renders entries, of which several of one kind can be decided together. */
const Entries = ({ items, kind }: EntriesProps) => {
	const mayAct = useMay('payments:act');
	const [selected, select] = useState<ReadonlySet<string>>(new Set());
	const list = useKeptFocus<HTMLUListElement>(items);
	const chosen = items.filter((item) => selected.has(buildItemKey(item)));
	const [first] = chosen;
	const canSelect = (item: ToCheckItem) =>
		mayAct && listCommonActs([item]).length > 0 && (!first || first.kind === item.kind);
	const toggle = (item: ToCheckItem) => (on: boolean) => {
		const others = chosen.map(buildItemKey).filter((key) => key !== buildItemKey(item));
		select(new Set(on ? [...others, buildItemKey(item)] : others));
	};
	const selectAll = (on: boolean) => select(new Set(on ? items.map(buildItemKey) : []));
	return (
		<>
			{kind && items.length > 1 && items.every(canSelect) && (
				<Checkbox
					label="Select all on this page"
					mb={8}
					checked={chosen.length === items.length}
					indeterminate={chosen.length > 0 && chosen.length < items.length}
					onChange={({ currentTarget: { checked } }) => selectAll(checked)}
				/>
			)}
			<ul ref={list} tabIndex={-1} className="boxed ruled" aria-label="To check">
				{items.map((item) => (
					<ToCheckRow
						key={buildItemKey(item)}
						item={item}
						selected={chosen.includes(item)}
						onSelect={canSelect(item) ? toggle(item) : undefined}
					/>
				))}
			</ul>
			<Together items={chosen} onClear={() => select(new Set())} />
		</>
	);
};

const NAMES = Object.keys(toCheckKinds) as ToCheckKind[];
const DECIDED = 'decided';

interface KindsProps {
	kind: string | undefined;
	totals: ToCheckList['totals'] | undefined;
}

/** Renders the kinds of entries with their numbers; one filters the list. */
const Kinds = ({ kind, totals }: KindsProps) => {
	const [, change] = useListState();
	const all = totals && NAMES.reduce((sum, name) => sum + totals[name], 0);
	const shown = NAMES.filter((name) => name === kind || (totals && totals[name] > 0));
	const renderKind = (value: string | undefined, label: string, count?: number) => (
		<Button
			key={label}
			size="xs"
			radius="xl"
			fw={450}
			variant={value === kind ? 'filled' : 'default'}
			aria-pressed={value === kind}
			onClick={() => change({ kind: value, page: undefined, search: undefined, state: undefined })}
		>
			{label}
			{count !== undefined && <span className="tabular">&nbsp;{formatWhole(count)}</span>}
		</Button>
	);
	return (
		<Group gap={6} role="group" aria-label="Show">
			{renderKind(undefined, 'All', all)}
			{shown.map((name) => renderKind(name, toCheckKinds[name], totals?.[name]))}
			{renderKind(DECIDED, 'Decided')}
		</Group>
	);
};

/** Lists everything that needs a person, oldest first. Each entry is decided in place. */
export const ToCheckPage = () => {
	const [{ page, ...state }] = useListState();
	const isDecided = state.kind === DECIDED || state.state !== undefined;
	const kind = NAMES.find((name) => name === state.kind);
	const list = useQuery(toCheckQuery(kind, isDecided ? 1 : parsePage(page)));
	const { total = 0, data = [] } = list.data ?? {};
	const [oldest] = parsePage(page) === 1 ? data : [];
	return (
		<Page
			subtitle={
				oldest && !isDecided
					? `${formatCount(total, 'entry', 'entries')}, the oldest of ${formatListDay(oldest.at)}`
					: 'Payments, statement lines and messages that need a person.'
			}
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			<FilterBar>
				<Kinds kind={isDecided ? DECIDED : kind} totals={list.data?.totals} />
				{isDecided && <SearchField label="Search by receipt" />}
			</FilterBar>
			{isDecided ? (
				<DecidedList />
			) : (
				<PagedList
					query={list}
					limit={LIMIT}
					loading="Loading what needs checking..."
					fallback="Failed to fetch what needs checking"
					empty={
						<Empty icon={IconCircleCheck} title="Nothing to check" text="Everything is decided." />
					}
				>
					{(shown) => <Entries key={kind} items={shown.data} kind={kind} />}
				</PagedList>
			)}
		</Page>
	);
};

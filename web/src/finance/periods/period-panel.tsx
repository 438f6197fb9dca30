import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import {
	type Period,
	type PeriodChange,
	type PeriodLeft,
	periodStates,
	type Reconciliation,
} from '#shared/contract/finance/periods.ts';
import { formatMonthWords, formatPeriod } from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { download } from '../../platform/ui/files/save-file.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { onDemand, preloadHandlers, useLast } from '../../platform/ui/loading/on-demand.tsx';
import { notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { buildPeriodPath, type Step } from './queries.ts';

const [StepDialog, prepare] = onDemand(() => import('./step-dialog.tsx'), 'StepDialog');

/** Inline styles, so that the desk loads no style sheet for them. */
const PANEL = { display: 'grid', gap: 8 };
const LIST = { paddingLeft: 20, listStyle: 'disc', fontSize: '0.875rem' };

const openItemText = ({ kind, text, amount, ranges }: PeriodLeft) => {
	if (kind === 'uncovered') return `No statement covers ${ranges.map(formatPeriod).join(', ')}.`;
	if (kind === 'missing' || amount === null) return text;
	return `${text.slice(0, -1)}: ${formatMoney(amount)}.`;
};

/** Returns the address where an open item is settled. */
const openItemLink = (kind: PeriodLeft['kind'], month: string, hasOpenLines: boolean) => {
	const desk = '/admin/reconciliation';
	if (kind === 'unexplained') return { to: desk, search: { month } };
	const toCheck = '/admin/transactions/to-check';
	if (kind === 'strays') return { to: toCheck, search: { kind: 'unmatched' } };
	if (kind !== 'no_receipt') return undefined;
	// The desk attaches such a payment to its line, unless it is settled there.
	if (hasOpenLines) return { to: desk, search: { month, state: 'only_books' } };
	return { to: toCheck, search: { kind: 'marked' } };
};

/** Up to so many changes are shown at once. */
const CHANGES_OPEN = 5;

const formatSigned = (amount: number) => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`;

/** Describes later entries of a closed month; null if there are none. */
const describeSince = (since: Period['since']) => {
	if (!since) return null;
	const changes = [
		['Statement in', since.in],
		['Statement out', since.out],
		['Our records', since.books],
		['Reversals and refunds', since.returned],
	] as const;
	const words = changes
		.filter(([, amount]) => amount !== 0)
		.map(([label, amount]) => `${label} ${formatSigned(amount)}`);
	return words.length === 0 ? null : `Since closing: ${words.join(' · ')}`;
};

/** Shows the state of a month. */
export const PeriodBadge = ({ state }: Pick<Period, 'state'>) => (
	<Badge color={state === 'closed' ? 'brand' : 'gray'}>{periodStates[state]}</Badge>
);

/** Lists the open items of a month, except what its state and its empty list say. */
const listOpenItems = ({ statement, period: { left } }: Reconciliation) =>
	left.filter(
		({ kind }) => kind !== 'not_over' && (kind !== 'uncovered' || statement.covered.length > 0),
	);

const describeMonth = (reconciliation: Reconciliation) => {
	const { month, period } = reconciliation;
	const { left, closed } = period;
	if (closed) {
		const reason = closed.reason ? `. Reason: ${closed.reason}` : '';
		return `Closed by ${closed.by}, ${formatMoment(closed.at)}${reason}`;
	}
	if (left.length === 0) return `Nothing is open. ${formatMonthWords(month)} can be closed.`;
	const notOver = left.find(({ kind }) => kind === 'not_over');
	if (notOver) return notOver.text;
	return listOpenItems(reconciliation).length > 0
		? `Open items of ${formatMonthWords(month)}:`
		: '';
};

/** Lists what changed in a closed month after its closing: what, who, when and why. */
export const ChangeList = ({
	changes,
	label,
}: {
	changes: readonly PeriodChange[];
	label: string;
}) => (
	<ul style={LIST} aria-label={label}>
		{changes.map(({ at, by, text, amount }) => (
			<li key={`${at} ${by} ${text}`}>
				{text}
				{amount !== null && ` (${formatSigned(amount)})`}, {by}, {formatMoment(at)}
			</li>
		))}
	</ul>
);

interface PeriodPanelProps {
	month: Reconciliation;
	/** Which dialog is open. */
	openStep: Step | undefined;
	onOpenStep: (step: Step | undefined) => void;
}

/** Shows the state of a month and its open items, and closes or reopens it. */
export const PeriodPanel = ({ month, openStep, onOpenStep }: PeriodPanelProps) => {
	const mayAct = useMay('payments:act');
	const mayExport = useMay('payments:export');
	const exporting = useMutation({
		mutationFn: () => download(`${buildPeriodPath(month.month)}/pack.xlsx`),
		onError: (error) => notifyFailure(error, 'The workbook could not be downloaded'),
	});
	const wide = useWide();
	const { state, left, since } = month.period;
	const open = listOpenItems(month);
	const isOver = !left.some(({ kind }) => kind === 'not_over');
	const hasOpenLines = left.some(({ kind }) => kind === 'unexplained');
	const step = state === 'closed' ? 'reopen' : 'close';
	const labels = { close: left.length === 0 ? 'Close…' : 'Close anyway…', reopen: 'Reopen…' };
	const later = describeSince(since);
	const verbs = (
		<Group gap="sm">
			{mayAct && isOver && (
				<Button
					size="xs"
					variant={step === 'close' && left.length === 0 ? 'filled' : 'default'}
					{...preloadHandlers(prepare)}
					onClick={() => onOpenStep(step)}
				>
					{labels[step]}
				</Button>
			)}
			{mayExport && (
				<Button
					size="xs"
					variant="default"
					leftSection={<IconDownload size={16} aria-hidden />}
					loading={exporting.isPending}
					onClick={() => exporting.mutate()}
				>
					Download XLSX
				</Button>
			)}
			<LinkText small to="/admin/reconciliation/months">
				All months
			</LinkText>
		</Group>
	);
	return (
		<section style={PANEL} aria-label="Closing">
			<Group gap="xs" justify="space-between">
				<Group gap="xs" style={{ overflowWrap: 'anywhere' }}>
					<PeriodBadge state={state} />
					<Text size="sm">{describeMonth(month)}</Text>
				</Group>
				{wide && verbs}
			</Group>
			{open.length > 0 && (
				<ul style={LIST} aria-label="Open items">
					{open.map((each) => {
						const link = openItemLink(each.kind, month.month, hasOpenLines);
						const text = openItemText(each);
						return (
							<li key={each.kind}>
								{link ? (
									<LinkText small {...(link as { to: '/' })}>
										{text}
									</LinkText>
								) : (
									text
								)}
							</li>
						);
					})}
				</ul>
			)}
			{later && (
				<Text size="sm" fw={600}>
					{later}
				</Text>
			)}
			{since && since.changes.length > 0 && (
				<details open={since.changes.length <= CHANGES_OPEN} className="small">
					<summary>Changed since closing: {formatCount(since.changes.length, 'change')}</summary>
					<ChangeList changes={since.changes} label="Changed since closing" />
				</details>
			)}
			{!wide && verbs}
			<StepDialog
				opened={openStep !== undefined}
				onClose={() => onOpenStep(undefined)}
				step={useLast(openStep) ?? step}
				month={month}
			/>
		</section>
	);
};

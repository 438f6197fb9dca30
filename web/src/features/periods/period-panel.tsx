import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Period, PeriodLeft } from '#shared/contract/periods.ts';
import { daysOfMonth, monthOf, monthWords } from '#shared/east-africa-time.ts';
import { numberOf } from '#shared/grouped.ts';
import { useMay } from '../../api/account.ts';
import { fromTo, momentOf } from '../../ui/dates/dates.ts';
import { download } from '../../ui/files/save-file.ts';
import { onDemand, useLast, whenReached } from '../../ui/loading/on-demand.tsx';
import { money } from '../../ui/money.ts';
import { notifyFailure } from '../../ui/notifications/notifications.tsx';
import { LinkText } from '../../ui/page/links.tsx';
import { useWide } from '../../ui/table/shape.ts';
import { PeriodBadge } from './period-badge.tsx';
import { pathOf } from './queries.ts';
import type { Asked } from './step-dialog.tsx';

const [StepDialog, prepare] = onDemand(() => import('./step-dialog.tsx'), 'StepDialog');

/** Inline, so that the desk fetches no sheet for it. */
const PANEL = { display: 'grid', gap: 8 };
const LIST = { paddingLeft: 20, listStyle: 'disc', fontSize: '0.875rem' };

type Standing = Omit<Period, 'month' | 'figures'>;

/** What is left, leading to where it is done. */
const Left = ({ left, month, open }: { left: PeriodLeft; month: string; open: boolean }) => {
	const text =
		left.amount === null ? left.text : `${left.text.slice(0, -1)}: ${money(left.amount)}.`;
	if (left.kind === 'unexplained')
		return (
			<LinkText small to="/admin/reconciliation" search={{ month }}>
				{text}
			</LinkText>
		);
	// At the desk each is attached to its line; what was settled there is found among the payments.
	if (left.kind === 'no_receipt')
		return open ? (
			<LinkText small to="/admin/reconciliation" search={{ month, state: 'only_books' }}>
				{text}
			</LinkText>
		) : (
			<LinkText
				small
				to="/admin/transactions"
				search={{ mark: 'receipt_awaited', ...daysOfMonth(monthOf(Date.parse(month))) }}
			>
				{text}
			</LinkText>
		);
	if (left.kind === 'strays')
		return (
			<LinkText small to="/admin/transactions/strays">
				{text}
			</LinkText>
		);
	if (left.kind === 'missing') return left.text;
	if (left.kind === 'uncovered')
		return `No statement covers ${left.ranges.map(fromTo).join(', ')}.`;
	return text;
};

/** What came to a closed month since, in one line. */
const sinceWords = ({ count, ...sums }: Period['adjustments']) => {
	const parts = [
		['Statement', sums.in - sums.out],
		['Books', sums.books],
		['Given back', sums.returned],
	] as const;
	const changes = parts
		.filter(([, amount]) => amount !== 0)
		.map(([label, amount]) => `${label} ${amount > 0 ? '+' : ''}${money(amount)}`);
	return `${numberOf(count, 'adjustment')} since${changes.length > 0 ? `: ${changes.join(' · ')}` : ''}`;
};

const says = (month: string, { state, left, review, closed }: Standing) => {
	const words = monthWords(month);
	if (closed) {
		const asked = closed.asked_by ? `, as ${closed.asked_by} had asked: ${closed.reason}` : '';
		return `Closed by ${closed.by}, ${momentOf(closed.at)}${asked}`;
	}
	if (review) return `${review.by} asked to close it with something left: ${review.reason}`;
	return left.length === 0 && state === 'open'
		? `Nothing is left. ${words} can be closed.`
		: `Left before ${words} can be closed:`;
};

/** The steps that can be taken, the likeliest first. */
const stepsOf = ({ state, left, review }: Standing): readonly (readonly [Asked, string])[] => {
	if (state === 'closed') return [['reopen', 'Reopen…']];
	if (review)
		return review.mine
			? [['return', 'Take back…']]
			: [
					['approve', 'Approve…'],
					['return', 'Leave open…'],
				];
	if (left.length === 0) return [['close', 'Close…']];
	return left.some(({ kind }) => kind === 'not_over') ? [] : [['review', 'Close all the same…']];
};

/** How a month stands, what is left, and its next step. */
export const PeriodPanel = ({ month, standing }: { month: string; standing: Standing }) => {
	const mayAct = useMay('payments:act');
	const mayExport = useMay('payments:export');
	const exporting = useMutation({
		mutationFn: () => download(`${pathOf(month)}/pack.xlsx`),
		onError: (error) => notifyFailure(error, 'The workbook could not be downloaded'),
	});
	const wide = useWide();
	const [asked, ask] = useState<Asked>();
	const { state, left, review, adjustments } = standing;
	const steps = mayAct ? stepsOf(standing) : [];
	const verbs = (
		<Group gap="sm">
			{steps.map(([step, words], at) => (
				<Button
					key={step}
					size="xs"
					variant={at === 0 && step !== 'reopen' && step !== 'review' ? 'filled' : 'default'}
					{...whenReached(prepare)}
					onClick={() => ask(step)}
				>
					{words}
				</Button>
			))}
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
					<Text size="sm">{says(month, standing)}</Text>
				</Group>
				{wide && verbs}
			</Group>
			{left.length > 0 && (
				<ul style={LIST} aria-label="Left">
					{left.map((each) => (
						<li key={each.kind}>
							<Left
								left={each}
								month={month}
								open={left.some(({ kind }) => kind === 'unexplained')}
							/>
						</li>
					))}
				</ul>
			)}
			{review?.mine && (
				<Text size="sm" c="dimmed">
					Another administrator or finance person has to approve it.
				</Text>
			)}
			{adjustments.count > 0 && (
				<Text size="sm" fw={600}>
					{sinceWords(adjustments)}
				</Text>
			)}
			{!wide && verbs}
			<StepDialog
				opened={asked !== undefined}
				onClose={() => ask(undefined)}
				asked={useLast(asked) ?? 'close'}
				month={month}
				checksum={standing.checksum}
			/>
		</section>
	);
};

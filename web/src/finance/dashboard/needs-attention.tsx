import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Trends, UNHEARD_MANY } from '#shared/contract/finance/statistics.ts';
import type { ToCheckPage } from '#shared/contract/finance/to-check.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { formatListDay, formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import classes from './dashboard.module.css';
import { formatDuration } from './figures.ts';
import { NumberLink, type Payments } from './parts.tsx';

/** A day without any delivery needs attention, even with few payments. */
const SILENT_MS = 24 * 3_600_000;

const ADVICE =
	'Ask the operator to check that the address in PUBLIC_URL can be reached from the internet. Until then, use Check with M-Pesa.';

/** Describes a lack of deliveries and what to do; undefined if deliveries arrive. */
const describeSilence = ({ lastDelivery, unheard, at }: Trends) => {
	const requests = formatCount(unheard, 'request');
	if (lastDelivery === null)
		return unheard > 0
			? `No messages yet, although we sent ${requests} to M-Pesa. ${ADVICE}`
			: undefined;
	const age = Date.parse(at) - Date.parse(lastDelivery);
	if (unheard >= UNHEARD_MANY)
		return `No message for ${formatDuration(age)}, although we sent ${requests} to M-Pesa since. ${ADVICE}`;
	return age >= SILENT_MS
		? `No message for ${formatDuration(age)}. If people are paying, M-Pesa cannot reach this server.`
		: undefined;
};

const CHANGES_SHOWN = 3;

/** Describes the latest changes of a closed month: what, who and why. */
const listLastChanges = (changes: Trends['changed_months'][number]['changes']) => {
	const earlier = changes.length - CHANGES_SHOWN;
	return [
		...changes.slice(-CHANGES_SHOWN).map(({ text, by }) => `${text} (${by})`),
		...(earlier > 0 ? [`${formatCount(earlier, 'earlier change')}`] : []),
	].join('; ');
};

interface Item {
	/** The problem with its number; a link if there is a list of it. */
	title: ReactNode;
	/** The reason, and what to do. */
	text: string;
}

const link = (label: string, value: string, filters: Payments) => (
	<NumberLink label={label} value={value} filters={filters} />
);

const listItems = (trends: Trends, toCheck: ToCheckPage | undefined): Item[] => {
	const { overdue, reveals, changed_months } = trends;
	const silence = describeSilence(trends);
	const [reveal] = reveals;
	const items: (Item | false)[] = [
		silence !== undefined && { title: 'Messages from M-Pesa', text: silence },
		...changed_months.map(({ month, changes, in: paid, books }) => ({
			title: (
				<LinkText to="/admin/reconciliation" search={{ month }} className={classes.number}>
					Changes in {formatMonthWords(month)} since closing
				</LinkText>
			),
			text: `${listLastChanges(changes)}. Together, its statements changed by ${formatMoney(paid)} and our records by ${formatMoney(books)}. Reopen the month, or leave the difference.`,
		})),
		overdue > 0 && {
			title: link('Pending, over 1 day', `${formatCount(overdue, 'request')} over a day old`, {
				age: 'over 1 day',
			}),
			text: `${formatCount(overdue, 'request has', 'requests have')} been pending for over a day. Use Check with M-Pesa on each, or look in the statement of the M-Pesa portal.`,
		},
		toCheck !== undefined &&
			toCheck.total > 0 && {
				title: (
					<LinkText to="/admin/transactions/to-check" className={classes.number}>
						{formatCount(toCheck.total, 'entry', 'entries')} to check
					</LinkText>
				),
				text: `These need a decision. The oldest is of ${formatListDay(toCheck.data[0]?.at ?? '')}.`,
			},
		toCheck !== undefined &&
			toCheck.totals.to_give_back > 0 && {
				title: (
					<LinkText
						to="/admin/transactions/to-check"
						search={{ kind: 'to_give_back' }}
						className={classes.number}
					>
						{formatCount(toCheck.totals.to_give_back, 'payment')} to give back
					</LinkText>
				),
				text: 'These people were promised their money back, and no refund or reversal covers it yet.',
			},
		reveal !== undefined && {
			title: (
				<LinkText
					to="/admin/audit"
					search={{ action: reveal.exported ? 'export' : 'reveal' }}
					className={classes.number}
				>
					{formatCount(reveal.count, 'whole phone number')}
				</LinkText>
			),
			text: `${reveal.name} ${reveal.exported ? 'exported them' : 'saw them within an hour'}, within the last week. The audit trail says why.`,
		},
	];
	return items.filter((item) => item !== false);
};

/** Fetches the number of entries of To check, and the oldest one. */
const toCheckQuery = queryOptions({
	queryKey: ['transactions', 'to-check', 'oldest'],
	queryFn: queryCall('GET /transactions/to-check', { query: { limit: '1' } }),
});

/** Lists what a person should act on, each with a link. */
export const NeedsAttention = ({ trends }: { trends: Trends }) => {
	const { lastDelivery, at: readAt } = trends;
	const { data: toCheck } = useQuery(toCheckQuery);
	const items = listItems(trends, toCheck);
	return (
		<Stack component="section" aria-label="Needs Attention" gap="xs" mb={20}>
			<Title order={2} size="h3">
				Needs Attention
			</Title>
			{items.length > 0 ? (
				<SimpleGrid component="ul" minColWidth="min(100%, 24rem)" autoFlow="auto-fit" spacing="sm">
					{items.map(({ title, text }) => (
						<Group
							component="li"
							key={text}
							className={`boxed ${classes.item}`}
							gap="sm"
							p="12px 16px"
							align="start"
							wrap="nowrap"
							style={{ borderLeft: '3px solid var(--ufundi-waiting)' }}
						>
							<IconAlertTriangle
								size={18}
								aria-hidden
								color="var(--ufundi-waiting)"
								style={{ flex: 'none', marginTop: 2 }}
							/>
							<div>
								<Text size="sm" fw={600}>
									{title}
								</Text>
								<Text size="sm" c="dimmed">
									{text}
								</Text>
							</div>
						</Group>
					))}
				</SimpleGrid>
			) : (
				<Group gap="xs" fz="sm">
					<IconCircleCheck size={18} aria-hidden color="var(--ufundi-good)" />
					Nothing needs attention.
				</Group>
			)}
			<Text size="sm" c="dimmed">
				Last message from M-Pesa:{' '}
				{lastDelivery === null ? (
					'None yet'
				) : (
					<time dateTime={lastDelivery}>
						{formatMoment(lastDelivery)},{' '}
						{formatDuration(Date.parse(readAt) - Date.parse(lastDelivery))} ago
					</time>
				)}
			</Text>
		</Stack>
	);
};

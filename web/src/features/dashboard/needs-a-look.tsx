import { Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Trends, UNHEARD_MANY } from '#shared/contract/statistics.ts';
import { ANY_MARK, ANY_TO_ASSIGN } from '#shared/contract/transactions-query.ts';
import { monthWords } from '#shared/east-africa-time.ts';
import { numberOf } from '#shared/grouped.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates/dates.ts';
import { money } from '../../ui/money.ts';
import { LinkText } from '../../ui/page/links.tsx';
import classes from './dashboard.module.css';
import { duration } from './figures.ts';
import { NumberLink } from './number-link.tsx';

/** A day without any delivery is worth a look, however few payments there are. */
const SILENT_MS = 24 * 3_600_000;

const ADVICE =
	'Ask the operator to check that the address in PUBLIC_URL can be reached from the internet. Until then, use Check with M-Pesa.';

/** What is wrong with what arrives, and what to do; undefined where nothing is. */
const silenceOf = ({ lastDelivery, unheard, at }: Trends) => {
	const asked = numberOf(unheard, 'request');
	if (lastDelivery === null)
		return unheard > 0
			? `No deliveries yet, although we sent ${asked} to M-Pesa. ${ADVICE}`
			: undefined;
	const age = Date.parse(at) - Date.parse(lastDelivery);
	if (unheard >= UNHEARD_MANY)
		return `No delivery for ${duration(age)}, although we sent ${asked} to M-Pesa since. ${ADVICE}`;
	return age >= SILENT_MS
		? `No delivery for ${duration(age)}. If people are paying, M-Pesa cannot reach this server.`
		: undefined;
};

interface LookProps {
	/** What it is, with its number; where there is a list of it, the way there. */
	what: ReactNode;
	/** Why, and what to do. */
	children: string;
}

const Look = ({ what, children }: LookProps) => (
	<li>
		<IconAlertTriangle size={18} aria-hidden className={classes.warns} />
		<div>
			<Text size="sm" fw={600}>
				{what}
			</Text>
			<Text size="sm" c="dimmed">
				{children}
			</Text>
		</div>
	</li>
);

const looksOf = (trends: Trends): (ReactNode | false)[] => {
	const { overdue, strays, marked, reveals, changed_months, unassigned, new_references } = trends;
	const silence = silenceOf(trends);
	const [reveal] = reveals;
	return [
		silence !== undefined && (
			<Look key="silence" what="Deliveries from M-Pesa">
				{silence}
			</Look>
		),
		...changed_months.map(({ month, in: paid, books }) => (
			<Look
				key={month}
				what={
					<LinkText to="/admin/reconciliation" search={{ month }} className={classes.number}>
						Later entries in {monthWords(month)}
					</LinkText>
				}
			>
				{`${monthWords(month)} is closed. Since then, its statements changed by ${money(paid)} and its books by ${money(books)}. Reopen the month, or leave the difference.`}
			</Look>
		)),
		overdue > 0 && (
			<Look
				key="overdue"
				what={
					<NumberLink
						label="Pending, over 1 day"
						value={`${numberOf(overdue, 'request')} over a day old`}
						of={{ age: 'over 1 day' }}
					/>
				}
			>
				{`${numberOf(overdue, 'request has', 'requests have')} been pending for over a day. Use Check with M-Pesa on each, or look in the statement of the M-Pesa portal.`}
			</Look>
		),
		strays > 0 && (
			<Look
				key="strays"
				what={
					<LinkText to="/admin/transactions/strays" className={classes.number}>
						{numberOf(strays, 'unmatched delivery', 'unmatched deliveries')}
					</LinkText>
				}
			>
				Unmatched deliveries changed no payment and need a decision.
			</Look>
		),
		unassigned > 0 && (
			<Look
				key="unassigned"
				what={
					<NumberLink
						label="Payments not assigned"
						value={`${numberOf(unassigned, 'payment')} not assigned`}
						of={{ to_assign: ANY_TO_ASSIGN }}
					/>
				}
			>
				These payments have no subscription yet. Open each payment and assign it.
			</Look>
		),
		new_references > 0 && (
			<Look
				key="new_references"
				what={
					<NumberLink
						label="Payments with a new account"
						value={`${numberOf(new_references, 'payment')} with a new account`}
						of={{ to_assign: 'new_reference' }}
					/>
				}
			>
				No other payment has the typed account. Check the spelling before you assign it.
			</Look>
		),
		marked > 0 && (
			<Look
				key="marked"
				what={
					<NumberLink
						label="Marked payments"
						value={numberOf(marked, 'marked payment')}
						of={{ mark: ANY_MARK }}
					/>
				}
			>
				These payments need checking. Open each payment and settle its marks.
			</Look>
		),
		reveal !== undefined && (
			<Look
				key="reveals"
				what={
					<LinkText
						to="/admin/audit"
						search={{ action: reveal.exported ? 'export' : 'reveal' }}
						className={classes.number}
					>
						{numberOf(reveal.count, 'whole phone number')}
					</LinkText>
				}
			>
				{`${reveal.name} ${reveal.exported ? 'exported them' : 'saw them within an hour'}, within the last week. The audit trail says why.`}
			</Look>
		),
	];
};

/** What somebody should do something about, each with its way there; where there is nothing, that. */
export const NeedsALook = ({ trends }: { trends: Trends }) => {
	const { lastDelivery, at } = trends;
	const looks = looksOf(trends).filter(Boolean);
	return (
		<section className={classes.looks} aria-labelledby="look">
			<Title order={2} size="h3" id="look">
				Needs Attention
			</Title>
			{looks.length > 0 ? (
				<ul>{looks}</ul>
			) : (
				<Text size="sm" className={classes.calm}>
					<IconCircleCheck size={18} aria-hidden className={classes.well} />
					Nothing needs attention.
				</Text>
			)}
			<Text size="sm" c="dimmed">
				Last delivery from M-Pesa:{' '}
				{lastDelivery === null ? (
					'None yet'
				) : (
					<time dateTime={lastDelivery}>
						{inEastAfrica(lastDelivery, `${DAY} ${TIME}`)},{' '}
						{duration(Date.parse(at) - Date.parse(lastDelivery))} ago
					</time>
				)}
			</Text>
		</section>
	);
};

import { Box, Checkbox, Group, Text } from '@mantine/core';
import { type ToCheckItem, toCheckKinds } from '#shared/contract/finance/to-check.ts';
import { useMay } from '../../platform/api/account.ts';
import { formatListDay, formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { ActButtons } from '../ui/decide/act-buttons.tsx';
import { listItemChoices } from '../ui/decide/choices.ts';
import { toSubject } from '../ui/decide/subject.ts';
import { TakeBack } from '../ui/decide/take-back.tsx';
import { formatAccount, formatPhone } from '../ui/formats.ts';
import { MessageBody } from './history.tsx';

/** Returns the key of an entry, which stays the same while the list changes. */
export const buildItemKey = (item: ToCheckItem) =>
	[item.kind, item.transaction_id, item.line_id, item.delivery_id, item.decision_id]
		.concat(item.change_id, item.account)
		.join();

/** Renders the payer, phone, account and day of an entry; its payment, month or account is a link. */
const Who = ({ item }: { item: ToCheckItem }) => {
	const { payer, phone, account, receipt, transaction_id: transactionId, month, at, kind } = item;
	const words = [
		payer ?? (kind === 'unmatched' ? 'Message from M-Pesa' : null),
		phone && formatPhone(phone),
		account && `account ${formatAccount(account)}`,
		receipt,
	]
		.filter(Boolean)
		.join(' · ');
	const text = words || toCheckKinds[kind];
	const link = { children: text };
	return (
		<Text size="sm" style={{ overflowWrap: 'anywhere' }}>
			{transactionId !== null ? (
				<LinkText
					to="/admin/transactions/$transactionId"
					params={{ transactionId }}
					state={{ listBefore: true }}
					{...link}
				/>
			) : month !== null ? (
				<LinkText to="/admin/reconciliation" search={{ month }} {...link} />
			) : kind === 'closed_account' ? (
				<LinkText to="/admin/accounts/$account" params={{ account: account ?? '' }} {...link} />
			) : (
				text
			)}
			<Text span inherit c="dimmed">
				{' · '}
				<time dateTime={at} title={formatMoment(at)}>
					{formatListDay(at)}
				</time>
			</Text>
		</Text>
	);
};

/** Says why an entry waits; where an account is suggested, why that one. */
const describeWhy = ({ text, suggestions: [first] }: ToCheckItem) =>
	first?.act === 'assignment' && !first.ids
		? first.text
		: [text, first?.text].filter(Boolean).join(' ');

interface ToCheckRowProps {
	item: ToCheckItem;
	selected: boolean;
	/** Selects the entry for a decision together with others; undefined if that is not possible. */
	onSelect: ((on: boolean) => void) | undefined;
}

/** Renders an entry of To check: its amount, payer and reason, and its decisions. */
export const ToCheckRow = ({ item, selected, onSelect }: ToCheckRowProps) => {
	const mayAct = useMay('payments:act');
	const wide = useWide();
	const subject = toSubject(item);
	// Beside the amount on a phone, where the text takes the whole width.
	const acts =
		item.kind === 'expected' && item.decision_id !== null && mayAct ? (
			<TakeBack id={item.decision_id} name={item.receipt ?? ''} />
		) : (
			<ActButtons subject={subject} choices={listItemChoices(item)} buttons={wide ? 2 : 1} />
		);
	return (
		<Group component="li" p="8px 16px" gap="6px 16px" justify="space-between" align="center">
			<Group gap="sm" wrap="nowrap" miw={wide ? '9.5rem' : undefined}>
				{mayAct && (
					<Checkbox
						aria-label={`Select ${subject.name || item.text}`}
						checked={selected}
						disabled={!onSelect}
						onChange={({ currentTarget: { checked } }) => onSelect?.(checked)}
					/>
				)}
				<Text span fw={600} className="tabular unbroken">
					{item.amount === null ? '' : formatMoney(item.amount)}
				</Text>
			</Group>
			{!wide && acts}
			<Box flex="1 1 18rem" miw={0}>
				<Who item={item} />
				<Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
					{describeWhy(item)}
				</Text>
				{item.message && <MessageBody message={item.message} />}
			</Box>
			{wide && acts}
		</Group>
	);
};

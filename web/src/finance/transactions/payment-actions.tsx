import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import {
	countedDecisions,
	type Decision,
	decisionWords,
} from '#shared/contract/finance/decisions.ts';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { shownStatusWords } from '#shared/contract/finance/transactions-query.ts';
import { writeOffs } from '#shared/contract/finance/write-offs.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { Failed } from '../../platform/ui/loading/failed.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import { ActButtons, type ActChoice } from '../ui/decide/act-buttons.tsx';
import { listTypedReturns } from '../ui/decide/same-field.tsx';
import { paymentToSubject } from '../ui/decide/subject.ts';
import { TakeBack } from '../ui/decide/take-back.tsx';
import { formatTime } from '../ui/formats.ts';
import { useCheck } from './changes.ts';
import { requestPaymentDialog, useMayRequest } from './request-payment-dialog.tsx';

const formatDay = (instant: string) => formatInstant(instant, DAY);

/** Describes a decision about a payment in a few words. */
const describeDecision = ({ about, what, amount, receipt, at, ...decision }: Decision) => {
	const words =
		about.kind === 'line' ? `Statement line: ${decisionWords[what]}` : decisionWords[what];
	if (what === 'assignment')
		return [
			`${words} to “${decision.account_reference}”`,
			decision.months && ` for ${formatCount(decision.months, 'month')}`,
			decision.together !== null && ', with other payments',
		]
			.filter(Boolean)
			.join('');
	if (about.kind === 'payment' && what in writeOffs) return `Written off: ${words.toLowerCase()}`;
	if (what !== 'reversal' && what !== 'refund') return words;
	return `${words} of ${formatKsh(amount ?? 0)} on ${formatDay(at)}${receipt ? `, ${receipt}` : ''}`;
};

/** Returns when the money of a decision moved; null if it changes no figure of a month. */
const findMoneyTime = ({ what, at }: Decision, { paid_at, created_at }: Transaction) => {
	if (what === 'reversal' || what === 'refund') return at;
	return countedDecisions.some((counted) => counted === what) ? (paid_at ?? created_at) : null;
};

const subtle = { variant: 'subtle', size: 'compact-xs' } as const;
const LINE = 'var(--ufundi-line)';
const makeEntryStyle = (color: string) =>
	({ borderLeft: `3px solid ${color}`, overflowWrap: 'anywhere' }) as const;

/** Renders the decisions about a payment, also withdrawn ones, and the reversals that only a statement shows. */
const PaymentDecisions = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const reversals = transaction.reversals.filter(({ recorded }) => !recorded);
	// The deliveries above show their own decisions that count.
	const decisions = transaction.decisions.filter(
		({ about, withdrawn }) => about.kind !== 'delivery' || withdrawn,
	);
	const returns = listTypedReturns(decisions);
	if (decisions.length + reversals.length === 0) return null;
	return (
		<Stack component="ul" gap={10} mt="sm" aria-label="Decisions">
			{reversals.map(({ id, at, receipt, amount, details }) => (
				<Box component="li" key={id} pl="sm" style={makeEntryStyle(LINE)}>
					Reversal of {formatKsh(amount)} on {formatDay(at)}, {receipt}, on the statement
					<Text size="sm" c="dimmed">
						{details}
					</Text>
					{mayAct && returns.length > 0 && (
						<ActButtons
							subject={{
								...paymentToSubject(transaction),
								about: { kind: 'line', id },
								at,
								name: receipt,
							}}
							choices={[{ act: 'same' }]}
							buttons={1}
						/>
					)}
				</Box>
			))}
			{decisions.map((decision) => {
				const { id, reason, by, created_at, withdrawn } = decision;
				const title = describeDecision(decision);
				const color = withdrawn ? LINE : 'var(--mantine-color-brand-filled)';
				return (
					<Box component="li" key={id} pl="sm" style={makeEntryStyle(color)}>
						<Text span inherit {...(withdrawn && { td: 'line-through' })}>
							{title}
						</Text>
						<Text size="sm" c="dimmed">
							{reason} ({by}, {formatDay(created_at)})
						</Text>
						{withdrawn && (
							<Text size="sm" c="dimmed">
								Taken back by {withdrawn.by}, {formatDay(withdrawn.at)}: {withdrawn.reason}
							</Text>
						)}
						{!withdrawn && mayAct && (
							<TakeBack
								id={id}
								name={title}
								at={findMoneyTime(decision, transaction)}
								{...subtle}
							/>
						)}
					</Box>
				);
			})}
		</Stack>
	);
};

const CheckResult = ({ check }: { check: ReturnType<typeof useCheck> }) => (
	<>
		{check.isError && (
			<Box mt="sm">
				<Failed error={check.error} fallback="Could not ask M-Pesa" />
			</Box>
		)}
		{check.isSuccess && (
			<Text size="sm" mt="xs" role="status">
				{check.data.status === 'pending' ? 'Still no result' : shownStatusWords[check.data.status]},{' '}
				{formatTime(check.submittedAt)}
			</Text>
		)}
	</>
);

interface PaymentActionsProps {
	transaction: Transaction | TransactionWithEvidence;
}

/** Renders the notes and the actions of a payment. */
export const PaymentActions = ({ transaction: t }: PaymentActionsProps) => {
	const mayAct = useMay('payments:act');
	const mayRequest = useMayRequest();
	const check = useCheck(t.id);
	const isPaid = t.status === 'completed';
	const choices: ActChoice[] = [
		...(isPaid ? ([{ act: 'assign' }, { act: 'this_is' }] as const) : []),
		...(isPaid && t.adjusted < t.amount ? ([{ act: 'give_back' }] as const) : []),
		{ act: 'note' },
	];
	return (
		<>
			<CheckResult check={check} />
			{'decisions' in t && <PaymentDecisions transaction={t} />}
			<Group gap="xs" mt="sm">
				{mayAct && t.status === 'pending' && t.checkout_request_id && (
					<Button
						size="xs"
						leftSection={<IconRefresh size={16} aria-hidden />}
						loading={check.isPending}
						onClick={() => check.mutate()}
					>
						Check with M-Pesa
					</Button>
				)}
				{mayRequest && t.status === 'failed' && (
					<DialogButton part={requestPaymentDialog} dialog={{ start: t }} size="xs">
						Request again
					</DialogButton>
				)}
				<LinkButton
					variant="default"
					size="xs"
					to="/admin/transactions/payers/$transactionId"
					params={{ transactionId: t.id }}
				>
					Account and payments
				</LinkButton>
				<ActButtons
					subject={{ ...paymentToSubject(t), canBeLeft: t.marks.length > 0 }}
					choices={choices}
					buttons={choices.length}
				/>
			</Group>
		</>
	);
};

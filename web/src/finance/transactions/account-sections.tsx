import { Text } from '@mantine/core';
import { IconDeviceMobileDollar } from '@tabler/icons-react';
import type { StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { Payer } from '#shared/contract/finance/payers.ts';
import { formatCount } from '#shared/grouped.ts';
import { isHidden, PHONE } from '#shared/phone.ts';
import { useMay } from '../../platform/api/account.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { ActButtons } from '../ui/decide/act-buttons.tsx';
import { TakeBack } from '../ui/decide/take-back.tsx';
import { requestPaymentDialog, useMayRequest } from './request-payment-dialog.tsx';

type Entry = StaffAccess['payments'][number];

interface AccountActionsProps {
	/** The payment by which the account was found. */
	id: string;
	access: StaffAccess;
	payer: Payer | undefined;
}

/** Renders the buttons that give months and request a payment, for those who may. */
export const AccountActions = ({ id, access, payer }: AccountActionsProps) => {
	const mayRequest = useMayRequest();
	const phone = payer?.phone_number ?? null;
	const start = {
		id,
		// A number that M-Pesa masked cannot be asked; one that we mask is filled in by the server.
		phone_number: phone !== null && (PHONE.test(phone) || isHidden(phone)) ? phone : null,
		amount: null,
		months: null,
		// Without the spaces in which the account is shown.
		account_reference: access.account.toUpperCase().slice(0, 12),
		description: 'Subscription',
	};
	return (
		<>
			<ActButtons
				subject={{
					about: { kind: 'account', id },
					...{ name: access.account, title: access.account, receipt: null },
					...{ at: null, amount: null, suggestions: [] },
				}}
				choices={[{ act: 'grant' }]}
				buttons={1}
			/>
			{mayRequest && (
				<DialogButton
					part={requestPaymentDialog}
					dialog={{ start }}
					leftSection={<IconDeviceMobileDollar size={18} aria-hidden />}
				>
					Request payment
				</DialogButton>
			)}
		</>
	);
};

const reasonWords = {
	no_plan: 'No plan at this price',
	given_back: 'Given back in full',
	unassigned: 'Not assigned',
	written_off: 'Written off',
};

const describeEntry = ({ kind, amount, months, why }: Entry) => {
	const what = kind === 'grant' ? 'Given' : formatKsh(amount ?? 0);
	if (why !== null) return what;
	return `${what}, ${months === null ? 'part of a plan' : formatCount(months, 'month')}`;
};

/** Renders the payments and grants of an account, newest first, and whether each counts. */
export const AccountPayments = ({ access }: { access: StaffAccess }) => {
	const mayAct = useMay('payments:act');
	return (
		<Section title="Payments and grants">
			{access.request?.status === 'pending' && (
				<Text size="sm" mb="xs" role="status">
					Payment request: {access.request.words}
				</Text>
			)}
			{access.missing && (
				<Text size="sm" mb="xs">
					{formatKsh(access.missing.amount)} more opens{' '}
					{formatCount(access.missing.months, 'month')}.
				</Text>
			)}
			{access.payments.length === 0 && (
				<Text size="sm" c="dimmed">
					No payments and no months given.
				</Text>
			)}
			{access.payments.length > 0 && (
				<Lines label="Payments and grants">
					{access.payments.map((entry) => (
						<Line
							key={entry.transaction_id ?? `grant ${entry.id}`}
							name={
								entry.transaction_id ? (
									<LinkText
										to="/admin/transactions/$transactionId"
										params={{ transactionId: entry.transaction_id }}
									>
										{describeEntry(entry)}
									</LinkText>
								) : (
									describeEntry(entry)
								)
							}
							about={[formatInstant(entry.paid_at, DAY), entry.receipt].filter(Boolean).join(', ')}
						>
							{entry.why && (
								<Badge
									color={['given_back', 'written_off'].includes(entry.why) ? 'gray' : 'yellow'}
								>
									{reasonWords[entry.why]}
								</Badge>
							)}
							{entry.kind === 'grant' && mayAct && (
								<TakeBack id={Number(entry.id)} name={describeEntry(entry)} />
							)}
						</Line>
					))}
				</Lines>
			)}
		</Section>
	);
};

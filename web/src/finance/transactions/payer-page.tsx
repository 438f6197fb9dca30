import { Box, Divider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { Payer } from '#shared/contract/finance/payers.ts';
import { formatCount } from '#shared/grouped.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { Facts } from '../../platform/ui/facts.tsx';
import { formatListDay, formatMoment } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { Loaded, useRetryFailed } from '../../platform/ui/loading/loaded.tsx';
import { Loading } from '../../platform/ui/loading/loading.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { PagedList, parsePage } from '../../platform/ui/table/pager.tsx';
import { describeAccess, formatAccount, formatPhone, isHashed } from '../ui/formats.ts';
import { Devices } from './account-devices.tsx';
import { AccountActions, AccountPayments } from './account-sections.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { PhoneNumber } from './phone-number.tsx';
import { accountQuery, buildPayerQuery, buildTransactionsQuery, PAGE_LIMIT } from './queries.ts';

const describeHidden = ({ phone_number: phone, hidden }: Payer) => {
	if (phone === null)
		return 'M-Pesa gave no phone number, so other payments of this payer are unknown.';
	if (!hidden) return undefined;
	return isHashed(phone)
		? 'M-Pesa hides this number the same way each time, so these payments are from one payer.'
		: 'M-Pesa masked this number. Other payers can have the same digits.';
};

const MAX_REFERENCES = 4;

interface SummaryProps {
	id: string;
	payer: Payer;
	/** The access of the account; null without an account. */
	access: StaffAccess | null;
}

const Summary = ({ id, payer, access }: SummaryProps) => {
	const { count, amount, adjusted } = payer.completed;
	const hidden = describeHidden(payer);
	const names = payer.names.length > 1 ? 'Names' : 'Name';
	const wide = useWide();
	return (
		<Box component="section" aria-label="Summary" className="boxed" p="16px 20px">
			<Facts
				mt={0}
				cols={{ base: 2, sm: 3, lg: 5 }}
				wide={wide ? [] : [names, 'Paid', 'For']}
				of={{
					Access: access ? <b>{describeAccess(access)}</b> : 'No account',
					'Phone Number': <PhoneNumber transaction={{ id, phone_number: payer.phone_number }} />,
					[names]: payer.names.join(', '),
					Paid: (
						<>
							{formatKsh(amount)} in {formatCount(count, 'payment')}
							{payer.more && ', and more before'}
							{adjusted > 0 && (
								<Text span display="block" fz={13} c="dimmed">
									{formatKsh(amount - adjusted)} net of refunds
								</Text>
							)}
						</>
					),
					For: payer.references
						.slice(0, MAX_REFERENCES)
						.map((each) => `${each.account_reference} (${each.count})`)
						.join(', '),
				}}
			/>
			{hidden && (
				<Text size="sm" c="dimmed" mt="sm">
					{hidden}
				</Text>
			)}
		</Box>
	);
};

const OpenRequests = ({ open }: Pick<Payer, 'open'>) => (
	<Section title="Open requests">
		<Lines label="Open requests">
			{open.map((each) => (
				<Line
					key={each.id}
					name={`${formatKsh(each.amount)} for ${each.account_reference ?? 'no account'}`}
					about={`Asked ${formatMoment(each.created_at)}`}
				/>
			))}
		</Lines>
	</Section>
);

const PossiblySame = ({ possible }: Pick<Payer, 'possible'>) => (
	<Section title="Possibly the same payer">
		<Text size="sm" c="dimmed" mb="xs">
			M-Pesa hid these numbers, which fit; they may belong to someone else.
		</Text>
		<Lines label="Possibly the same payer">
			{possible.map(({ phone_number: phone, count }) => (
				<Line
					key={phone}
					name={
						<LinkText to="/admin/transactions" search={{ search: phone }}>
							{formatPhone(phone)}
						</LinkText>
					}
					about={formatCount(count, 'payment')}
				/>
			))}
		</Lines>
	</Section>
);

const nameOthers = ({ phone_number: phone, hidden }: Payer) =>
	hidden && phone !== null && !isHashed(phone)
		? 'Same masked number, other accounts'
		: 'Same phone, other accounts';

interface PaymentsProps {
	id: string;
	/** The heading of the payments for other accounts, without those of the account, which are listed above. */
	others?: string;
}

/** Renders the payments of the phone. */
const Payments = ({ id, others }: PaymentsProps) => {
	const [{ page }] = useListState();
	const navigate = useNavigate();
	const open = useCallback(
		(transactionId: string) =>
			void navigate({
				to: '/admin/transactions/$transactionId',
				params: { transactionId },
				state: { listBefore: true },
			}),
		[navigate],
	);
	const filters = { payer: id, ...(others !== undefined && { other_accounts: 'true' as const }) };
	const list = useQuery(buildTransactionsQuery(filters, parsePage(page)));
	const title = others ?? 'Payments';
	return (
		<Section title={title}>
			<PagedList
				query={list}
				limit={PAGE_LIMIT}
				loading="Loading transactions..."
				fallback="Failed to fetch transactions"
			>
				{({ data }) =>
					data.length === 0 ? (
						<Text size="sm" c="dimmed">
							No payments for other accounts.
						</Text>
					) : (
						<PaymentsTable label={title} rows={data} onOpen={open} />
					)
				}
			</PagedList>
		</Section>
	);
};

type PayerNote = Payer['notes'][number];

const noteKinds: Record<PayerNote['kind'], string> = {
	assigned: 'Assigned',
	reversal: 'Reversal',
	refund: 'Refund',
	settled: 'Looked at',
	booked: 'Booked',
	delivery: 'Message decided',
	note: 'Note',
	written_off: 'Written off',
	to_return: 'Will be given back',
};

const formatTitle = ({ kind, account_reference, amount, withdrawn }: PayerNote) =>
	[
		noteKinds[kind],
		account_reference && `to “${account_reference}”`,
		amount && `of ${formatKsh(amount)}`,
		withdrawn && '(taken back)',
	]
		.filter(Boolean)
		.join(' ');

const NoteLines = ({ label, notes }: { label: string; notes: readonly PayerNote[] }) => (
	<Lines label={label}>
		{notes.map((each) => (
			<Line
				key={`${each.at}${each.kind}${each.transaction.id}`}
				name={`${formatTitle(each)}: ${each.text}`}
				about={`${formatListDay(each.at)}${each.by ? `, ${each.by}` : ''}, payment of ${formatKsh(each.transaction.amount)} ${each.transaction.receipt ?? ''}`}
			/>
		))}
	</Lines>
);

/** Notes that are not folded. */
const FIRST_NOTES = 5;

/** Renders the notes on the payer's payments, newest first. */
const Notes = ({ notes, more_notes }: Pick<Payer, 'notes' | 'more_notes'>) => (
	<Section title="Notes">
		{notes.length === 0 ? (
			<Text size="sm" c="dimmed">
				No notes about these payments.
			</Text>
		) : (
			<NoteLines label="Notes" notes={notes.slice(0, FIRST_NOTES)} />
		)}
		{notes.length > FIRST_NOTES && (
			<details>
				<Text component="summary" inherit py={10} style={{ cursor: 'pointer' }}>
					{formatCount(notes.length - FIRST_NOTES, 'older note')}
				</Text>
				<NoteLines label="Earlier notes" notes={notes.slice(FIRST_NOTES)} />
				{more_notes && (
					<Text size="sm" c="dimmed" mt="xs">
						Older notes are in the details of each payment.
					</Text>
				)}
			</details>
		)}
	</Section>
);

/** Shows the account of a payment with its access, payments and devices; else the payer, with all their payments. */
export const PayerPage = ({ transactionId }: { transactionId: string }) => {
	const payer = useQuery(buildPayerQuery(transactionId));
	const account = useQuery(accountQuery(transactionId));
	const retry = useRetryFailed();
	const access = account.data;
	// The title and the parts of the page depend on it.
	if (account.isPending && account.failureCount === 0) return <Loading text="Loading payer..." />;
	return (
		<Page
			title={access ? `Account ${formatAccount(access.account)}` : 'Payer'}
			subtitle={access ? undefined : 'All payments from this phone number'}
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
			actions={access && <AccountActions id={transactionId} access={access} payer={payer.data} />}
		>
			<Loaded
				query={{
					...payer,
					...(account.isError && { isError: true, error: account.error }),
					refetch: retry,
				}}
				loading="Loading payer..."
				fallback="Failed to fetch the payer"
			>
				{(data) => (
					<>
						<Summary id={transactionId} payer={data} access={access ?? null} />
						<Divider mt="lg" mb="md" />
						{access && <AccountPayments access={access} />}
						{access && <Devices id={transactionId} access={access} />}
						{data.open.length > 0 && <OpenRequests open={data.open} />}
						{access ? <Notes {...data} /> : <Payments id={transactionId} />}
						{access ? (
							<Payments id={transactionId} others={nameOthers(data)} />
						) : (
							<Notes {...data} />
						)}
						{data.possible.length > 0 && <PossiblySame possible={data.possible} />}
					</>
				)}
			</Loaded>
		</Page>
	);
};

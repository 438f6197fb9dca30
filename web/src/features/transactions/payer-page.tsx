import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import type { Payer } from '#shared/contract/payers.ts';
import { numberOf } from '#shared/grouped.ts';
import { isHidden } from '#shared/phone.ts';
import { usePart } from '../../api/part.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { PagedList } from '../../ui/list/paged-list.tsx';
import { pageIn } from '../../ui/list/pager.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { ksh } from '../../ui/money.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { LinkText } from '../../ui/page/links.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Line, Lines, Section } from '../../ui/page/section.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { isHashed, plainDay, shownPhone, when } from './formats.ts';
import { Said } from './payer-said.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { PAGE_LIMIT, payerQuery, transactionsQuery } from './queries.ts';
import classes from './transactions.module.css';

interface FactProps {
	label: string;
	/** Has a line of its own on a phone. */
	wide?: boolean;
	children: ReactNode;
}

const Fact = ({ label, wide, children }: FactProps) => (
	<div className={wide ? classes.wide : undefined}>
		<dt>{label}</dt>
		<dd className="tabular">{children}</dd>
	</div>
);

const hiddenWords = ({ phone_number: phone, hidden }: Payer) => {
	if (phone === null)
		return 'M-Pesa gave no phone number, so other payments of this payer are unknown.';
	if (!hidden) return undefined;
	return isHashed(phone)
		? 'M-Pesa hides this number the same way each time, so these payments are from one payer.'
		: 'M-Pesa masked this number. Other payers can have the same digits.';
};

const Summary = ({ id, payer }: { id: string; payer: Payer }) => {
	const { count, amount, adjusted } = payer.completed;
	const hidden = hiddenWords(payer);
	// Where nothing is masked, there is no form to show it by.
	const reveal = usePart('phone number', () => import('./phone-number.tsx'), {
		wanted: payer.phone_number !== null && isHidden(payer.phone_number),
	});
	return (
		<section aria-label="Summary" className={classes.delivery}>
			<dl className={classes.facts}>
				<Fact label="Paid until">
					<b>{payer.paid_until ? plainDay(payer.paid_until) : 'No dates'}</b>
				</Fact>
				<Fact label="Phone Number">
					{reveal.data ? (
						<reveal.data.PhoneNumber transaction={{ id, phone_number: payer.phone_number }} />
					) : payer.phone_number === null ? (
						'N/A'
					) : (
						shownPhone(payer.phone_number)
					)}
				</Fact>
				<Fact label={payer.names.length > 1 ? 'Names' : 'Name'} wide>
					{payer.names.join(', ') || 'N/A'}
				</Fact>
				<Fact label="Paid" wide>
					{ksh(amount)} in {numberOf(count, 'payment')}
					{payer.more && ', and more before'}
					{adjusted > 0 && (
						<span className={classes.paid}>
							{ksh(amount - adjusted)} net of what was given back
						</span>
					)}
				</Fact>
				<Fact label="For" wide>
					{payer.references
						.slice(0, 4)
						.map((each) => `${each.account_reference} (${each.count})`)
						.join(', ') || 'N/A'}
				</Fact>
			</dl>
			{hidden && (
				<Text size="sm" c="dimmed" mt="sm">
					{hidden}
				</Text>
			)}
		</section>
	);
};

const Open = ({ open }: Pick<Payer, 'open'>) => (
	<Section title="Open requests">
		<Lines label="Open requests">
			{open.map((each) => (
				<Line
					key={each.id}
					name={`${ksh(each.amount)} for ${each.account_reference ?? 'no account'}`}
					about={`Asked ${when(each.created_at).day}, ${when(each.created_at).time}`}
				/>
			))}
		</Lines>
	</Section>
);

const Possible = ({ possible }: Pick<Payer, 'possible'>) => (
	<Section title="Possibly the same payer">
		<Text size="sm" c="dimmed" mb="xs">
			M-Pesa hid these numbers, which fit; they may be somebody else's.
		</Text>
		<Lines label="Possibly the same payer">
			{possible.map(({ phone_number: phone, count }) => (
				<Line
					key={phone}
					name={
						<LinkText to="/admin/transactions" search={{ search: phone }}>
							{shownPhone(phone)}
						</LinkText>
					}
					about={numberOf(count, 'payment')}
				/>
			))}
		</Lines>
	</Section>
);

const Payments = ({ id }: { id: string }) => {
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
	const list = useQuery(transactionsQuery({ payer: id }, pageIn(page)));
	return (
		<Section title="Payments">
			<PagedList
				query={list}
				limit={PAGE_LIMIT}
				loading="Loading transactions..."
				fallback="Failed to fetch transactions"
				skeleton={<TableSkeleton rows={PAGE_LIMIT} />}
			>
				{({ data }) => <PaymentsTable label="Payments of this payer" rows={data} onOpen={open} />}
			</PagedList>
		</Section>
	);
};

/** Everything of whoever made a payment: until when they paid, all their payments, what was said about them. */
export const PayerPage = ({ transactionId }: { transactionId: string }) => {
	const payer = useQuery(payerQuery(transactionId));
	return (
		<Page
			title="Payer"
			subtitle="All payments from this phone number"
			back={<BackLink to="/admin/transactions">MPesa Transactions</BackLink>}
		>
			<Loaded
				query={payer}
				loading="Loading payer..."
				fallback="Failed to fetch the payer"
				skeleton={<TableSkeleton rows={8} />}
			>
				{(data) => (
					<>
						<Summary id={transactionId} payer={data} />
						<div className={classes.block}>
							{data.open.length > 0 && <Open open={data.open} />}
							<Payments id={transactionId} />
							<Said {...data} />
							{data.possible.length > 0 && <Possible possible={data.possible} />}
						</div>
					</>
				)}
			</Loaded>
		</Page>
	);
};

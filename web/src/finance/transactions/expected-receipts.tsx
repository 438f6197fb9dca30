import { Box, Button, Group, SimpleGrid, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { type ExpectedReceipt, expectedReceiptInput } from '#shared/contract/finance/receipts.ts';
import { useMay } from '../../platform/api/account.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { TextField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { Failed } from '../../platform/ui/loading/failed.tsx';
import { type Opened, useLast } from '../../platform/ui/loading/on-demand.tsx';
import { LinkButton, LinkText } from '../../platform/ui/page/links.tsx';
import { Section } from '../../platform/ui/page/section.tsx';
import { ShowMore } from '../../platform/ui/table/pager.tsx';
import { TakeBack, TakeBackDialog } from '../ui/take-back.tsx';
import { useRecordExpectedReceipt } from './changes.ts';
import { formatPhone, parseNumber } from './formats.ts';

const describe = ({ amount, phone_number: phone, reason }: ExpectedReceipt) =>
	[amount !== null && formatKsh(amount), phone && formatPhone(phone), reason]
		.filter(Boolean)
		.join(' · ');

/** Returns the payment that a refused record names; undefined for other failures. */
const getNamedPayment = (error: unknown) =>
	error instanceof ApiError && error.code === 'conflict'
		? (error.data as { transaction_id: string } | undefined)?.transaction_id
		: undefined;

interface RecordDialogProps extends Opened {
	receipt: string;
}

const RecordDialog = ({ receipt, ...dialog }: RecordDialogProps) => (
	<FormDialog
		{...dialog}
		title="Record as expected"
		schema={expectedReceiptInput}
		read={({ phone_number, amount, ...typed }: FormValues) => ({
			...typed,
			receipt,
			phone_number: phone_number?.trim() || null,
			amount: parseNumber(amount),
		})}
		send={useRecordExpectedReceipt()}
		submit="Record receipt"
		pending="Recording..."
		fallback="Could not record the receipt"
		remedy={(error) => {
			const transactionId = getNamedPayment(error);
			return (
				transactionId && (
					<LinkButton
						variant="default"
						size="xs"
						to="/admin/transactions/$transactionId"
						params={{ transactionId }}
					>
						View payment
					</LinkButton>
				)
			);
		}}
	>
		<Text size="sm" c="dimmed">
			Receipt <b>{receipt}</b> is listed under To check, M-Pesa messages without a payment, until
			you take the record back.
		</Text>
		<SimpleGrid cols={2} spacing="md">
			<TextField name="phone_number" label="Phone Number" type="tel" />
			<TextField name="amount" label="Amount (KSh)" inputMode="numeric" />
		</SimpleGrid>
		<TextField name="reason" label="Note" description="What the caller said." required />
	</FormDialog>
);

const small = { variant: 'default', size: 'xs' } as const;

interface ExpectedReceiptHintProps {
	receipt: string;
	expected: ExpectedReceipt | null;
	/** Whether the receipt can be recorded: nothing is known about its payment. */
	isUnknown: boolean;
}

/** Renders the record of an expected receipt with a button that takes it back, or a button that records the receipt. */
export const ExpectedReceiptHint = ({ receipt, expected, isUnknown }: ExpectedReceiptHintProps) => {
	const mayAct = useMay('payments:act');
	const [open, setOpen] = useState<'record' | 'takeBack'>();
	const close = () => setOpen(undefined);
	const shown = useLast(expected);
	return (
		<Group gap="4px 12px" mt={expected || (mayAct && isUnknown) ? 6 : 0}>
			{expected && (
				<span>
					Expected since {formatInstant(expected.at, DAY)}, recorded by {expected.by}:{' '}
					{describe(expected)}{' '}
					<LinkText to="/admin/transactions/to-check" search={{ kind: 'unmatched' }}>
						All expected receipts
					</LinkText>
				</span>
			)}
			{/* One button, which keeps the focus. */}
			{mayAct && (expected || isUnknown) && (
				<Button {...small} onClick={() => setOpen(expected ? 'takeBack' : 'record')}>
					{expected ? 'Take back' : 'Record as expected'}
				</Button>
			)}
			<RecordDialog opened={open === 'record'} onClose={close} receipt={receipt} />
			{shown && (
				<TakeBackDialog opened={open === 'takeBack'} onClose={close} id={shown.id} name={receipt} />
			)}
		</Group>
	);
};

const ArrivedLink = ({ expected }: { expected: ExpectedReceipt }) => {
	const { receipt, transaction_id: transactionId, delivery } = expected;
	if (transactionId !== null)
		return (
			<LinkButton
				{...small}
				to="/admin/transactions/$transactionId"
				params={{ transactionId }}
				state={{ listBefore: true }}
				aria-label={`View payment ${receipt}`}
			>
				View payment
			</LinkButton>
		);
	return (
		delivery && (
			<LinkButton
				{...small}
				to="/admin/transactions/to-check"
				search={{
					kind: 'unmatched',
					search: receipt,
					...(delivery === 'settled' && { state: delivery }),
				}}
				aria-label={`Show message ${receipt}`}
			>
				Show message
			</LinkButton>
		)
	);
};

interface ExpectedReceiptsProps {
	list: Pick<UseInfiniteQueryResult<ExpectedReceipt[]>, 'data' | 'isError' | 'refetch'> &
		ComponentProps<typeof ShowMore>['list'];
}

/** Lists the expected receipts, newest first; renders nothing without any. */
export const ExpectedReceipts = ({ list }: ExpectedReceiptsProps) => {
	const mayAct = useMay('payments:act');
	const fallback = 'Failed to fetch expected receipts';
	if (!list.data && list.isError)
		return <Failed error={list.error} fallback={fallback} retry={() => void list.refetch()} />;
	if (!list.data?.length) return null;
	return (
		<Box mb={28}>
			<Section title="Expected receipts">
				<ul className="boxed ruled" aria-label="Expected receipts">
					{list.data.map((expected) => (
						<Group component="li" key={expected.id} gap="6px 16px" px="md" py={10}>
							<Box flex="1 1 16rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
								<Group gap="xs">
									<Text span fw={550}>
										{expected.receipt}
									</Text>
									<Badge color={expected.state === 'arrived' ? 'brand' : 'gray'}>
										{expected.state === 'arrived' ? 'Arrived' : 'Open'}
									</Badge>
								</Group>
								<Text size="sm">{describe(expected)}</Text>
								<Text fz={13} c="dimmed">
									Recorded by {expected.by}, {formatInstant(expected.at, DAY)}
								</Text>
							</Box>
							<Group gap="xs">
								<ArrivedLink expected={expected} />
								{mayAct && <TakeBack id={expected.id} name={expected.receipt} />}
							</Group>
						</Group>
					))}
				</ul>
				<ShowMore
					list={list}
					words="Show older"
					end="No older expected receipts."
					fallback={fallback}
				/>
			</Section>
		</Box>
	);
};

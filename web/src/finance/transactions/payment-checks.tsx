import { Box, Text } from '@mantine/core';
import type { TransactionWithEvidence } from '#shared/contract/finance/evidence.ts';
import { isUnmatched, settlements } from '#shared/contract/finance/settlements.ts';
import { useMay } from '../../platform/api/account.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { ActButtons } from '../ui/decide/act-buttons.tsx';
import { messageToSubject, paymentToSubject } from '../ui/decide/subject.ts';
import { TakeBack } from '../ui/decide/take-back.tsx';
import { readAmount, readReport } from './delivery-fields.ts';

const ofMessage = [
	{ act: 'book', label: 'Count it…' },
	{ act: 'attach' },
	{ act: 'this_is' },
] as const;

/** Renders the messages of a payment that need or have a decision, and the decision about its marks. */
export const PaymentChecks = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const { evidence, marks, paid_at, created_at, paid_twice } = transaction;
	const undecided = evidence.filter(({ outcomes }) => isUnmatched(outcomes.at(-1)?.outcome));
	const isMarked = marks.length > 0 || paid_twice !== null;
	return (
		<>
			{undecided.map((message) => (
				<Box key={message.id} mt="xs">
					<Text size="sm">{readReport(message, transaction)}</Text>
					<ActButtons
						subject={messageToSubject(message, transaction, readAmount(message.body))}
						choices={ofMessage}
						buttons={3}
					/>
				</Box>
			))}
			{evidence.map(
				({ settlement, ...message }) =>
					settlement && (
						<Box key={message.id} mt="xs">
							<Text size="sm">
								{settlement.as !== 'payment' && readReport(message, transaction)}{' '}
								<b>{settlements[settlement.as]}</b>, says {settlement.by} on{' '}
								{formatMoment(settlement.at)}: {settlement.reason}
							</Text>
							{mayAct && (
								<TakeBack
									id={settlement.id}
									name={settlements[settlement.as]}
									at={settlement.as === 'payment' ? (paid_at ?? created_at) : null}
									variant="subtle"
									size="compact-xs"
								/>
							)}
						</Box>
					),
			)}
			{undecided.length === 0 && isMarked && (
				<ActButtons
					subject={paymentToSubject(transaction)}
					choices={[{ act: 'seen', label: 'Decide' }]}
					buttons={1}
				/>
			)}
		</>
	);
};

import { Group } from '@mantine/core';
import type { ExpectedReceipt } from '#shared/contract/finance/receipts.ts';
import { useMay } from '../../platform/api/account.ts';
import { DAY, formatInstant } from '../../platform/ui/format/dates.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { ActButtons } from '../ui/decide/act-buttons.tsx';
import { TakeBack } from '../ui/decide/take-back.tsx';
import { formatPhone } from '../ui/formats.ts';

const describe = ({ amount, phone_number: phone, reason }: ExpectedReceipt) =>
	[amount !== null && formatKsh(amount), phone && formatPhone(phone), reason]
		.filter(Boolean)
		.join(' · ');

interface ExpectedReceiptHintProps {
	receipt: string;
	expected: ExpectedReceipt | null;
	/** Whether the receipt can be recorded: nothing is known about its payment. */
	isUnknown: boolean;
}

/** Renders the record of an expected receipt with a button that takes it back, or a button that records the receipt. */
export const ExpectedReceiptHint = ({ receipt, expected, isUnknown }: ExpectedReceiptHintProps) => {
	const mayAct = useMay('payments:act');
	return (
		<Group gap="4px 12px" mt={expected || (mayAct && isUnknown) ? 6 : 0}>
			{expected && (
				<span>
					Expected since {formatInstant(expected.at, DAY)}, recorded by {expected.by}:{' '}
					{describe(expected)}{' '}
					<LinkText to="/admin/transactions/to-check" search={{ kind: 'expected' }}>
						All expected receipts
					</LinkText>
				</span>
			)}
			{expected && mayAct && <TakeBack id={expected.id} name={receipt} />}
			{!expected && isUnknown && (
				<ActButtons
					subject={{
						about: { kind: 'receipt', id: receipt },
						...{ name: receipt, title: receipt, receipt },
						...{ at: null, amount: null, suggestions: [] },
					}}
					choices={[{ act: 'expected' }]}
					buttons={1}
				/>
			)}
		</Group>
	);
};

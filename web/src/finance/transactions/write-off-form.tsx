import { Text } from '@mantine/core';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { writeOffInput, writeOffs } from '#shared/contract/finance/write-offs.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { ChoiceField } from '../../platform/ui/fields/choice-fields.tsx';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import { Form } from '../../platform/ui/form/form.tsx';
import { useDecisionOn } from './changes.ts';

/** Takes a completed payment out of revenue, books and access. */
export const WriteOffForm = ({
	transaction: { id, paid_at, created_at },
	onClose,
}: {
	transaction: Transaction;
	onClose: () => void;
}) => (
	<Form
		schema={writeOffInput}
		send={useDecisionOn(id, 'write-off')}
		onClose={onClose}
		submit="Write off"
		said="Payment written off"
		pending="Writing off..."
		fallback="Could not write the payment off"
	>
		<Text size="sm" c="dimmed">
			For a payment that is no income. It stays in the list, and no longer counts in revenue, our
			records or the learner’s access.
		</Text>
		<ChoiceField name="as" label="This is" options={writeOffs} />
		<ClosedMonth at={[paid_at ?? created_at]} />
		<ReasonField />
	</Form>
);

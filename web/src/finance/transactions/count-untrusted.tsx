import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UnmatchedDelivery } from '#shared/contract/finance/evidence.ts';
import { markSettlement } from '#shared/contract/finance/settlements.ts';
import { formatCount } from '#shared/grouped.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { notify } from '../../platform/ui/notifications/notifications.tsx';
import { useDecisions } from './changes.ts';
import { readAmount, readPaidAt } from './delivery-fields.ts';

/** Renders a button that counts all open messages from addresses that are not trusted as payments, for one reason. */
export const CountUntrusted = ({ deliveries }: { deliveries: readonly UnmatchedDelivery[] }) => {
	const [opened, { open, close }] = useDisclosure(false);
	const { onDelivery } = useDecisions();
	// Reports of failed requests have no amount.
	const untrusted = deliveries.filter(
		({ outcome, settlement, body }) =>
			outcome === 'untrusted' && settlement === null && readAmount(body) !== null,
	);
	const sum = untrusted.reduce((all, { body }) => all + (readAmount(body) ?? 0), 0);
	const count = formatCount(untrusted.length, 'message');
	const send = async (body: object) => {
		const refused: string[] = [];
		for (const { id } of untrusted)
			await onDelivery(id)({ ...body, as: 'payment' }, createAttempt()).catch((error: Error) =>
				refused.push(error.message),
			);
		return refused;
	};
	if (untrusted.length < 2) return null;
	return (
		<>
			<Button variant="default" size="xs" mb="sm" onClick={open}>
				Count {count} as payments…
			</Button>
			<FormDialog
				opened={opened}
				onClose={close}
				title={`Count ${count} as payments`}
				schema={markSettlement}
				send={send}
				onDone={(refused: string[]) => {
					close();
					notify({
						good: refused.length === 0,
						title: `${formatCount(untrusted.length - refused.length, 'message')} counted`,
						message:
							refused.length === 0
								? 'Each decision is listed under Decided.'
								: `${refused.length} stay open: ${[...new Set(refused)].join(' ')}`,
					});
				}}
				submit={`Count ${count}`}
				pending="Counting..."
				fallback="Could not count the messages"
			>
				<Text size="sm">
					These messages came from addresses that are not trusted, for example while an old server
					ran next to a new one. Together they report {formatKsh(sum)}. Count them only if the money
					is in the M-Pesa account.
				</Text>
				<ClosedMonth at={untrusted.map(({ body }) => readPaidAt(body))} />
				<ReasonField />
			</FormDialog>
		</>
	);
};

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { REVEALED_S, revealRequest } from '#shared/contract/finance/payers.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { useMay } from '../../platform/api/account.ts';
import { fetchCall } from '../../platform/api/calls.ts';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import { FormDialog, NextStep } from '../../platform/ui/form/form.tsx';
import { CopyButton } from '../../platform/ui/page/copy-button.tsx';
import { formatPhone, isHashed } from '../ui/formats.ts';

const reveal = (id: string) => async (body: { reason: string }) =>
	(await fetchCall('POST /transactions/:id/reveal', { params: { id }, body })).phone_number;

interface PhoneNumberProps {
	transaction: Pick<Transaction, 'id' | 'phone_number'>;
}

/**
 * Renders the phone number of a payer. People who act on payments can see a masked number for a minute, with a reason.
 * Use the id of the payment as the key.
 */
export const PhoneNumber = ({ transaction }: PhoneNumberProps) => {
	const { id, phone_number: phone } = transaction;
	const mayAct = useMay('payments:act');
	const [opened, { open, close }] = useDisclosure(false);
	const [number, setNumber] = useState<string | null>(null);
	useEffect(() => {
		if (number === null) return;
		const timer = setTimeout(() => setNumber(null), REVEALED_S * 1_000);
		return () => clearTimeout(timer);
	}, [number]);
	if (phone === null) return 'N/A';
	if (number !== null)
		return (
			<NextStep>
				<Group gap={4} role="status">
					{number}
					<CopyButton small value={number} label="Copy phone number" />
				</Group>
				<Text size="xs" c="dimmed">
					Masked again after a minute
				</Text>
			</NextStep>
		);
	if (isHashed(phone)) return formatPhone(phone);
	if (!isHidden(phone))
		return (
			<Group component="span" gap={4} wrap="nowrap">
				{phone}
				<CopyButton small value={phone} label="Copy phone number" />
			</Group>
		);
	return (
		<Stack gap={4} align="start">
			{phone}
			{mayAct && (
				<>
					<Button variant="default" size="compact-xs" onClick={open}>
						Show number
					</Button>
					<FormDialog
						opened={opened}
						onClose={close}
						title="Show number"
						schema={revealRequest}
						send={reveal(id)}
						onDone={setNumber}
						submit="Show number"
						pending="Asking..."
						fallback="Could not show the number"
					>
						<ReasonField />
					</FormDialog>
				</>
			)}
		</Stack>
	);
};

import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { REVEALED_S, type Revealed, revealRequest } from '#shared/contract/reveal.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { useMay } from '../../api/account.ts';
import { request } from '../../api/client.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { NextStep, PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { isHashed, shownPhone } from './formats.ts';
import { pathOf } from './queries.ts';
import classes from './transactions.module.css';
import { Unfolding } from './unfolding.tsx';

const reveal = (id: string) => async (body: { reason: string }) =>
	(await request<Revealed>(pathOf(id, 'reveal'), { method: 'POST', body })).data.phone_number;

interface PhoneNumberProps {
	transaction: Pick<Transaction, 'id' | 'phone_number'>;
}

/**
 * A payer's number as far as it is shown here. Where it is masked, whoever acts on payments sees it for a minute, for
 * a reason; it is kept nowhere. Give it the payment's id as its key.
 */
export const PhoneNumber = ({ transaction }: PhoneNumberProps) => {
	const { id, phone_number: phone } = transaction;
	const mayAct = useMay('payments:act');
	const [whole, show] = useState<string | null>(null);
	useEffect(() => {
		if (whole === null) return;
		const timer = setTimeout(() => show(null), REVEALED_S * 1_000);
		return () => clearTimeout(timer);
	}, [whole]);
	if (phone === null) return 'N/A';
	if (whole !== null)
		return (
			<NextStep>
				<span className={classes.copied}>
					<span role="status">{whole}</span>
					<CopyButton value={whole} label="Copy phone number" />
				</span>
				<Text size="xs" c="dimmed">
					Masked again after a minute
				</Text>
			</NextStep>
		);
	return (
		<div className={classes.copied}>
			{shownPhone(phone)}
			{!isHidden(phone) && !isHashed(phone) && (
				<CopyButton value={phone} label="Copy phone number" />
			)}
			{mayAct && isHidden(phone) && !isHashed(phone) && (
				<Unfolding words="Show number" size="compact-xs">
					{(fold) => (
						<PlainFormBody
							schema={revealRequest}
							send={reveal(id)}
							onDone={show}
							onClose={fold}
							submit="Show number"
							pending="Asking..."
							fallback="Could not show the number"
						>
							<ReasonField />
						</PlainFormBody>
					)}
				</Unfolding>
			)}
		</div>
	);
};

import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { REVEALED_S, type Revealed, revealRequest } from '#shared/contract/reveal.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { isHidden } from '#shared/phone.ts';
import { useMay } from '../../api/account.ts';
import { request } from '../../api/client.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DialogForm, NextStep } from '../../ui/form-modal.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { isHashed, shownPhone } from './formats.ts';
import classes from './transactions.module.css';

const reveal = (id: string) => async (body: { reason: string }) => {
	const path = `/transactions/${encodeURIComponent(id)}/reveal`;
	return (await request<Revealed>(path, { method: 'POST', body })).data.phone_number;
};

/**
 * A payer's number as far as it is shown here. Where it is masked, whoever acts on payments sees it for a minute, for
 * a reason; it is kept nowhere. Give it the payment's id as its key.
 */
export const PhoneNumber = ({
	transaction,
}: {
	transaction: Pick<Transaction, 'id' | 'phone_number'>;
}) => {
	const { id, phone_number: phone } = transaction;
	const mayAct = useMay('payments:act');
	const [asked, ask] = useState(false);
	// Who changes their mind goes on where they were.
	const cancelled = useRef(false);
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
	if (asked)
		return (
			<div className={classes.settle}>
				{shownPhone(phone)}
				<DialogForm
					schema={revealRequest}
					send={reveal(id)}
					onDone={(number) => {
						ask(false);
						show(number);
					}}
					onClose={() => {
						ask(false);
						cancelled.current = true;
					}}
					submit="Show number"
					pending="Asking..."
					fallback="The number could not be shown"
				>
					<ReasonField />
				</DialogForm>
			</div>
		);
	return (
		<span className={classes.copied}>
			{shownPhone(phone)}
			{!isHidden(phone) && !isHashed(phone) && (
				<CopyButton value={phone} label="Copy phone number" />
			)}
			{mayAct && isHidden(phone) && !isHashed(phone) && (
				<Button
					variant="default"
					size="compact-xs"
					onClick={() => ask(true)}
					ref={(button) => {
						if (!button || !cancelled.current) return;
						cancelled.current = false;
						button.focus();
					}}
				>
					Show number
				</Button>
			)}
		</span>
	);
};

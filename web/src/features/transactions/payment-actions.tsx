import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { isHidden } from '#shared/phone.ts';
import { useMay } from '../../api/account.ts';
import { DialogButton } from '../../ui/dialog/dialog-button.tsx';
import { Failed } from '../../ui/loading/failed.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { useCheck } from './acts.ts';
import { AdjustForm } from './adjust-form.tsx';
import type { FirstRequest } from './ask-to-pay-dialog.tsx';
import { AssignForm } from './assign-form.tsx';
import { clock } from './formats.ts';
import { NoteForm } from './note-form.tsx';
import { Asking, useMayRequest } from './page-actions.tsx';
import { PaymentNotes } from './payment-notes.tsx';
import classes from './transactions.module.css';
import { takeFocus } from './unfolding.tsx';

/** Returns the values that a payment is requested with again; masked texts must be typed. */
const startOf = ({ phone_number, amount, months, account_reference, description }: Transaction) =>
	Object.fromEntries(
		Object.entries({ phone_number, amount, months, account_reference, description }).filter(
			([, value]) => value !== null && !isHidden(String(value)),
		),
	) as FirstRequest;

interface PaymentActionsProps {
	transaction: Transaction | TransactionWithEvidence;
}

/** Renders the notes and the actions of a payment. */
export const PaymentActions = ({ transaction: t }: PaymentActionsProps) => {
	const mayAct = useMay('payments:act');
	const mayRequest = useMayRequest();
	const check = useCheck(t.id);
	const isPaid = t.status === 'completed';
	const [asked, ask] = useState<'assign' | 'adjust' | 'note'>();
	const [left, leave] = useState<typeof asked>();
	const close = () => {
		leave(asked);
		ask(undefined);
	};
	const asks = (what: typeof asked) => ({
		onClick: () => ask(what),
		ref: left === what ? takeFocus : null,
	});
	return (
		<>
			{check.isError && (
				<div className={classes.settle}>
					<Failed error={check.error} fallback="Could not ask M-Pesa" />
				</div>
			)}
			{check.isSuccess && (
				<Text size="sm" mt="xs" role="status">
					{check.data.status === 'pending' ? 'Still no result' : statusWords[check.data.status]},{' '}
					{clock(check.submittedAt)}
				</Text>
			)}
			{'adjustments' in t && <PaymentNotes transaction={t} />}
			{asked === undefined ? (
				<Group gap="xs" mt="sm">
					{mayAct && t.status === 'pending' && t.checkout_request_id && (
						<Button
							size="xs"
							leftSection={<IconRefresh size={16} aria-hidden />}
							loading={check.isPending}
							onClick={() => check.mutate()}
						>
							Check with M-Pesa
						</Button>
					)}
					{mayRequest && t.status === 'failed' && (
						<DialogButton of={Asking} dialog={{ start: startOf(t) }} size="xs">
							Request again
						</DialogButton>
					)}
					<LinkButton
						variant="default"
						size="xs"
						to="/admin/transactions/payers/$transactionId"
						params={{ transactionId: t.id }}
					>
						All payments of this payer
					</LinkButton>
					{mayAct && isPaid && (
						<Button variant="default" size="xs" {...asks('assign')}>
							Assign
						</Button>
					)}
					{mayAct && isPaid && t.adjusted < t.amount && (
						<Button variant="default" size="xs" {...asks('adjust')}>
							Record refund or reversal
						</Button>
					)}
					{mayAct && (
						<Button variant="default" size="xs" {...asks('note')}>
							Add note
						</Button>
					)}
				</Group>
			) : (
				<div className={classes.settle}>
					{asked === 'assign' ? (
						<AssignForm transaction={t} onClose={close} />
					) : asked === 'note' ? (
						<NoteForm id={t.id} onClose={close} />
					) : (
						<AdjustForm transaction={t} onClose={close} />
					)}
				</div>
			)}
		</>
	);
};

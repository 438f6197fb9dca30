import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { useMay } from '../../api/account.ts';
import { Failed } from '../../ui/loading/failed.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { useCheck } from './acts.ts';
import { AdjustForm } from './adjust-form.tsx';
import { AssignForm } from './assign-form.tsx';
import { PaymentNotes } from './payment-notes.tsx';
import classes from './transactions.module.css';
import { takeFocus } from './unfolding.tsx';

interface PaymentActionsProps {
	/** The payment as far as it is known by now. */
	transaction: Transaction | TransactionWithEvidence;
}

/** What can be asked or noted about a payment, what was, and the way to everything of its payer. */
export const PaymentActions = ({ transaction: t }: PaymentActionsProps) => {
	const mayAct = useMay('payments:act');
	const check = useCheck(t.id);
	const isPaid = t.status === 'completed';
	const [asked, ask] = useState<'assign' | 'adjust'>();
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
					<Failed error={check.error} fallback="M-Pesa could not be asked" />
				</div>
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
					<LinkButton
						variant="default"
						size="xs"
						to="/admin/transactions/payers/$transactionId"
						params={{ transactionId: t.id }}
					>
						Everything of this payer
					</LinkButton>
					{mayAct && isPaid && (
						<Button variant="default" size="xs" {...asks('assign')}>
							Assign
						</Button>
					)}
					{mayAct && isPaid && t.adjusted < t.amount && (
						<Button variant="default" size="xs" {...asks('adjust')}>
							Note money given back
						</Button>
					)}
				</Group>
			) : (
				<div className={classes.settle}>
					{asked === 'assign' ? (
						<AssignForm transaction={t} onClose={close} />
					) : (
						<AdjustForm transaction={t} onClose={close} />
					)}
				</div>
			)}
		</>
	);
};

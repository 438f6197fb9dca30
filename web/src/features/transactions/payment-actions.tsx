import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { adjustmentKinds } from '#shared/contract/adjustments.ts';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { statusWords } from '#shared/contract/transactions-query.ts';
import { numberOf } from '#shared/grouped.ts';
import { useMay } from '../../api/account.ts';
import { DAY, inEastAfrica } from '../../ui/dates/dates.ts';
import { DialogButton } from '../../ui/dialog/dialog-button.tsx';
import { Failed } from '../../ui/loading/failed.tsx';
import { ksh } from '../../ui/money.ts';
import { LinkButton } from '../../ui/page/links.tsx';
import { useCheck, useDecisions } from './changes.ts';
import { formatTime } from './formats.ts';
import {
	AdjustForm,
	AssignForm,
	FoldedForm,
	focusButton,
	NoteForm,
	withdrawal,
} from './note-forms.tsx';
import { requestPaymentDialog, useMayRequest } from './request-payment-dialog.tsx';

interface Note {
	/** The path to withdraw it; undefined if it comes from a statement. */
	path: string | undefined;
	title: string;
	at: string;
	by: string;
	reason: string;
	withdrawn: { at: string; by: string; reason: string } | null;
}

const day = (instant: string) => inEastAfrica(instant, DAY);

const notesOf = ({ adjustments, assignments, notes }: TransactionWithEvidence): Note[] =>
	[
		...assignments.map((each) => ({
			...each,
			path: `assignments/${each.id}`,
			title: `Assigned to “${each.account_reference}”${each.months ? ` for ${numberOf(each.months, 'month')}` : ''}`,
		})),
		...adjustments.map((each) => ({
			...each,
			path: each.id === null ? undefined : `adjustments/${each.id}`,
			title: `${adjustmentKinds[each.kind]} of ${ksh(each.amount)} on ${day(each.happened_at)}${each.receipt ? `, ${each.receipt}` : ''}${each.on_statement ? ', on the statement' : ''}`,
		})),
		...notes.map((each) => ({ ...each, path: `notes/${each.id}`, title: 'Note' })),
	].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

/** Renders the notes, assignments and adjustments of a payment, also withdrawn ones. */
const PaymentNotes = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const { onPayment } = useDecisions();
	const all = notesOf(transaction);
	if (all.length === 0) return null;
	return (
		<Stack component="ul" gap={10} mt="sm" aria-label="Notes">
			{all.map(({ path, title, at, by, reason, withdrawn }) => (
				<Box
					component="li"
					key={`${path}${title}${at}`}
					pl="sm"
					style={{
						borderLeft: `3px solid var(${withdrawn ? '--ufundi-line' : '--mantine-color-brand-filled'})`,
						overflowWrap: 'anywhere',
					}}
				>
					<Text span inherit {...(withdrawn && { td: 'line-through' })}>
						{title}
					</Text>
					<Text size="sm" c="dimmed">
						{reason} ({by}, {day(at)})
					</Text>
					{withdrawn ? (
						<Text size="sm" c="dimmed">
							Taken back by {withdrawn.by}, {day(withdrawn.at)}: {withdrawn.reason}
						</Text>
					) : (
						mayAct &&
						path && (
							<FoldedForm
								{...withdrawal}
								button={{
									variant: 'subtle',
									size: 'compact-xs',
									'aria-label': `Take back: ${title}`,
								}}
								send={onPayment(transaction.id, `${path}/withdraw`)}
							/>
						)
					)}
				</Box>
			))}
		</Stack>
	);
};

const forms = {
	assign: { label: 'Assign', Form: AssignForm },
	adjust: { label: 'Record refund or reversal', Form: AdjustForm },
	note: { label: 'Add note', Form: NoteForm },
};
type FormName = keyof typeof forms;

const CheckResult = ({ check }: { check: ReturnType<typeof useCheck> }) => (
	<>
		{check.isError && (
			<Box mt="sm">
				<Failed error={check.error} fallback="Could not ask M-Pesa" />
			</Box>
		)}
		{check.isSuccess && (
			<Text size="sm" mt="xs" role="status">
				{check.data.status === 'pending' ? 'Still no result' : statusWords[check.data.status]},{' '}
				{formatTime(check.submittedAt)}
			</Text>
		)}
	</>
);

interface PaymentActionsProps {
	transaction: Transaction | TransactionWithEvidence;
}

/** Renders the notes and the actions of a payment. */
export const PaymentActions = ({ transaction: t }: PaymentActionsProps) => {
	const mayAct = useMay('payments:act');
	const mayRequest = useMayRequest();
	const check = useCheck(t.id);
	const isPaid = t.status === 'completed';
	const [{ open, cancelled }, setForm] = useState<{ open?: FormName; cancelled?: FormName }>({});
	const names: FormName[] = mayAct
		? [
				...(isPaid ? (['assign'] as const) : []),
				...(isPaid && t.adjusted < t.amount ? (['adjust'] as const) : []),
				'note',
			]
		: [];
	const Form = open && forms[open].Form;
	return (
		<>
			<CheckResult check={check} />
			{'adjustments' in t && <PaymentNotes transaction={t} />}
			{Form ? (
				<Box mt="sm">
					<Form transaction={t} onClose={() => setForm({ cancelled: open })} />
				</Box>
			) : (
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
						<DialogButton part={requestPaymentDialog} dialog={{ start: t }} size="xs">
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
					{names.map((name) => (
						<Button
							key={name}
							variant="default"
							size="xs"
							onClick={() => setForm({ open: name })}
							ref={cancelled === name ? focusButton : null}
						>
							{forms[name].label}
						</Button>
					))}
				</Group>
			)}
		</>
	);
};

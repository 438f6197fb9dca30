import { Text } from '@mantine/core';
import { adjustmentKinds, withdrawalInput } from '#shared/contract/adjustments.ts';
import type { TransactionWithEvidence } from '#shared/contract/evidence.ts';
import { numberOf } from '#shared/grouped.ts';
import { useMay } from '../../api/account.ts';
import { DAY, inEastAfrica } from '../../ui/dates/dates.ts';
import { ksh } from '../../ui/money.ts';
import { PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { useNote } from './acts.ts';
import looks from './notes.module.css';
import { Unfolding } from './unfolding.tsx';

interface TakeBackProps {
	id: string;
	/** What it is: `adjustments/3`. */
	path: string;
	label: string;
}

/** Takes one note back, with a reason. */
const TakeBack = ({ id, path, label }: TakeBackProps) => {
	const send = useNote(id, `${path}/withdraw`);
	return (
		<Unfolding words="Take back" variant="subtle" size="compact-xs" aria-label={label}>
			{(fold) => (
				<PlainFormBody
					schema={withdrawalInput}
					send={send}
					onClose={fold}
					submit="Take back"
					pending="Taking back..."
					fallback="Could not undo this"
				>
					<ReasonField />
				</PlainFormBody>
			)}
		</Unfolding>
	);
};

interface Note {
	/** Where it is taken back; undefined where only a statement says so. */
	path: string | undefined;
	what: string;
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
			what: `Assigned to “${each.account_reference}”${each.months ? ` for ${numberOf(each.months, 'month')}` : ''}`,
		})),
		...adjustments.map((each) => ({
			...each,
			path: each.id === null ? undefined : `adjustments/${each.id}`,
			what: `${adjustmentKinds[each.kind]} of ${ksh(each.amount)} on ${day(each.happened_at)}${each.receipt ? `, ${each.receipt}` : ''}${each.on_statement ? ', on the statement' : ''}`,
		})),
		...notes.map((each) => ({ ...each, path: `notes/${each.id}`, what: 'Note' })),
	].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

/** What people noted beside a payment, and statements: who, when and why, also what was taken back. */
export const PaymentNotes = ({ transaction }: { transaction: TransactionWithEvidence }) => {
	const mayAct = useMay('payments:act');
	const all = notesOf(transaction);
	if (all.length === 0) return null;
	return (
		<ul className={looks.notes} aria-label="Notes">
			{all.map(({ path, what, at, by, reason, withdrawn }) => (
				<li key={`${path}${what}${at}`} data-withdrawn={withdrawn !== null || undefined}>
					<span>{what}</span>
					<Text size="sm" c="dimmed">
						{reason} ({by}, {day(at)})
					</Text>
					{withdrawn ? (
						<Text size="sm" c="dimmed">
							Taken back by {withdrawn.by}, {day(withdrawn.at)}: {withdrawn.reason}
						</Text>
					) : (
						mayAct &&
						path && <TakeBack id={transaction.id} path={path} label={`Take back: ${what}`} />
					)}
				</li>
			))}
		</ul>
	);
};

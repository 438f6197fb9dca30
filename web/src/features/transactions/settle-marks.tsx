import { markSettlement } from '#shared/contract/settlements.ts';
import { PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { forgetReason, hasReason, ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { useNote } from './acts.ts';
import { Unfolding } from './unfolding.tsx';

/** Says, with a reason, that a marked payment needs no look any more. */
export const SettleMarks = ({ id }: { id: string }) => {
	const send = useNote(id, 'settle');
	return (
		<Unfolding words="Settle" size="xs" mt="sm" startsOpen={hasReason(id)}>
			{(fold) => (
				<PlainFormBody
					schema={markSettlement}
					send={send}
					onClose={() => {
						forgetReason(id);
						fold();
					}}
					submit="Settle"
					pending="Settling..."
					fallback="The payment could not be settled"
				>
					<ReasonField
						about={id}
						description="Why nobody has to look at it any more. It stays in the history."
					/>
				</PlainFormBody>
			)}
		</Unfolding>
	);
};

import { noteInput } from '#shared/contract/adjustments.ts';
import { PlainText } from '../../ui/plain-form/plain-fields.tsx';
import { PlainFormBody } from '../../ui/plain-form/plain-form-dialog.tsx';
import { useNote } from './acts.ts';

/** Adds a note to a payment. */
export const NoteForm = ({ id, onClose }: { id: string; onClose: () => void }) => (
	<PlainFormBody
		schema={noteInput}
		send={useNote(id, 'notes')}
		onClose={onClose}
		submit="Add note"
		pending="Adding..."
		fallback="The note could not be added"
	>
		<PlainText
			name="text"
			label="Note"
			description="Stays in the audit trail, also when it is taken back."
			required
		/>
	</PlainFormBody>
);

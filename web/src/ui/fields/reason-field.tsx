import { TextField } from './text-fields.tsx';

interface ReasonFieldProps {
	/** The field name in the API. */
	name?: string;
	/** The proposed text, selected on focus so that typing replaces it. */
	start?: string | undefined;
	optional?: boolean;
	/** Key of the draft: text that was typed but not sent is restored when the form opens again. */
	about?: string | undefined;
	description?: string;
}

const unsent = new Map<string, string>();

/** Returns whether there is an unsent reason for this key. */
export const hasReason = (about: string) => unsent.has(about);

/** Deletes the unsent reason of this key, after it was sent or discarded. */
export const forgetReason = (about: string) => unsent.delete(about);

/** Renders the field for the reason of a decision, in a native form. */
export const ReasonField = ({
	name = 'reason',
	start,
	optional,
	about = '',
	description = 'Kept in the audit trail.',
}: ReasonFieldProps) => (
	<TextField
		name={name}
		label="Reason"
		description={description}
		required={!optional}
		defaultValue={unsent.get(about) ?? start}
		onInput={(event) => about && unsent.set(about, event.currentTarget.value)}
		onFocus={(event) => event.currentTarget.select()}
	/>
);

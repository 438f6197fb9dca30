import { PlainText } from './plain-fields.tsx';

interface ReasonFieldProps {
	/** What the call names it. */
	name?: string;
	/** What is proposed: typing takes its place. */
	start?: string | undefined;
	optional?: boolean;
	/** What it is about: what was typed and not sent stands there again when the form is opened anew. */
	about?: string | undefined;
	description?: string;
}

const unsent = new Map<string, string>();

/** Whether something was typed about it and not sent. */
export const hasReason = (about: string) => unsent.has(about);

/** Forgets what was typed about something: it was sent, or thrown away. */
export const forgetReason = (about: string) => unsent.delete(about);

/** Why somebody decides something; a field of a `PlainForm`. */
export const ReasonField = ({
	name = 'reason',
	start,
	optional,
	about = '',
	description = 'Kept in the audit trail.',
}: ReasonFieldProps) => (
	<PlainText
		name={name}
		label="Reason"
		description={description}
		required={!optional}
		defaultValue={unsent.get(about) ?? start}
		onInput={(event) => about && unsent.set(about, event.currentTarget.value)}
		onFocus={(event) => event.currentTarget.select()}
	/>
);
